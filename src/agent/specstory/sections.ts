import { Lines } from '../transcript/lines.ts'
import type { Item, Items } from '../transcript/records.ts'
import { MOST_RECORD } from '../transcript/slim.ts'

/** One part of the file: what stands before the first message, or one message. */
export interface Section {
  /** `User`, `Agent`, `Agent - sidechain`, `Assistant`; empty for what stands before them. */
  readonly speaker: string
  /** What stands in brackets behind it: the model, the time, both or neither. */
  readonly note: string
  readonly body: string
}

const HEADING = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^()]{0,200})\))?\*\*_\s*$/

/** Markdown as SpecStory writes it, message by message. A heading that a tool printed is no heading. */
export function sectionsIn(): Items {
  const lines = new Lines()
  const sections = new Sections()
  return {
    push: (chunk) => lines.push(chunk).flatMap(({ text, offset }) => sections.take(text ?? '', offset)),
    end() {
      const last = lines.end()
      return [...(last ? sections.take(last.text ?? '', last.offset) : []), ...sections.end()]
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

  take(raw: string, offset: number): readonly Item[] {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const found = this.#isInTool || !this.#isAfterBlank ? null : HEADING.exec(text)
    this.#isAfterBlank = text.trim() === '' || text === '---'
    if (!found) {
      this.#add(text)
      return []
    }
    const before = this.end()
    this.#speaker = `${found[1]}${found[2] ?? ''}`
    this.#note = found[3] ?? ''
    this.#offset = offset
    return before
  }

  end(): readonly Item[] {
    const value: Section = { speaker: this.#speaker, note: this.#note, body: this.#body.join('\n') }
    const offset = this.#offset
    this.#body = []
    this.#size = 0
    return value.speaker === '' && value.body.trim() === '' ? [] : [{ kind: 'record', offset, value }]
  }

  #add(text: string): void {
    if (text.startsWith('<tool-use')) this.#isInTool = !text.includes('</tool-use>')
    else if (this.#isInTool && text.trimEnd().endsWith('</tool-use>')) this.#isInTool = false
    this.#size += text.length
    if (this.#size <= MOST_RECORD) this.#body.push(text)
  }
}
