import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { HOUR, locationNamed, PROCESS, TestWorld } from '../../../tests/support/world.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { systemClock } from '../../host/clock.ts'
import { blobHash } from '../../integrations/working-tree.ts'
import type { TouchedFile } from '../../session/files-and-commands.ts'
import type { HookCall } from './hook-call.ts'
import { ingest } from './ingest.ts'

const SESSION = '56fdcf13-eec9-4a34-9184-c88fd11ec76c'
const ID = sessionIdOf('claude-code', SESSION)

/** Files have real mtimes, so this world uses the real clock. */
function stage() {
  const world = new TestWorld()
  const folder = temporaryFolder()
  world.time = systemClock.now()
  world.place = locationNamed('app', folder)
  const path = (name: string): string => join(folder, name)
  const hookCall = (event: string, fields: object = {}): HookCall => {
    const payload = { session_id: SESSION, cwd: folder, hook_event_name: event, ...fields }
    const hook = claudeCode.parse(JSON.stringify(payload))
    if (hook.kind !== 'parsed') throw new Error(`${event} was ${hook.kind}`)
    return { hook, at: world.time, process: () => PROCESS }
  }
  return {
    world,
    path,
    write(name: string, text: string) {
      mkdirSync(join(path(name), '..'), { recursive: true })
      writeFileSync(path(name), text)
    },
    edited: (name: string, call = name) =>
      hookCall('PostToolUse', {
        tool_name: 'Write',
        tool_use_id: call,
        tool_input: { file_path: path(name), content: 'x' },
        tool_response: { type: 'create' },
      }),
    stop: (id: string) => hookCall('Stop', { prompt_id: id, last_assistant_message: id }),
    ingest: (...calls: readonly HookCall[]) => ingest(world, claudeCode, calls),
    async file(name: string): Promise<TouchedFile | undefined> {
      return (await world.view(ID)).craft.files.find((file) => file.path === path(name))
    },
    async count(): Promise<number> {
      return (await world.types(ID)).filter((type) => type === 'file.settled').length
    },
  }
}

describe('a file that an agent changed', () => {
  test('gets a snapshot with its size and content', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    await here.ingest(here.edited('a.ts'))
    const file = await here.file('a.ts')
    expect(file?.settled).toMatchObject({ bytes: 3, blob: blobHash(Buffer.from('one')) })
  })

  test('gets one snapshot per turn, at its end, and none on redelivery', async () => {
    const here = stage()
    here.write('a.ts', 'formatted')
    const turn = [here.edited('a.ts', '1'), here.edited('a.ts', '2'), here.stop('p')]
    await here.ingest(...turn)
    await here.ingest(...turn)
    for (const call of turn) await here.ingest(call)
    expect(await here.count()).toBe(1)
    expect((await here.file('a.ts'))?.settled?.blob).toBe(blobHash(Buffer.from('formatted')))
  })

  test('gets another snapshot at the end of a later turn whose command rewrote it', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    await here.ingest(here.edited('a.ts'), here.stop('p'))
    here.write('a.ts', 'formatted')
    here.world.time = systemClock.now()
    await here.ingest(here.stop('q'))
    expect((await here.file('a.ts'))?.settled?.blob).toBe(blobHash(Buffer.from('formatted')))
    expect(await here.count()).toBe(2)
  })

  test('gets no snapshot if it was written after the spooled call', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    const late = { ...here.edited('a.ts'), at: here.world.time - HOUR }
    await here.ingest(late)
    expect(await here.file('a.ts')).toMatchObject({ change: 'created' })
    expect(await here.count()).toBe(0)
  })

  test('gets no snapshot if it is missing or outside the checkout', async () => {
    const here = stage()
    await here.ingest(here.edited('gone.ts'), here.edited('../outside.ts'))
    expect(await here.count()).toBe(0)
  })

  test('keeps its content hash through redaction', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    const blob = blobHash(Buffer.from('one'))
    here.world.secrets = [blob]
    await here.ingest(here.edited('a.ts'))
    expect((await here.file('a.ts'))?.settled?.blob).toBe(blob)
  })

  test('is skipped beyond the limit of forty snapshots per call', async () => {
    const here = stage()
    const names = Array.from({ length: 45 }, (_, n) => `f${n}`)
    for (const name of names) here.write(name, name)
    utimesSync(here.path('f0'), 1, 1)
    await here.ingest(...names.map((name) => here.edited(name)))
    expect(await here.count()).toBe(40)
  })
})
