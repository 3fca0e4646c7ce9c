/**
 * Incremented with every change to the content of session views. A view with a different shape is refolded from the
 * events when it is read.
 */
export const SESSION_SHAPE = 11

/** Incremented when the digest rules or fields change. Older digests are then recomputed. */
export const DIGEST_SHAPE = 4
