import { existsSync } from 'node:fs'
import { buildCommand } from '@stricli/core'
import { AGENT_NAMES } from '../../agent/adapter.ts'
import type { TranscriptFile } from '../../agent/transcript/reader.ts'
import { indexPendingSymbols } from '../../app/search/index-symbols.ts'
import {
  type FormatCount,
  type ImportReport,
  importTranscripts,
  type Progress,
} from '../../app/transcript/import.ts'
import { databasePath, sessionsIn } from '../../bootstrap/agent-transcripts.ts'
import { withParser } from '../../bootstrap/parser.ts'
import type { Environment } from '../../host/paths.ts'
import { type FoundFiles, findTranscripts, transcriptRoots } from '../../host/transcripts.ts'
import { locateProject } from '../../integrations/project.ts'
import { Problem } from '../../problem.ts'
import { countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag, text, textFlag } from '../flags.ts'
import { printResult, type Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'

/** The agents whose sessions can be imported. Cursor sessions come from SpecStory histories. */
const IMPORTABLE_AGENTS = [...AGENT_NAMES, 'cursor'] as const

/** Sessions that cannot be indexed within this time are indexed when they are shown. */
const INDEXING = { budgetMs: 10_000, now: Date.now }

interface ImportFlags {
  readonly agent?: (typeof IMPORTABLE_AGENTS)[number]
  readonly project?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Import existing agent transcripts',
    fullDescription:
      'Imports transcripts from Claude Code, Codex, Gemini CLI and opencode, and SpecStory histories, from a file or a directory tree. Without PATH, reads the directories where agents keep their transcripts. Events that are already in the log are skipped, so an import can be repeated or interrupted safely.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Transcript or directory (default: where agents keep transcripts)',
          parse: text,
          placeholder: 'PATH',
          optional: true,
        },
      ],
    },
    flags: {
      agent: {
        kind: 'enum',
        values: IMPORTABLE_AGENTS,
        brief: 'Only sessions of this agent',
        placeholder: 'NAME',
        optional: true,
      },
      project: textFlag('Assign the sessions to the project in this directory', 'DIR'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: ImportFlags, path?: string) {
    const world = await this.world()
    const { files, unreadable } =
      path === undefined ? agentTranscripts(this.env, flags.agent) : transcriptsAt(path)
    if (files.length === 0 && unreadable.length === 0) throw nothingThere(path)
    const imported = await this.log().inBulk(() =>
      importTranscripts(world, {
        files,
        agent: flags.agent,
        project: flags.project === undefined ? undefined : locateProject(flags.project),
        onProgress: (progress) => this.out.progress(progressText(progress)),
      }),
    )
    this.out.progress('indexing changed files')
    await indexPendingSymbols(withParser(world), INDEXING, { limit: 10_000 })
    this.out.progress('')
    const whole: ImportReport = { ...imported, unreadable: [...unreadable, ...imported.unreadable] }
    printResult(this, flags, whole, (value) => importText(value, this.out.style))
  },
})

const progressText = ({ files, ofFiles, bytes, ofBytes, events }: Progress): string => {
  const percent = ofBytes === 0 ? 100 : Math.floor((100 * bytes) / ofBytes)
  const bar = '#'.repeat(Math.round(percent / 5)).padEnd(20, '.')
  return `[${bar}] ${percent}%  ${files} of ${ofFiles} files, ${countText(events, 'event')}`
}

const nothingThere = (path: string | undefined): Problem =>
  new Problem({
    code: 'nothing-to-import',
    message:
      path === undefined ? 'no agent transcripts found' : 'no transcripts found (.jsonl, .json or .md)',
    ...(path !== undefined && { where: path }),
    fix: 'pass a transcript or a directory of transcripts: leftoff import PATH',
    outcome: 'notFound',
  })

interface TranscriptSources {
  readonly files: readonly TranscriptFile[]
  readonly unreadable: FoundFiles['unreadable']
}

/** Transcripts at a path: one file, or all files in a directory tree. */
function transcriptsAt(path: string): TranscriptSources {
  if (!existsSync(path)) throw noSuchPath(path)
  const { files, unreadable } = findTranscripts(path)
  return { files, unreadable }
}

/** Transcripts in the directories where agents keep them. */
function agentTranscripts(env: Environment, agent: string | undefined): TranscriptSources {
  const roots = Object.entries(transcriptRoots(env))
    .filter(([name]) => agent === undefined || agent === name)
    .flatMap(([, folders]) => folders)
    .filter((folder) => existsSync(folder))
  const found = roots.map(findTranscripts)
  const database = agent === undefined || agent === 'opencode' ? databaseSessions(databasePath(env)) : NONE
  const all = [...found, database]
  return { files: all.flatMap(({ files }) => files), unreadable: all.flatMap(({ unreadable }) => unreadable) }
}

const NONE: TranscriptSources = { files: [], unreadable: [] }

function databaseSessions(path: string): TranscriptSources {
  try {
    return { files: sessionsIn(path), unreadable: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { files: [], unreadable: [{ path, reason }] }
  }
}

const noSuchPath = (path: string): Problem =>
  new Problem({
    code: 'path-unknown',
    message: 'no such file or directory',
    where: path,
    fix: 'pass a transcript or a directory of transcripts: leftoff import PATH',
    outcome: 'notFound',
  })

const MAX_UNREADABLE_SHOWN = 10

/** The result of an import. */
function importText(imported: ImportReport, style: Style): string {
  const { events, sessions, atWork, unreadable } = imported
  const formats = Object.entries(imported.formats)
  return [
    events > 0
      ? `${style.green('Imported')} ${countText(events, 'event')} from ${countText(sessions, 'session')}.`
      : 'Nothing new: all events are already in the log.',
    ...formats.map(([name, count]) => `  ${style.bold(name.padEnd(12))} ${formatText(count)}`),
    ...(atWork > 0
      ? [`Skipped ${countText(atWork, 'open session')} (imported after the session ends).`]
      : []),
    ...(unreadable.length > 0 ? [`Skipped ${countText(unreadable.length, 'unreadable file')}:`] : []),
    ...unreadable
      .slice(0, MAX_UNREADABLE_SHOWN)
      .map(({ path, reason }) => `  ${plain(path)}: ${plain(reason)}`),
    ...(unreadable.length > MAX_UNREADABLE_SHOWN
      ? [`  and ${unreadable.length - MAX_UNREADABLE_SHOWN} more (--json lists all)`]
      : []),
  ].join('\n')
}

const formatText = ({ files, unchanged, records, skipped, events }: FormatCount): string =>
  [
    countText(files, 'file'),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    countText(records, 'record'),
    countText(events, 'new event'),
    ...(skipped > 0 ? [`${skipped} unreadable`] : []),
  ].join(', ')
