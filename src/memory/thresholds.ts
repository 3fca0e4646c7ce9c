/** Minimum confidence that a sentence is a correction, calibrated. */

/** Below this it is discarded. */
export const LEAST_CONFIDENCE = 0.15
/** From here on it may become a proposal, if other evidence supports it. */
export const REVIEW_CONFIDENCE = 0.2
/** A proposal below this would mostly be rejected, and reviewers lose patience. */
export const SUGGEST_CONFIDENCE = 0.4
/** From here on it is recorded as an event. */
export const RECORD_CONFIDENCE = 0.5
/** From here on a rule may be approved without review, in recovery and in batches. */
export const APPROVE_CONFIDENCE = 0.9

/** Minimum similarity between the significant words of two rules, as a cosine with equal weights. */

/** Both rules state the same, or the opposite of each other. */
export const SAME_RULE = 0.6
/** One rule adds nothing to the other. */
export const DUPLICATE_RULE = 0.75
/** Apart from their choice, both rules are about the same thing. */
export const SAME_QUESTION = 0.8

/** For corrections across many sessions, where rare words weigh more, which lowers the similarity of two wordings. */
export const SAME_CLUSTER = 0.52
