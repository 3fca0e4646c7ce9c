import { brokenQuotations, nearMiss } from '../support/near-fences.ts'
import { type Campaign, require } from './kit/campaign.ts'

/** No near miss of a tag, of leftoff or of a client, survives in text that an agent reads. */
export const nearFences: Campaign = {
  id: 'R30',
  title: 'near fences',
  async run(trial) {
    const cases = trial.size({ change: 10_000, night: 500_000 })
    const random = trial.random('near fences')
    for (let number = 0; number < cases; number += 1) {
      const text = Array.from({ length: random.between(1, 3) }, () => nearMiss(random.oneOf)).join(' ')
      const broken = brokenQuotations(text)
      require(broken.length === 0, `${JSON.stringify(text)} is a tag in: ${broken.join(', ')}`)
    }
    return `${cases} texts in six kinds of quotation`
  },
}
