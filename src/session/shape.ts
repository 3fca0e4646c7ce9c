/**
 * Raised with every change to what a view of a session holds. A view of another shape is not trusted: it is folded
 * again from the events when somebody asks for it.
 */
export const SESSION_SHAPE = 11

/** Raised when the rules by which a gist is found, or the form of it, change: then it is made again. */
export const DIGEST_SHAPE = 4
