import { countTokens } from '../../src/host/tokenizer.ts'
import type { QualityRequest } from '../main.ts'
import { methodsWith } from './methods.ts'
import { ownPoints, realPoints } from './points.ts'
import { asTable, Measured } from './report.ts'
import { realSessions } from './sessions.ts'

/** How much a summary of older messages keeps of what the session uses again. */
export function measureCompaction({ histories, options }: QualityRequest): void {
  const half = options.tuning ? 'tuning' : 'held out'
  const methods = methodsWith(countTokens).filter(({ name }) => !options.method || name === options.method)
  const [own, real] = [new Measured(), new Measured()]
  for (const session of realSessions(histories, half, Number(options.sessions))) {
    for (const point of ownPoints(session)) own.add(point, methods, countTokens)
    for (const point of realPoints(session)) real.add(point, methods, countTokens)
  }
  console.log(asTable(`${half}, at 15,000 tokens with the last 20 messages kept`, own))
  console.log(asTable(`${half}, where the session's own model summarised`, real))
}
