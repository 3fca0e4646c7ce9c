/** How likely a sentence must be a correction, by its calibrated confidence. */

/** Below this it is not even remembered. */
export const LEAST_CONFIDENCE = 0.15
/** From here on it may become a suggestion, if other evidence supports it. */
export const REVIEW_CONFIDENCE = 0.2
/** A suggestion below this would mostly be rejected, and reviewers lose patience. */
export const SUGGEST_CONFIDENCE = 0.4
/** From here on it is recorded as an event. */
export const RECORD_CONFIDENCE = 0.5
/** From here on a rule may be approved without its user, in recovery and in batches. */
export const APPROVE_CONFIDENCE = 0.9

/** How alike the telling words of two rules must be, as a cosine in which every word counts the same. */

/** Both say the same, or the opposite of each other. */
export const SAME_RULE = 0.6
/** One of them says nothing that the other does not. */
export const DUPLICATE_RULE = 0.75
/** Apart from what they choose, both are about the same thing. */
export const SAME_QUESTION = 0.8

/** The same for corrections of many sessions, where rare words count more: that makes two wordings of a rule less alike. */
export const SAME_CLUSTER = 0.52
