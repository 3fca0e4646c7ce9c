/** leftoff/claude-agent-sdk: hooks for `query` of the Claude Agent SDK. */
export { type HookCallback, type HookOptions, type Hooks, type LeftoffHooks, leftoffHooks } from './hooks.ts'
export type { HookAnswer } from './wire.ts'
