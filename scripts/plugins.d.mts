/** Builds the packages by which agents install leftoff themselves into a folder. */
export function plugins(out: string): Promise<void>
