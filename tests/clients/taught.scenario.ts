import { expect, it } from 'vitest'
import { type Box, sendSignal } from './box/box.ts'
import { initLeftoff, openBox, succeeds } from './box/open-box.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'

interface Reviewed {
  readonly memories: readonly { readonly id: string; readonly rule: string; readonly state: string }[]
}

/**
 * The next start recovers the session and extracts the rule. On a busy machine, this may take several starts.
 */
async function firstRule(here: Box): Promise<Reviewed['memories'][number] | undefined> {
  for (let starts = 0; starts < MOST_STARTS; starts += 1) {
    await here.ask(`What is left? ${play('greet')}`)
    const { memories }: Reviewed = await here.json('memory', 'list', '--all')
    if (memories[0]) return memories[0]
  }
  return undefined
}
const MOST_STARTS = 3

withEvery(['claude-code', 'codex'], 'corrected and then killed', (client) => {
  it('the next session receives the rule once the rule is approved', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.ask(`No, never use npm in this repo, always use pnpm. ${play('wait')}`, 'the last session', {
      meanwhile: sendSignal(here, 'SIGKILL'),
    })
    const rule = await firstRule(here)
    expect(rule?.rule).toMatch(/pnpm/)
    if (rule?.state === 'proposed') await succeeds(here, 'memory', 'approve', rule.id)
    const asked = here.model.questions.length
    await here.ask(`Say hello ${play('greet')}`)
    const requests = here.model.questions.slice(asked).map(({ raw }) => raw)
    expect(requests.some((raw) => raw.includes('Standing rules from the user') && raw.includes('pnpm'))).toBe(
      true,
    )
  })
})
