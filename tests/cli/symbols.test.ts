import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Maildir } from '../../src/spool/maildir.ts'
import { createSandbox } from '../support/sandbox.ts'

const FILE = 'class Shop {\n  sell() {\n    return 2\n  }\n}\n'

/** A delivery of the Claude Code hook. */
const edited = (directory: string): string =>
  JSON.stringify({
    session_id: 's1',
    transcript_path: join(directory, 'none.jsonl'),
    cwd: directory,
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_use_id: 'c1',
    tool_input: { file_path: join(directory, 'shop.ts'), old_string: 'return 1', new_string: 'return 2' },
    tool_response: { filePath: join(directory, 'shop.ts'), structuredPatch: [] },
  })

test('the brief names the method around an edit, and the file is parsed once', async () => {
  const here = await createSandbox()
  writeFileSync(join(here.folder, 'shop.ts'), FILE)
  await new Maildir(join(here.home, 'spool')).deliver('claude-code', edited(here.folder))
  const { brief } = await here.json(['brief', '--format', 'codes'])
  expect(brief.codes).toContain('impl:Shop.sell')
  const { session } = await here.json(['session', 'show', brief.session])
  const { events } = await here.json(['session', 'show', brief.session])
  expect(session.id).toBe(brief.session)
  expect(events.filter(({ type }: { type: string }) => type.startsWith('symbol'))).toMatchObject([
    { type: 'symbol.touched', text: expect.stringContaining('Shop.sell') },
    { type: 'symbols.indexed' },
  ])
})

const LANGUAGES = {
  'Cart.kt': 'class Cart {\n  fun total(): Int = 1\n}\n',
  'basket.swift': 'func emptyBasket(_ size: Int) -> Int {\n  return size\n}\n',
  'run.sh': 'deploy() {\n  echo hi\n}\n',
}

test('C1: codes name functions in Kotlin, Swift and shell, and a test run whose failure is hidden by a pipe', async () => {
  const here = await createSandbox()
  const spool = new Maildir(join(here.home, 'spool'))
  const call = (fields: object): string => JSON.stringify({ ...JSON.parse(edited(here.folder)), ...fields })
  for (const [name, content] of Object.entries(LANGUAGES)) {
    const path = join(here.folder, name)
    writeFileSync(path, content)
    const written = {
      tool_input: { file_path: path, content },
      tool_response: { type: 'create', filePath: path },
    }
    await spool.deliver('claude-code', call({ tool_name: 'Write', tool_use_id: name, ...written }))
  }
  const stdout = 'Tests:       1 failed, 3 passed, 4 total\nTest Suites: 1 failed, 1 total'
  const piped = { tool_input: { command: 'npx jest | tail -5' }, tool_response: { stdout, exitCode: 0 } }
  await spool.deliver('claude-code', call({ tool_name: 'Bash', tool_use_id: 'b', ...piped }))
  const { brief } = await here.json(['brief', '--format', 'codes'])
  expect(brief.codes).toEqual(
    expect.arrayContaining(['impl:Cart.total', 'impl:emptyBasket', 'impl:deploy', 'fail:jest']),
  )
  expect(brief.codes).not.toContain('test:jest')
})
