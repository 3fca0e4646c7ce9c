import { buildCommand } from '@stricli/core'
import { AGENT_NAMES } from '../../agent/adapter.ts'
import { indexPendingSymbols } from '../../app/search/index-symbols.ts'
import { importTranscripts } from '../../app/transcript/import.ts'
import type { Imported, Progress } from '../../app/transcript/import-count.ts'
import { locateProject } from '../../integrations/project.ts'
import { indexingOn } from '../../machine/indexing.ts'
import { Problem } from '../../problem.ts'
import { counted } from '../../text/time.ts'
import { answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { jsonFlag, text } from '../flags.ts'
import { importedText } from '../present/imported.ts'
import { histories, sourcesAt } from '../transcripts.ts'

/** Cursor sessions come from SpecStory histories. */
const IMPORTED = [...AGENT_NAMES, 'cursor'] as const

/** The rest is indexed when a session is shown. */
const INDEXING = { budgetMs: 10_000, now: Date.now }

interface Flags {
  readonly agent?: (typeof IMPORTED)[number]
  readonly project?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Import existing agent transcripts',
    fullDescription:
      'Imports transcripts of Claude Code, Codex, Gemini CLI and opencode, and SpecStory histories, from a file or a directory tree. Without PATH, reads the directories where agents keep their transcripts. Events that are already in the log are skipped, so an import can be repeated or interrupted safely.',
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
        values: IMPORTED,
        brief: 'Only sessions of this agent',
        placeholder: 'NAME',
        optional: true,
      },
      project: {
        kind: 'parsed',
        parse: text,
        brief: 'Assign the sessions to the project in this directory',
        placeholder: 'DIR',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, path?: string) {
    const world = await this.world()
    const { files, unreadable } = path === undefined ? histories(this.env, flags.agent) : sourcesAt(path)
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
    await indexPendingSymbols(indexingOn(world), INDEXING, { limit: 10_000 })
    this.out.progress('')
    const whole: Imported = { ...imported, unreadable: [...unreadable, ...imported.unreadable] }
    answer(this, flags, whole, (value) => importedText(value, this.out.style))
  },
})

const progressText = ({ files, ofFiles, bytes, ofBytes, events }: Progress): string => {
  const percent = ofBytes === 0 ? 100 : Math.floor((100 * bytes) / ofBytes)
  const bar = '#'.repeat(Math.round(percent / 5)).padEnd(20, '.')
  return `[${bar}] ${percent}%  ${files} of ${ofFiles} files, ${counted(events, 'event')}`
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
