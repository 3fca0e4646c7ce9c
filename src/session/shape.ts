/**
 * Raised with every change to the content of session views. A view of another shape is folded again from the events when
 * it is read.
 */
export const SESSION_SHAPE = 11

/** Raised when the digest rules or fields change. Older digests are then computed again. */
export const DIGEST_SHAPE = 4
