import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { type ImportedSession, importSession } from '../../../app/transfer/import-session.ts'
import { linesOfFile } from '../../../host/streamed-file.ts'
import { MOST_EVENT_BYTES } from '../../../log/event-log.ts'
import { Problem } from '../../../problem.ts'
import { counted } from '../../../text/time.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { shortId } from '../../present/session.ts'
import { reasonOf } from '../../reason.ts'

/** JSON may write a character as six. */
const MOST_LINE = 6 * MOST_EVENT_BYTES

export default buildCommand({
  docs: {
    brief: 'Take in a session that was exported',
    fullDescription:
      'Takes in what leftoff session export wrote, here or on another machine: exactly the same events, with the sessions that it branched off. All of the file is checked before anything is stored; what is there already is passed over, so it can be repeated.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'The file', parse: text, placeholder: 'FILE' }],
    },
    flags: { json: jsonFlag },
  },
  async func(this: Context, flags: { readonly json: boolean }, name: string) {
    const world = await this.world()
    const file = resolve(name)
    const imported = await importSession(world, () => linesOfFile(file, MOST_LINE)).catch((error) => {
      throw placed(error, file)
    })
    answer(this, flags, imported, (value) => importedText(value, this.out.style.cyan))
  },
})

const importedText = (
  { session, sessions, stored }: ImportedSession,
  paint: (id: string) => string,
): string =>
  stored === 0
    ? `Session ${paint(shortId(session))} is here already.`
    : [
        `Took in session ${paint(shortId(session))}: ${counted(stored, 'event')}.`,
        ...sessions
          .filter((one) => one.session !== session)
          .map(
            (one) =>
              `  with ${paint(shortId(one.session))}, of which it is a branch: ${one.stored} of ${one.events} events were new`,
          ),
      ].join('\n')

/** Which file it was about; one that cannot be read is nobody's bug. */
function placed(error: unknown, file: string): unknown {
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
    message: `the file cannot be read: ${reasonOf(error)}`,
    where: file,
    fix: 'name a file that leftoff session export wrote',
    outcome: 'notFound',
    cause: error,
  })
}
