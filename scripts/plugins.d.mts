/** Builds the agent plugins into a folder. */
export function plugins(out: string): Promise<void>
