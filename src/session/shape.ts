/**
 * Increment this with every change to the content of session views, including changes to the rules that find
 * statements. A view with a different shape is folded again from the events when it is read.
 */
export const SESSION_SHAPE = 43
