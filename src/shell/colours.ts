const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]{0,20}[A-Za-z]`, 'g')

/** Removes ANSI escape sequences. */
export const stripColours = (text: string): string => text.replaceAll(COLOURS, '')
