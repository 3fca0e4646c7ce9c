/** What is at hand is not enough here: whoever asked must compose. */
export class Unprepared extends Error {}
