import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { sessionNamed } from '../../../app/lifecycle/find-session.ts'
import { handoffPieces } from '../../../app/transfer/export-handoff.ts'
import { exportedSession } from '../../../app/transfer/export-session.ts'
import { workingSetPieces } from '../../../app/transfer/export-working-set.ts'
import { readableSession } from '../../../app/transfer/readable-session.ts'
import { streamToFile } from '../../../host/streamed-file.ts'
import { Problem } from '../../../problem.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { shortId } from '../../present/session.ts'
import { reasonOf } from '../../reason.ts'

const FORMATS = ['json', 'markdown', 'working-set', 'handoff'] as const

const EXPORTS = {
  json: exportedSession,
  markdown: readableSession,
  'working-set': workingSetPieces,
  handoff: handoffPieces,
} as const

interface Flags {
  readonly format: (typeof FORMATS)[number]
  readonly out?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Write a session to a file',
    fullDescription:
      'As json all of its events, and those of the sessions that it branched off as far as they are its past, with their hashes: leftoff session import takes them in on another machine. As markdown its messages, for people. As working-set what it has come to, as JSON: summary, facts, decisions, open tasks, files and recent messages. As handoff what it leaves to the next one, as leftoff handoff --json prints it, and nothing is recorded. Secrets are taken out once more on the way. Without --out it goes to standard output; with it, the file is for you alone and is never half written.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Which session', parse: text, placeholder: 'ID' }],
    },
    flags: {
      format: { kind: 'enum', values: FORMATS, brief: 'In which form', default: 'json' },
      out: { kind: 'parsed', parse: text, brief: 'Into which file', placeholder: 'FILE', optional: true },
      json: { ...jsonFlag, brief: 'Print JSON about the file that was written' },
    },
  },
  async func(this: Context, flags: Flags, id: string) {
    const world = await this.world()
    const { session } = await sessionNamed(world, id)
    const pieces = EXPORTS[flags.format](world, session)
    if (flags.out === undefined) return printed(this, flags.format, pieces)
    const file = resolve(flags.out)
    await streamToFile(file, pieces).catch((error) => {
      throw error instanceof Problem ? error : unwritable(file, error)
    })
    if (flags.json) this.out.json({ session, format: flags.format, file })
    else this.out.print(`Wrote session ${this.out.style.cyan(shortId(session))} to ${file}`)
  },
})

/** One piece after the other: a large session never lies in memory as a whole. */
async function printed(
  { out }: Context,
  format: Flags['format'],
  pieces: AsyncIterable<string>,
): Promise<void> {
  for await (const piece of pieces)
    if (format === 'markdown') out.print(piece.replace(/\n$/, ''))
    else out.jsonPart(piece)
}

const unwritable = (file: string, cause: unknown): Problem =>
  new Problem({
    code: 'file-unwritable',
    message: `the file cannot be written: ${reasonOf(cause)}`,
    where: file,
    fix: 'name a file in a folder that is there and yours',
    cause,
  })
