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
