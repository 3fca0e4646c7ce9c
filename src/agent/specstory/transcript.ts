import { FileChanged, FileRead, ToolCalled, ToolReturned } from '../../event/tool.ts'
import { PromptSubmitted, ResponseCompleted, TurnInterrupted } from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { INTERRUPTED, promptIn } from '../claude-code/transcript.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { textField } from '../field.ts'
import { countLines, shorten, toLabel } from '../stored-text.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'
import { Lines } from '../transcript/lines.ts'
import {
  parseTime,
  SessionCollector,
  type TranscriptReader,
  type TranscriptSession,
} from '../transcript/reader.ts'
import type { TranscriptItem, TranscriptItems } from '../transcript/records.ts'
import { MAX_RECORD_BYTES } from '../transcript/slim.ts'

/** Reads sessions that SpecStory saved as Markdown. They contain no call ids, so calls are numbered in order. */
export function specstoryTranscript(): TranscriptReader {
  const story = new SpecstorySession()
  const ofSession = (drafts: readonly EventDraft[]) =>
    drafts.map((draft) => ({ session: story.session, draft }))
  return {
    read(record) {
      const section = {
        speaker: textField(record, 'speaker') ?? '',
        note: textField(record, 'note') ?? '',
        body: textField(record, 'body') ?? '',
      }
      if (section.speaker === '') story.begin(section.body)
      return ofSession(story.read(section))
    },
    end: () => [],
    about: () => story.about(),
    sessions: () => [story.session],
  }
}

const SESSION = /^<!-- (.{1,60}?) Session ([0-9A-Za-z_-]{1,100}) \(([^)]{1,40})\) -->/m
const TITLE = /^# (.{1,300})$/m
const TIME = /(\d{4}-\d{2}-\d{2})[ T_](\d{2}[:-]\d{2}(?:[:-]\d{2})?)Z?/

class SpecstorySession {
  session = 'unnamed'
  #agent = 'cursor'
  #at: number | undefined
  #tools = 0
  #collector = new SessionCollector(this.#agent)

  begin(preface: string): void {
    const [, name, id, time] = SESSION.exec(preface) ?? []
    const title = TITLE.exec(preface)?.[1] ?? ''
    this.#agent = name ? agentNamed(name) : 'cursor'
    this.session = id ?? `specstory-${hash16(preface.trim())}`
    this.#at = timeIn(time ?? title)
    this.#collector = new SessionCollector(this.#agent)
    this.#collector.note(this.session, { at: this.#at })
  }

  about(): TranscriptSession {
    return this.#collector.about(this.session)
  }

  read({ speaker, note, body }: SpecstorySection): readonly EventDraft[] {
    if (speaker === '') return []
    this.#at = timeIn(note) ?? this.#at
    this.#collector.note(this.session, { at: this.#at })
    const isSide = speaker.endsWith('sidechain')
    if (speaker.startsWith('User')) return isSide ? [] : this.#prompted(body)
    const tool = toolBlockIn(body)
    const text = isSide ? '' : withoutBlocks(body)
    return [
      ...(text === '' ? [] : [this.#answered(text, note)]),
      ...(tool ? this.#toolDrafts(tool, isSide ? 'sidechain' : undefined) : []),
    ]
  }

  #prompted(body: string): readonly EventDraft[] {
    const typed = promptIn(withoutRule(body))
    const text = typed && withoutBriefs(typed)
    if (!text) return []
    if (text.startsWith(INTERRUPTED))
      return [eventDraft(TurnInterrupted, [String(this.#at ?? '')], {}, this.#at)]
    return [eventDraft(PromptSubmitted, [hash16(text)], { text: shorten(text), origin: 'user' }, this.#at)]
  }

  #answered(text: string, note: string): EventDraft {
    const model = note.replace(TIME, '').trim()
    return eventDraft(
      ResponseCompleted,
      ['', hash16(text)],
      { text: shorten(withoutBriefs(text)), ...(model && { model: toLabel(model) }) },
      this.#at,
    )
  }

  #toolDrafts(tool: ToolBlock, subagent: string | undefined): readonly EventDraft[] {
    this.#tools += 1
    const id = `${tool.name}-${this.#tools}`
    const [only] = tool.paths
    const about = {
      call: toLabel(id),
      tool: toLabel(tool.name),
      ...(tool.command && { command: shorten(tool.command) }),
      ...(only && tool.paths.length === 1 && { file: toLabel(only) }),
      ...(subagent && { subagent }),
    }
    const outcome = tool.isFailed ? ('failed' as const) : ('ok' as const)
    const output = tool.kind === 'write' && !tool.isFailed ? undefined : tool.output
    const returned = { ...about, outcome, ...(output && { output: shorten(output) }) }
    return [
      eventDraft(ToolCalled, [id], about, this.#at),
      eventDraft(ToolReturned, [id], returned, this.#at),
      ...testRunDrafts({
        source: [id],
        command: tool.command,
        outcome,
        output,
        at: this.#at,
        isGuessed: true,
      }),
      ...(tool.isFailed ? [] : this.#files(id, tool)),
    ]
  }

  #files(id: string, { kind, paths, before, after, isNew }: ToolBlock): readonly EventDraft[] {
    const change = {
      change: isNew ? ('created' as const) : ('edited' as const),
      ...(before && { before: shorten(before) }),
      ...(after && { after: shorten(after), lines: countLines(after) }),
    }
    return paths.flatMap((path) => {
      if (kind === 'read') return [eventDraft(FileRead, [id, path], { path: toLabel(path) }, this.#at)]
      return kind === 'write'
        ? [eventDraft(FileChanged, [id, path], { path: toLabel(path), ...change }, this.#at)]
        : []
    })
  }
}

/** `Claude Code` becomes `claude-code`, `Codex CLI` becomes `codex`, and `Cursor IDE` becomes `cursor`. */
const agentNamed = (name: string): string => {
  const plain = name.toLowerCase().trim()
  if (plain === 'gemini cli') return 'gemini-cli'
  return plain.replace(/ (?:cli|ide)$/, '').replace(/[^a-z0-9]+/g, '-') || 'cursor'
}

function timeIn(text: string): number | undefined {
  const [, day, time] = TIME.exec(text) ?? []
  return day && time ? parseTime(`${day}T${time.replaceAll('-', ':')}Z`) : undefined
}

/** Removes the horizontal rule between two messages. */
const withoutRule = (body: string): string => body.replace(/\n---\s*$/, '').trim()

/** A message, or the preface before the first one. */
interface SpecstorySection {
  /** `User`, `Agent`, `Agent - sidechain`, `Assistant`; empty for the preface. */
  readonly speaker: string
  /** The text in parentheses: the model, the time, both, or empty. */
  readonly note: string
  readonly body: string
}

const HEADING = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^()]{0,200})\))?\*\*_\s*$/

/** Splits SpecStory Markdown into messages. Headings inside tool output do not start a message. */
export function sectionsIn(): TranscriptItems {
  const lines = new Lines()
  const sections = new Sections()
  return {
    push: (chunk) => lines.push(chunk).flatMap(({ text, offset }) => sections.push(text ?? '', offset)),
    end() {
      const last = lines.end()
      return [...(last ? sections.push(last.text ?? '', last.offset) : []), ...sections.end()]
    },
  }
}

class Sections {
  #speaker = ''
  #note = ''
  #body: string[] = []
  #size = 0
  #offset = 0
  #isInTool = false
  #isAfterBlank = true

  push(raw: string, offset: number): readonly TranscriptItem[] {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const heading = this.#isInTool || !this.#isAfterBlank ? null : HEADING.exec(text)
    this.#isAfterBlank = text.trim() === '' || text === '---'
    if (!heading) {
      this.#add(text)
      return []
    }
    const before = this.end()
    this.#speaker = `${heading[1]}${heading[2] ?? ''}`
    this.#note = heading[3] ?? ''
    this.#offset = offset
    return before
  }

  end(): readonly TranscriptItem[] {
    const value: SpecstorySection = { speaker: this.#speaker, note: this.#note, body: this.#body.join('\n') }
    const offset = this.#offset
    this.#body = []
    this.#size = 0
    return value.speaker === '' && value.body.trim() === '' ? [] : [{ kind: 'record', offset, value }]
  }

  #add(text: string): void {
    if (text.startsWith('<tool-use')) this.#isInTool = !text.includes('</tool-use>')
    else if (this.#isInTool && text.trimEnd().endsWith('</tool-use>')) this.#isInTool = false
    this.#size += text.length
    if (this.#size <= MAX_RECORD_BYTES) this.#body.push(text)
  }
}

/** A tool call as SpecStory renders it. */
interface ToolBlock {
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
/** Output of write tools. It names the file if the rendered tool call does not. */
const WRITTEN = /^(?:The file (.{1,1000}?) has been |File created successfully at: (.{1,1000}))/m
const PATCHED = /^\*\*(?:Add|Update|Delete|Move): `([^`\n]{1,1000})`\*\*/gm
const FENCE = /^(`{3,})([\w-]*)[ \t]*$/
const FAILED = /^(?:Exit code [1-9]|Error\b|<tool_use_error>)/
const CLOSE = '</tool-use>'
const NEW_FILE: ReadonlySet<string> = new Set(['Write', 'write_file', 'write_to_file'])

/** The first tool call in a message, unless its block is empty. */
function toolBlockIn(body: string): ToolBlock | undefined {
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
