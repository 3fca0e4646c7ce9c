import { expect, it } from 'vitest'
import { type Box, signalled } from './box/box.ts'
import { opened, succeeds, wired } from './box/opened.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'

interface Reviewed {
  readonly memories: readonly { readonly id: string; readonly rule: string; readonly state: string }[]
}

/** The next start finds the crash and keeps what was taught; on a machine with much else to do, the one after it. */
async function keptRule(here: Box): Promise<Reviewed['memories'][number] | undefined> {
  for (let starts = 0; starts < MOST_STARTS; starts += 1) {
    await here.ask(`What is left? ${play('greet')}`)
    const { memories }: Reviewed = await here.json('memory', 'list', '--all')
    if (memories[0]) return memories[0]
  }
  return undefined
}
const MOST_STARTS = 3

withEvery(['claude-code', 'codex'], 'taught and then killed', (client) => {
  it('knows the rule in the next session, once its user has approved it', async () => {
    const here = await opened(client)
    await wired(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.ask(`No, never use npm in this repo, always use pnpm. ${play('wait')}`, 'the last session', {
      meanwhile: signalled(here, 'SIGKILL'),
    })
    const rule = await keptRule(here)
    expect(rule?.rule).toMatch(/pnpm/)
    if (rule?.state === 'proposed') await succeeds(here, 'memory', 'approve', rule.id)
    const asked = here.model.questions.length
    await here.ask(`Say hello ${play('greet')}`)
    const told = here.model.questions.slice(asked).map(({ raw }) => raw)
    expect(told.some((raw) => raw.includes('Standing rules of the user') && raw.includes('pnpm'))).toBe(true)
  })
})
