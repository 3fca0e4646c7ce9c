import { countTokens } from '../../src/host/tokenizer.ts'
import type { QualityRequest } from '../main.ts'
import { methodsWith } from './methods.ts'
import { ownPoints, realPoints } from './points.ts'
import { asTable, CompactionScores } from './report.ts'
import { realSessions } from './sessions.ts'

/** Measures how many of the facts that a session needs later are in a summary of its older messages. */
export function measureCompaction({ histories, options }: QualityRequest): void {
  const half = options.tuning ? 'tuning' : 'held out'
  const methods = methodsWith(countTokens).filter(({ name }) => !options.method || name === options.method)
  const [own, real] = [new CompactionScores(), new CompactionScores()]
  for (const session of realSessions(histories, half, Number(options.sessions))) {
    for (const point of ownPoints(session)) own.add(point, methods, countTokens)
    for (const point of realPoints(session)) real.add(point, methods, countTokens)
  }
  console.log(asTable(`${half}, at 15,000 tokens, keeping the last 20 messages`, own))
  console.log(asTable(`${half}, where the session's own model summarized`, real))
}
