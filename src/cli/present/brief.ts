import type { Brief } from '../../app/context/compose-brief.ts'
import { lineOf } from '../../brief/markdown.ts'

/** Every line with its source, score, tokens and check result. */
export function explained({ lines, dropped, sessions, tokens }: Brief): string {
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
  const gone = dropped.map(({ text, standing }) => `${text}   [${standing?.why ?? 'gone'}]`)
  const notTold = gone.length > 0 ? ['', 'Left out because it is no longer true:', ...gone] : []
  return [...rows, ...notTold, '', `${tokens} tokens from these sessions:`, ...from].join('\n')
}

/** The shape that --json prints. */
export const briefJson = ({ project, text, tokens, lines, dropped, left, sessions }: Brief): object => ({
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
  dropped: dropped.map(({ section, text: said, standing }) => ({
    section,
    text: said,
    why: standing?.why ?? null,
  })),
  left,
  sessions,
})
