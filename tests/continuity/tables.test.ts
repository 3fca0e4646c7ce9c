import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIELDS } from '../../src/session/checkpoint.ts'
import { COMPLETION, WEIGHTS } from '../../src/session/confidence.ts'
import { MARKERS, PHASE_RULES } from '../../src/session/context-phase.ts'

const rows = readFileSync(join(import.meta.dirname, '../../docs/reference/session-state.md'), 'utf8').split(
  '\n',
)
const signed = (change: number): string => (change > 0 ? `+${change}` : String(change))
const percent = (share: number): string => (Number.isFinite(share) ? `${share * 100} %` : '-')

test.each([
  ['tiers', FIELDS.map(({ name, tier, from }) => `| \`${name}\` | ${tier} | ${from} |`)],
  ['phases', PHASE_RULES.map(({ phase, below, says }) => `| \`${phase}\` | ${percent(below)} | ${says} |`)],
  ['markers', Object.entries(MARKERS).map(([phase, about]) => `| \`[PHASE: ${phase}]\` | ${about} |`)],
  ['confidence', Object.entries(WEIGHTS).map(([reason, change]) => `| ${reason} | ${signed(change)} |`)],
  ['completion', Object.entries(COMPLETION).map(([reason, change]) => `| ${reason} | ${signed(change)} | `)],
])('the table of %s in the docs matches the code', (_, wanted) => {
  for (const row of wanted)
    expect(
      rows.some((found) => found.startsWith(row)),
      row,
    ).toBe(true)
})
