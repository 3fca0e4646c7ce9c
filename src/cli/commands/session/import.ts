import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { type ImportedSession, importSession } from '../../../app/transfer/import-session.ts'
import { readLines } from '../../../host/streamed-file.ts'
import { MAX_EVENT_BYTES } from '../../../log/event-log.ts'
import { Problem } from '../../../problem.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { reasonOf } from '../../present/problem.ts'
import { shortId } from '../../present/session.ts'

/** The maximum length of a line. JSON may escape one character as six characters. */
const MAX_LINE = 6 * MAX_EVENT_BYTES

export default buildCommand({
  docs: {
    brief: 'Import an exported session',
    fullDescription:
      'Imports a file that leftoff session export wrote on this or another machine. The events are stored unchanged, including those of parent sessions. The complete file is checked before anything is stored. Existing events are skipped, so an import can be repeated.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Exported file', parse: text, placeholder: 'FILE' }],
    },
    flags: { json: jsonFlag },
  },
  async func(this: CliContext, flags: { readonly json: boolean }, name: string) {
    const world = await this.world()
    const file = resolve(name)
    const imported = await importSession(world, () => readLines(file, MAX_LINE)).catch((error) => {
      throw withFile(error, file)
    })
    printResult(this, flags, imported, (value) => importedText(value, this.out.style.cyan))
  },
})

const importedText = (
  { session, sessions, stored }: ImportedSession,
  paint: (id: string) => string,
): string =>
  stored === 0
    ? `Session ${paint(shortId(session))} is already imported.`
    : [
        `Imported session ${paint(shortId(session))}: ${countText(stored, 'event')}.`,
        ...sessions
          .filter((one) => one.session !== session)
          .map(
            (one) =>
              `  parent session ${paint(shortId(one.session))}: ${one.stored} of ${countText(one.events, 'event')} new`,
          ),
      ].join('\n')

/** Adds the file to the error, and a fix if the file could not be read. */
function withFile(error: unknown, file: string): unknown {
  if (error instanceof Problem && error.where === undefined)
    return new Problem({
      code: error.code,
      message: error.message,
      where: file,
      fix: error.fix,
      outcome: error.outcome,
    })
  if (!(error instanceof Error) || !('syscall' in error)) return error
  return new Problem({
    code: 'file-unreadable',
    message: `cannot read the file: ${reasonOf(error)}`,
    where: file,
    fix: 'pass a file written by leftoff session export',
    outcome: 'notFound',
    cause: error,
  })
}
