/** Raised when the rules by which a gist is found, or the form of it, change: then it is made again. */
export const GIST_SHAPE = 4
