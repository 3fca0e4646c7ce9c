/**
 * The message in a command: of a commit, a pull request or a comment. Such messages are the shortest account of what was
 * done and why.
 */
export function writtenMessage(line: string): string | undefined {
  if (!MESSAGE_COMMAND.test(line.slice(0, MAX_COMMAND))) return undefined
  const text = line.slice(0, MAX_LENGTH)
  const values = [...text.matchAll(MESSAGE_FLAG)].map(([, double, single]) => double ?? single ?? '')
  const plain = values.filter((words) => !words.startsWith('$('))
  const documents = [...text.matchAll(DOCUMENT)].map(([, , words = '']) => words)
  const words = [...plain, ...documents].join('\n').replaceAll(SIGNATURE, '').trim()
  return words === '' ? undefined : words
}

const MAX_COMMAND = 2000
const MAX_LENGTH = 8000
const MESSAGE_COMMAND = /\bgit (?:-C \S{1,200} )?commit\b|\bgh (?:pr|issue|api)\b/
/** The value of a message flag. */
const MESSAGE_FLAG =
  /(?:\s-m|--message|--title|--body|\s-[tb]|\bbody)(?:=|\s{1,4})(?:"((?:[^"\\]|\\.){1,6000})"|'([^']{1,6000})')/g
const DOCUMENT = /<<-?\s?(['"]?)EOF\1[^\n]{0,200}\n([\s\S]{1,6000}?)\n\s{0,8}EOF\b/g
const SIGNATURE = /^.{0,4}(?:Co-Authored-By:|Signed-off-by:|Generated with ).{0,300}$/gim
