/** leftoff/ai-sdk: sessions for programs on the Vercel AI SDK. */
export { leftoffMiddleware, type MiddlewareOptions } from './middleware.ts'
export { fromModelMessages, toModelMessages } from './wire.ts'
