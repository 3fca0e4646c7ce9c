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
import { type ToolBlock, toolBlockIn, withoutBlocks } from './tool-block.ts'

/** Reads sessions that SpecStory saved as Markdown. It writes no ids, so tool calls are numbered in order. */
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

/** `Claude Code` becomes claude-code, `Codex CLI` codex, `Cursor IDE` cursor. */
const agentNamed = (name: string): string => {
  const plain = name.toLowerCase().trim()
  if (plain === 'gemini cli') return 'gemini-cli'
  return plain.replace(/ (?:cli|ide)$/, '').replace(/[^a-z0-9]+/g, '-') || 'cursor'
}

function timeIn(text: string): number | undefined {
  const [, day, time] = TIME.exec(text) ?? []
  return day && time ? parseTime(`${day}T${time.replaceAll('-', ':')}Z`) : undefined
}

/** Removes the rule between two messages. */
const withoutRule = (body: string): string => body.replace(/\n---\s*$/, '').trim()

/** A message, or the preface before the first one. */
interface SpecstorySection {
  /** `User`, `Agent`, `Agent - sidechain`, `Assistant`; empty for the preface. */
  readonly speaker: string
  /** Text in parentheses: the model, the time, both or neither. */
  readonly note: string
  readonly body: string
}

const HEADING = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^()]{0,200})\))?\*\*_\s*$/

/** Splits SpecStory Markdown into messages. Headings inside tool output do not count. */
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
