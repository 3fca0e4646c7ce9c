import { Problem } from '../problem.ts'
import type { Damage } from './event-log.ts'

/** What a reader does with damage who has not said otherwise. */
export function refuseDamage(damage: Damage): never {
  throw new Problem({
    code: 'log-damaged',
    message: `event ${damage.seq ?? '?'} of session ${damage.session ?? '?'}: ${damage.detail}`,
    fix: 'leftoff verify   (tells what is damaged; the events before and after it are intact)',
    outcome: 'damaged',
  })
}
