/**
 * Incremented with every change to the content of session views, also to the rules that find statements. A view with a
 * different shape is refolded from the events when it is read.
 */
export const SESSION_SHAPE = 27
