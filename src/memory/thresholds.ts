/** Calibrated thresholds for the confidence that a sentence is a correction. */

/** A sentence below this confidence is discarded. */
export const LEAST_CONFIDENCE = 0.15
/** A sentence with at least this confidence may become a proposal if other evidence supports it. */
export const REVIEW_CONFIDENCE = 0.2
/** Proposals with a lower confidence would mostly be rejected, and reviewers would lose patience. */
export const SUGGEST_CONFIDENCE = 0.4
/**
 * A sentence that is a rule by its form gets at least this confidence, which is never enough for approval
 * without review.
 */
export const PLAIN_CONFIDENCE = 0.6
/** Corrections with at least this confidence are recorded as events. */
export const RECORD_CONFIDENCE = 0.5
/** With at least this confidence, recovery and `memory propose --batch` may approve a rule without a review. */
export const APPROVE_CONFIDENCE = 0.9

/** Minimum similarity between the significant words of two rules, as a cosine with equal weights. */

/** Both rules say the same thing, or the opposite. */
export const SAME_RULE = 0.6
/** One rule repeats the other. */
export const DUPLICATE_RULE = 0.75
/** Both rules are about the same subject, regardless of what each of them demands. */
export const SAME_QUESTION = 0.8

/**
 * For grouping corrections from many sessions. It is lower, because rare words weigh more there, which makes
 * two wordings less similar.
 */
export const SAME_CLUSTER = 0.52
