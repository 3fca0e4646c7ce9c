/**
 * Characters that no terminal may receive: C0 except newline and tab, DEL, C1, and invisible ones that change
 * the writing direction or break lines.
 */
export const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/
/** The colors that leftoff itself prints. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches escape sequences
export const OWN_COLOURS = /\u001b\[(?:[012]|22|39|3[0-7]|9[0-7])m/g
