/** One hook of a plugin: what opencode gives, and what may be changed of it. */
export type Hook = (input: unknown, output?: unknown) => Promise<void>
export type Hooks = Record<string, Hook>
