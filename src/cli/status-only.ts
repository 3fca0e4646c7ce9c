import { readdirSync } from 'node:fs'
import type { World } from '../app/world.ts'
import { below } from '../host/below.ts'
import { hasCode } from '../host/private-file.ts'
import { ViewReader } from '../log/sqlite/view-reader.ts'
import { type Ground, groundOf } from '../machine/ground.ts'
import { elsewhere, readingLog, readingWorld } from '../machine/reading-world.ts'
import type { Session } from '../session/session.ts'
import { SESSION_SHAPE } from '../session/shape.ts'
import { type Out, systemOut } from './out.ts'
import { showStatus } from './status.ts'

/**
 * `leftoff session status [ID] [--json]` where nothing is out of the ordinary: the spool is empty, the log is sound and
 * the session is found. Answers false for everything else, having said nothing: then the whole command line answers.
 */
export async function main([, , ...words]: readonly string[]): Promise<boolean> {
  const said = await attempted(words)
  said?.()
  return said !== undefined
}

type Said = () => void

/** What is to be said, not yet said. Whatever goes wrong, the whole command line meets it again and tells it. */
async function attempted(words: readonly string[]): Promise<Said | undefined> {
  try {
    return await answered(groundOf(process.env, process.cwd()), words)
  } catch {
    return undefined
  }
}

async function answered(ground: Ground, words: readonly string[]): Promise<Said | undefined> {
  const reader = new ViewReader<Session>(ground.paths().log, SESSION_SHAPE)
  const { out, said } = held(systemOut(ground.env))
  const flags = { json: words.includes('--json') }
  const id = words.find((word) => word !== '--json')
  try {
    await showStatus({ env: ground.env, out, world: async () => world(ground, reader) }, flags, id)
    return said()
  } finally {
    reader.close()
  }
}

/** Keeps an answer until it is sure that it is one. */
function held(out: Out): { readonly out: Out; said(): Said | undefined } {
  let said: Said | undefined
  const print: Out['print'] = (text) => {
    said = () => out.print(text)
  }
  const json: Out['json'] = (value) => {
    said = () => out.json(value)
  }
  return { out: { ...out, print, json }, said: () => said }
}

function world(ground: Ground, reader: ViewReader<Session>): World {
  return isEmpty(below(ground.paths().spool, 'new'))
    ? readingWorld(
        ground,
        readingLog(ground.paths().log, () => reader),
      )
    : elsewhere()
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    return hasCode(error, 'ENOENT')
  }
}
