/** What the system said of a file, without the file: where it was is told beside it, and it may have been one of ours. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/, [a-z]+ '.*$/s, '')
