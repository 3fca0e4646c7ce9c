import { brokenQuotations, nearMiss } from '../support/near-fences.ts'
import { type Campaign, require } from './kit/campaign.ts'

/** Text that an agent reads contains nothing that looks like a tag that leftoff or a client uses. */
export const nearFences: Campaign = {
  id: 'R30',
  title: 'near fences',
  async run(trial) {
    const cases = trial.size({ change: 10_000, night: 500_000 })
    const random = trial.random('near fences')
    for (let number = 0; number < cases; number += 1) {
      const text = Array.from({ length: random.between(1, 3) }, () => nearMiss(random.oneOf)).join(' ')
      const broken = brokenQuotations(text)
      require(broken.length === 0, `${JSON.stringify(text)} is still a tag in: ${broken.join(', ')}`)
    }
    return `${cases} texts in six kinds of quotation`
  },
}
