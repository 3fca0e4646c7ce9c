import type { Brief } from '../../app/compose.ts'
import { lineOf } from '../../brief/markdown.ts'

/** Every line with where it comes from, what it weighs, what it costs, and whether it was looked at again. */
export function explained({ lines, sessions, tokens }: Brief): string {
  const rows = lines.flatMap(({ claim, tokens: cost }) => [
    lineOf(claim),
    `    ${[
      `score ${claim.score.toFixed(2)}`,
      `${cost} tokens`,
      claim.standing
        ? `${claim.standing.kind}${claim.standing.why ? ` (${claim.standing.why})` : ''}`
        : 'unchecked',
      `session ${claim.session}`,
      ...(claim.event ? [`event ${claim.event}`] : []),
      ...(claim.because.length > 0 ? [claim.because.join(', ')] : []),
    ].join(' · ')}`,
  ])
  const from = sessions.map(
    ({ session, weight, because }) => `${session}  ${weight.toFixed(2)}  ${because.join(', ')}`,
  )
  return [...rows, '', `${tokens} tokens, from these sessions:`, ...from].join('\n')
}

/** The same for programs. */
export const briefJson = ({ project, text, tokens, lines, left, sessions }: Brief): object => ({
  project,
  text,
  tokens,
  lines: lines.map(({ claim, tokens: cost }) => ({
    section: claim.section,
    text: claim.text,
    score: claim.score,
    tokens: cost,
    session: claim.session,
    event: claim.event ?? null,
    at: claim.at,
    standing: claim.standing ?? { kind: 'unchecked' },
    because: claim.because,
  })),
  left,
  sessions,
})
