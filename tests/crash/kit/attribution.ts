import { join } from 'node:path'
import { agents } from '../../../src/agent/agents.ts'
import { sessionIdOf } from '../../../src/agent/event-draft.ts'
import { ingest } from '../../../src/app/ingest/ingest.ts'
import { record } from '../../../src/app/ingest/record.ts'
import { noteEvent } from '../../../src/app/lifecycle/notes.ts'
import { start } from '../../../src/app/lifecycle/start.ts'
import { propose } from '../../../src/app/memory/rules.ts'
import { sessionProjection } from '../../../src/app/projection.ts'
import { importTranscripts } from '../../../src/app/transcript/import.ts'
import { exportSession } from '../../../src/app/transfer/export-session.ts'
import { importSession } from '../../../src/app/transfer/import-session.ts'
import type { World } from '../../../src/app/world.ts'
import { fact } from '../../../src/event/define.ts'
import type { ProcessRef } from '../../../src/event/fields.ts'
import type { SessionId } from '../../../src/event/identity.ts'
import { AgentNoticed, ATTENDED, PromptSubmitted, ResponseCompleted } from '../../../src/event/turn.ts'
import { MemoryLog } from '../../../src/log/memory.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { memoryFile } from '../../transcript/memory-file.ts'
import {
  claudeWriter,
  codexWriter,
  geminiWriter,
  linesOf,
  type TranscriptWriter,
} from '../../transcript/writers.ts'
import { hookWorld } from './hook-world.ts'

const MINUTE = 60_000
const HERE: ProcessRef = { pid: 4711, started: 'boot:1', machine: 'here' }

/** An in-memory world. Its processes run until `crash`, and each hook call moves its clock a minute ahead. */
export class AttributionWorld {
  readonly world: World
  readonly #transcripts = new Map<string, string>()
  #time = Date.UTC(2026, 10, 16, 12)
  #isOver = false

  constructor(folder: string) {
    const base = hookWorld(new MemoryLog(sessionProjection), new Maildir(join(folder, 'spool')), folder)
    this.world = {
      ...base,
      clock: { now: () => this.#time },
      integrations: { ...base.integrations, writtenRules: () => [] },
      processes: {
        evidence: (process) => (process?.machine !== 'here' ? 'unknown' : this.#isOver ? 'gone' : 'alive'),
        running: () => undefined,
      },
      transcripts: {
        open: (_, path) => {
          const content = this.#transcripts.get(path)
          return content === undefined
            ? { kind: 'missing' }
            : { kind: 'file', file: memoryFile(path, content) }
        },
        subagentFiles: () => [],
      },
    }
  }

  pass(minutes = 1): void {
    this.#time += minutes * MINUTE
  }

  crash(): void {
    this.#isOver = true
  }

  writeTranscript(path: string, content: string): void {
    this.#transcripts.set(path, content)
  }

  /** Passes a hook payload to leftoff, which ignores some payloads. */
  async hear(agent: string, payload: object, process = processOf(payload)): Promise<void> {
    const adapter = agents.get(agent)
    if (!adapter) throw new Error(`no agent ${agent}`)
    const { directory } = this.world.place
    const hook = adapter.parse(JSON.stringify({ cwd: directory, directory, ...payload }))
    this.pass()
    if (hook.kind === 'malformed') throw new Error(`${agent}: ${hook.reason}`)
    if (hook.kind !== 'parsed') return
    await ingest(this.world, adapter, [{ hook, at: this.#time, process: () => process }])
  }
}

const processOf = (payload: object): ProcessRef => ({
  ...HERE,
  pid: HERE.pid + Number(/(\d)"/.exec(JSON.stringify(payload))?.[1] ?? 0),
})

/** A way in which text reaches leftoff. */
export interface Channel {
  readonly name: string
  /** Whether a person typed the text as a prompt while hooks recorded the session. */
  readonly isTyped?: boolean
  /** Whether detection must treat the text as written by the user. */
  readonly isPrompt?: boolean
  send(to: AttributionWorld, text: string, number: number): Promise<void>
}

const claude = (session: string, payload: object): object => ({
  session_id: session,
  transcript_path: `/home/me/${session}.jsonl`,
  ...payload,
})

/** A Claude Code session in which the agent has answered a first prompt. */
async function claudeSession(to: AttributionWorld, number: number, process?: ProcessRef): Promise<string> {
  const session = `session-${number}`
  await to.hear(
    'claude-code',
    claude(session, { hook_event_name: 'SessionStart', source: 'startup' }),
    process,
  )
  await attend(to, session)
  return answered(to, session, process)
}

async function attend({ world }: AttributionWorld, session: string, agent = 'claude-code'): Promise<void> {
  const heading = { id: world.ids.event(), at: world.clock.now() }
  await record(world, sessionIdOf(agent, session), [fact(AgentNoticed, heading, { kind: ATTENDED })])
}

async function answered(to: AttributionWorld, session: string, process?: ProcessRef): Promise<string> {
  for (const payload of [
    { hook_event_name: 'UserPromptSubmit', prompt: 'set up the parser', prompt_id: 'prompt-0' },
    { hook_event_name: 'Stop', last_assistant_message: 'I ran npm install and committed it to main.' },
  ])
    await to.hear('claude-code', claude(session, payload), process)
  return session
}

const claudeHook =
  (payloads: (text: string) => readonly object[]): Channel['send'] =>
  async (to, text, number) => {
    const session = await claudeSession(to, number)
    for (const payload of payloads(text)) await to.hear('claude-code', claude(session, payload))
  }

const promptOf = (prompt: string): object => ({
  hook_event_name: 'UserPromptSubmit',
  prompt,
  prompt_id: 'prompt-1',
})

const EXPANSION = {
  hook_event_name: 'UserPromptExpansion',
  prompt_id: 'prompt-1',
  command_name: 'setup',
  command_args: '',
  prompt: '/setup',
}

const imported =
  (writer: TranscriptWriter): Channel['send'] =>
  async ({ world }, text, number) => {
    const session = `0d9f7f4e-1111-4222-8333-44445555666${number}`
    const content = `${linesOf(writer, session, stepsOf(text)).join('\n')}\n`
    await importTranscripts(world, { files: [memoryFile(`/${writer.file(session)}`, content)] })
  }

const stepsOf = (text: string) => [
  { kind: 'prompt', text: 'set up the parser' } as const,
  { kind: 'answer', text: 'I ran npm install and committed it to main.' } as const,
  { kind: 'prompt', text } as const,
]

const opened =
  (ask: Parameters<typeof start>[1], origin?: 'user'): Channel['send'] =>
  async (to, text) => {
    const { world } = to
    const { session } = await start(world, ask)
    for (const words of ['set up the parser', text]) {
      to.pass()
      const heading = () => ({ id: world.ids.event(), at: world.clock.now() })
      await record(world, session.id, [
        fact(PromptSubmitted, heading(), { text: words, ...(origin && { origin }) }),
      ])
      await record(world, session.id, [fact(ResponseCompleted, heading(), { text: 'I ran npm install.' })])
    }
  }

const exportedLines = async (world: World, session: SessionId): Promise<readonly string[]> => {
  const parts: string[] = []
  for await (const part of exportSession(world, session)) parts.push(part)
  return parts.join('').split('\n')
}

export const CHANNELS: readonly Channel[] = [
  {
    name: 'Claude Code prompt',
    isTyped: true,
    isPrompt: true,
    send: claudeHook((text) => [promptOf(text)]),
  },
  {
    name: 'first prompt of a session',
    isPrompt: true,
    send: async (to, text, number) => {
      const session = `print-${number}`
      await to.hear('claude-code', claude(session, { hook_event_name: 'SessionStart', source: 'startup' }))
      await attend(to, session)
      await to.hear('claude-code', claude(session, promptOf(text)))
    },
  },
  {
    name: 'Codex prompt',
    isPrompt: true,
    send: async (to, text, number) => {
      const about = { session_id: `codex-${number}`, model: 'm' }
      for (const payload of [
        { hook_event_name: 'SessionStart', source: 'startup' },
        { hook_event_name: 'UserPromptSubmit', turn_id: '1', prompt: 'set up the parser' },
        { hook_event_name: 'Stop', turn_id: '1', last_assistant_message: 'I ran npm install.' },
        { hook_event_name: 'UserPromptSubmit', turn_id: '2', prompt: text },
      ]) {
        await to.hear('codex', { ...about, ...payload })
        await attend(to, about.session_id, 'codex')
      }
    },
  },
  {
    name: 'Gemini CLI prompt',
    isPrompt: true,
    send: async (to, text, number) => {
      const about = { session_id: `gemini-${number}` }
      for (const [at, payload] of [
        { hook_event_name: 'SessionStart', source: 'startup' },
        { hook_event_name: 'BeforeAgent', prompt: 'set up the parser' },
        { hook_event_name: 'AfterAgent', prompt: 'x', prompt_response: 'I ran npm install.' },
        { hook_event_name: 'BeforeAgent', prompt: text },
      ].entries())
        await to.hear('gemini-cli', { ...about, timestamp: `2026-11-16T12:0${number}:0${at}Z`, ...payload })
    },
  },
  {
    name: 'opencode prompt',
    isPrompt: true,
    send: async (to, text, number) => {
      const about = { sessionID: `ses_opencode${number}` }
      for (const [at, payload] of [
        { hook: 'session.start', source: 'startup' },
        { hook: 'chat.message', messageID: 'm1', text: 'set up the parser' },
        { hook: 'session.idle', messageID: 'm2', text: 'I ran npm install.' },
        { hook: 'chat.message', messageID: 'm3', text },
      ].entries())
        await to.hear('opencode', { ...about, at: Date.UTC(2026, 10, 16, 12, number, at), ...payload })
    },
  },
  {
    name: 'expanded command',
    isPrompt: true,
    send: claudeHook((text) => [promptOf(text), EXPANSION]),
  },
  {
    name: 'expanded command, reported before its prompt',
    isPrompt: true,
    send: claudeHook((text) => [EXPANSION, promptOf(text)]),
  },
  {
    name: 'program that controls Claude Code',
    isPrompt: true,
    send: async (to, text, number) => {
      const session = `sdk-${number}`
      await to.hear('claude-code', claude(session, { hook_event_name: 'SessionStart', source: 'startup' }))
      await answered(to, session)
      await to.hear('claude-code', claude(session, promptOf(text)))
    },
  },
  {
    name: 'program that resumes a session of a person',
    isPrompt: true,
    send: async (to, text, number) => {
      const session = await claudeSession(to, number)
      await to.hear('claude-code', claude(session, { hook_event_name: 'SessionEnd', reason: 'other' }))
      const program = { ...HERE, pid: 5000 + number }
      const start = { hook_event_name: 'SessionStart', source: 'resume' }
      await to.hear('claude-code', claude(session, start), program)
      await to.hear('claude-code', claude(session, promptOf(text)), program)
    },
  },
  {
    name: 'session whose start no hook saw',
    isPrompt: true,
    send: async (to, text, number) => {
      const session = await answered(to, `late-${number}`)
      await to.hear('claude-code', claude(session, promptOf(text)))
    },
  },
  {
    name: 'prompt of a sub-agent',
    send: claudeHook((text) => [{ ...promptOf(text), agent_id: 'a1', agent_type: 'Explore' }]),
  },
  {
    name: 'report of a sub-agent',
    send: claudeHook((text) => [
      promptOf(`<task-notification>${text}</task-notification>`),
      {
        hook_event_name: 'SubagentStop',
        agent_id: 'a1',
        agent_type: 'Explore',
        last_assistant_message: text,
      },
    ]),
  },
  {
    name: 'tool output',
    send: claudeHook((text) => [
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_use_id: 't1',
        tool_input: { command: 'cat README.md' },
        tool_response: { stdout: text },
      },
    ]),
  },
  {
    name: 'answer of the agent',
    send: claudeHook((text) => [{ hook_event_name: 'Stop', prompt_id: 'p9', last_assistant_message: text }]),
  },
  {
    name: 'compaction summary',
    send: claudeHook((text) => [{ hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: text }]),
  },
  {
    name: 'gap filled from the transcript',
    isPrompt: true,
    send: async (to, text, number) => {
      const session = await claudeSession(to, number)
      to.writeTranscript(
        `/home/me/${session}.jsonl`,
        `${linesOf(claudeWriter, session, stepsOf(text)).join('\n')}\n`,
      )
    },
  },
  { name: 'imported Claude Code transcript', isPrompt: true, send: imported(claudeWriter) },
  { name: 'imported Codex transcript', isPrompt: true, send: imported(codexWriter) },
  { name: 'imported Gemini CLI transcript', isPrompt: true, send: imported(geminiWriter) },
  {
    name: 'SpecStory file of the repository',
    send: async ({ world }, text, number) => {
      const head = `<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# 2026-02-22 15:59:39Z\n\n<!-- Claude Code Session 11111111-2222-3333-4444-55555555555${number} (2026-02-22 15:59:39Z) -->\n`
      const user = (words: string) => `\n_**User (2026-02-22 16:00:00Z)**_\n\n${words}\n\n---\n`
      const agent = '\n_**Agent (model-1 2026-02-22 16:01:00Z)**_\n\nI ran npm install.\n'
      const content = head + user('set up the parser') + agent + user(text)
      await importTranscripts(world, { files: [memoryFile(`/.specstory/history/${number}.md`, content)] })
    },
  },
  {
    name: 'session exported elsewhere',
    isPrompt: true,
    send: async (to, text, number) => {
      const there = new AttributionWorld(to.world.place.checkout)
      const session = await claudeSession(there, number)
      await there.hear('claude-code', claude(session, promptOf(text)))
      const lines = await exportedLines(there.world, sessionIdOf('claude-code', session))
      await importSession(to.world, () => lines)
    },
  },
  {
    name: 'session of another machine',
    isPrompt: true,
    send: async (to, text, number) => {
      const there = { ...HERE, machine: 'there' }
      const session = await claudeSession(to, number, there)
      await to.hear('claude-code', claude(session, promptOf(text)), there)
    },
  },
  {
    name: 'memory_learn of an agent',
    send: async ({ world }, text) => {
      await propose(world, { text, scope: { kind: 'universal' }, origin: 'assistant', confidence: 0.99 })
    },
  },
  {
    name: 'note of an agent',
    send: async (to, text, number) => {
      const session = sessionIdOf('claude-code', await claudeSession(to, number))
      await record(to.world, session, [noteEvent(to.world, { kind: 'decision', text, origin: 'assistant' })])
    },
  },
  {
    name: 'program with the library',
    isPrompt: true,
    send: opened({ agent: 'claude-code', trigger: 'process', process: HERE }),
  },
  {
    name: 'program that claims a user',
    isPrompt: true,
    send: opened({ agent: 'claude-code', trigger: 'process', process: HERE }, 'user'),
  },
  {
    name: 'session started by hand',
    isPrompt: true,
    send: opened({ agent: 'claude-code', trigger: 'command', process: HERE }, 'user'),
  },
  {
    name: 'unknown client',
    isPrompt: true,
    send: opened({ agent: 'cursor', trigger: 'hook', process: HERE }, 'user'),
  },
]
