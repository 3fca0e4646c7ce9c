/**
 * What a line for the shell gives people to read: the message of a commit, the title and text of a pull request, an
 * answer to a comment. Whoever wrote it said there what was done and why, in fewer words than anywhere else.
 */
export function writtenWords(line: string): string | undefined {
  if (!TELLS.test(line.slice(0, FAR))) return undefined
  const text = line.slice(0, MOST)
  const given = [...text.matchAll(GIVEN)].map(([, double, single]) => double ?? single ?? '')
  const plain = given.filter((words) => !words.startsWith('$('))
  const documents = [...text.matchAll(DOCUMENT)].map(([, , words = '']) => words)
  const words = [...plain, ...documents].join('\n').replaceAll(SIGNED, '').trim()
  return words === '' ? undefined : words
}

const FAR = 2000
const MOST = 8000
const TELLS = /\bgit (?:-C \S{1,200} )?commit\b|\bgh (?:pr|issue|api)\b/
/** After the flag by which each program is given it. */
const GIVEN =
  /(?:\s-m|--message|--title|--body|\s-[tb]|\bbody)(?:=|\s{1,4})(?:"((?:[^"\\]|\\.){1,6000})"|'([^']{1,6000})')/g
const DOCUMENT = /<<-?\s?(['"]?)EOF\1[^\n]{0,200}\n([\s\S]{1,6000}?)\n\s{0,8}EOF\b/g
/** By whom and with what. */
const SIGNED = /^.{0,4}(?:Co-Authored-By:|Signed-off-by:|Generated with ).{0,300}$/gim
