/** A tool call as SpecStory renders it. */
export interface ToolBlock {
  readonly name: string
  readonly kind: string
  readonly command?: string
  readonly paths: readonly string[]
  readonly output?: string
  readonly before?: string
  readonly after?: string
  readonly isNew: boolean
  readonly isFailed: boolean
}

const OPEN = /^<tool-use(?: data-tool-type="([^"]{0,100})")?(?: data-tool-name="([^"]{0,200})")?>/m
const NAME = /Tool use: \*\*([^*]{1,200})\*\*(?: • [A-Z][a-z]+ file: ([^<\n]{1,1000}))?/
const INLINE = /^\s*`([^`\n][^\n]{0,20000})`\s*$/m
/** Output of writing tools that names the file when the rendering does not. */
const WRITTEN = /^(?:The file (.{1,1000}?) has been |File created successfully at: (.{1,1000}))/m
const PATCHED = /^\*\*(?:Add|Update|Delete|Move): `([^`\n]{1,1000})`\*\*/gm
const FENCE = /^(`{3,})([\w-]*)[ \t]*$/
const FAILED = /^(?:Exit code [1-9]|Error\b|<tool_use_error>)/
const CLOSE = '</tool-use>'
const NEW_FILE: ReadonlySet<string> = new Set(['Write', 'write_file', 'write_to_file'])

/** The first tool call in a message, unless its block is empty. */
export function toolBlockIn(body: string): ToolBlock | undefined {
  const open = OPEN.exec(body)
  if (!open) return undefined
  const end = body.indexOf(CLOSE, open.index)
  const inner = body.slice(open.index + open[0].length, end < 0 ? undefined : end)
  const name = open[2] ?? NAME.exec(inner)?.[1] ?? 'unknown'
  const block = { name, kind: open[1] ?? 'unknown', inner, text: inner.slice(afterSummary(inner)) }
  return isEmpty(block.text) ? undefined : parseToolBlock(block)
}

interface RenderedTool {
  readonly name: string
  readonly kind: string
  readonly inner: string
  readonly text: string
}

const afterSummary = (inner: string): number => {
  const at = inner.indexOf('</summary>')
  return at < 0 ? 0 : at + '</summary>'.length
}
const isEmpty = (text: string): boolean => text.replace(/<\/?details>/g, '').trim() === ''

function parseToolBlock({ name, kind, inner, text }: RenderedTool): ToolBlock {
  const fences = fencesIn(text)
  const command = kind === 'shell' ? (INLINE.exec(text)?.[1] ?? fences.find(isShell)?.text) : undefined
  const output = fences.filter((fence) => !isShell(fence)).at(-1)?.text
  const paths = kind === 'read' || kind === 'write' ? pathsIn(inner, text) : []
  return {
    name,
    kind,
    paths,
    ...(command && { command }),
    ...(output && { output }),
    ...(kind === 'write' && paths.length === 1 && changeIn(fences)),
    isNew: NEW_FILE.has(name),
    isFailed: output !== undefined && FAILED.test(output.trimStart()),
  }
}

function pathsIn(inner: string, text: string): readonly string[] {
  const patched = [...text.matchAll(PATCHED)].map(([, path = '']) => path)
  const written = WRITTEN.exec(text)
  const only = NAME.exec(inner)?.[2] ?? INLINE.exec(text)?.[1] ?? written?.[1] ?? written?.[2]
  const paths = patched.length > 0 ? patched : [only ?? '']
  return [...new Set(paths.map((path) => path.trim().replace(/^\.\//, '')))].filter((path) => path !== '')
}

/** The agent's text without tool calls and thoughts. */
export function withoutBlocks(body: string): string {
  let text = body
  for (const [open, close] of BLOCKS) text = without(text, open, close)
  return text.replace(/^---\s*$/gm, '').trim()
}
const BLOCKS = [
  ['<tool-use', CLOSE],
  ['<think>', '</think>'],
] as const

function without(body: string, open: string, close: string): string {
  const parts: string[] = []
  let from = 0
  for (let start = body.indexOf(open); start >= 0; start = body.indexOf(open, from)) {
    parts.push(body.slice(from, start))
    const end = body.indexOf(close, start)
    if (end < 0) return parts.join('')
    from = end + close.length
  }
  return [...parts, body.slice(from)].join('')
}

interface Fence {
  readonly language: string
  readonly text: string
}
const isShell = ({ language }: Fence): boolean =>
  language === 'bash' || language === 'sh' || language === 'shell'

function fencesIn(text: string): readonly Fence[] {
  const fences: Fence[] = []
  let open: { readonly mark: string; readonly language: string; readonly lines: string[] } | undefined
  for (const line of text.split('\n')) {
    const [, mark, language = ''] = FENCE.exec(line) ?? []
    if (!open && mark) open = { mark, language, lines: [] }
    else if (open && mark === open.mark && language === '') {
      fences.push({ language: open.language, text: open.lines.join('\n') })
      open = undefined
    } else open?.lines.push(line)
  }
  if (open)
    fences.push({ language: open.language, text: open.lines.join('\n').replace(/\n<\/details>\s*$/, '') })
  return fences
}

/** An edit is rendered as a diff, a new file as its content. */
function changeIn(fences: readonly Fence[]): { readonly before?: string; readonly after?: string } {
  const diff = fences.find(({ language }) => language === 'diff')
  const content = fences.find(
    (fence) => fence.language !== 'text' && fence !== diff && !isShell(fence) && !WRITTEN.test(fence.text),
  )
  if (!diff) return content ? { after: content.text } : {}
  const lines = diff.text.split('\n')
  const side = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
      .map((line) => line.slice(1))
      .join('\n')
  return { before: side('-'), after: side('+') }
}
