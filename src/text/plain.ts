/** The words of a unit without marks of Markdown, signs in front and doubled space. */
export function plain(text: string): string {
  if (!MARKED.test(text)) return text
  return text
    .replaceAll(LINK, '$1')
    .replaceAll(MARKS, '')
    .replace(SIGNS, '')
    .replaceAll(/\s{1,1000}/g, ' ')
    .trim()
}

/** Most units hold nothing of the kind. */
const MARKED = /[*_`~[\n\t]| {2}|^[^\w"'(]|\s$/
const LINK = /!?\[([^\][\n]{1,300})\]\([^()\s]{0,600}\)/g
const MARKS = /\*{1,3}|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~/g
/** Emoji, arrows and dashes that a line begins with. */
const SIGNS = /^(?:[^\p{L}\p{N}\s"'([{<#/@$.&%+\\-]\s{0,4}|-{1,3}\s{1,4}){1,8}(?=\S)/u
