/** A command that another part of the program answers; it gets here only when something called this part by itself. */
export function elsewhere(command: string): never {
  throw new Error(`leftoff ${command} is answered by a part of its own`)
}
