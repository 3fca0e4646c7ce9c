import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import {
  exportHandoff,
  exportProgress,
  exportSession,
  exportTranscript,
  exportWorkingSet,
} from '../../../app/transfer/export-session.ts'
import { streamToFile } from '../../../host/streamed-file.ts'
import { Problem } from '../../../problem.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text, textFlag } from '../../flags.ts'
import { reasonOf } from '../../present/problem.ts'
import { shortId } from '../../present/session.ts'

const FORMATS = ['json', 'markdown', 'working-set', 'handoff', 'progress'] as const

const EXPORTS = {
  json: exportSession,
  markdown: exportTranscript,
  'working-set': exportWorkingSet,
  handoff: exportHandoff,
  progress: exportProgress,
} as const

interface SessionExportFlags {
  readonly format: (typeof FORMATS)[number]
  readonly out?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Export a session',
    fullDescription:
      'Formats: json contains all events with their hashes, including the events inherited from parent sessions, and can be imported with leftoff session import. markdown contains the messages in readable form. working-set contains the summary, facts, decisions, open tasks, files and recent messages as JSON. handoff is the output of leftoff handoff --json, without recording a handoff. progress lists what happened, oldest first. leftoff writes a handoff and a progress log at the end of every session with work in it. Secrets are redacted again. Output goes to standard output, or with --out to a file that only you can read and that is written atomically.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Session ID', parse: text, placeholder: 'ID' }],
    },
    flags: {
      format: { kind: 'enum', values: FORMATS, brief: 'Export format', default: 'json' },
      out: textFlag('Output file', 'FILE'),
      json: { ...jsonFlag, brief: 'Print the file name as JSON (with --out)' },
    },
  },
  async func(this: CliContext, flags: SessionExportFlags, id: string) {
    const world = await this.world()
    const { session } = await findSession(world, id)
    const pieces = EXPORTS[flags.format](world, session)
    if (flags.out === undefined) return printPieces(this, flags.format, pieces)
    const file = resolve(flags.out)
    await streamToFile(file, pieces).catch((error) => {
      throw error instanceof Problem ? error : unwritable(file, error)
    })
    if (flags.json) this.out.json({ session, format: flags.format, file })
    else this.out.print(`Exported session ${this.out.style.cyan(shortId(session))} to ${file}`)
  },
})

/** Prints in chunks, so that a large session is never completely in memory. */
async function printPieces(
  { out }: CliContext,
  format: SessionExportFlags['format'],
  pieces: AsyncIterable<string>,
): Promise<void> {
  for await (const piece of pieces)
    if (format === 'markdown') out.print(piece.replace(/\n$/, ''))
    else out.jsonPart(piece)
}

const unwritable = (file: string, cause: unknown): Problem =>
  new Problem({
    code: 'file-unwritable',
    message: `cannot write the file: ${reasonOf(cause)}`,
    where: file,
    fix: 'choose a file in an existing directory that you can write to',
    cause,
  })
