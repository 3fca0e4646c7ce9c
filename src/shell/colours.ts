const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]{0,20}[A-Za-z]`, 'g')

/** What a program printed, as it reads on paper. */
export const withoutColours = (text: string): string => text.replaceAll(COLOURS, '')
