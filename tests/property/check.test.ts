import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sinceSentences } from '../../src/brief/changes-since.ts'
import { compareClaims, splitByCheck, summarizeLater } from '../../src/brief/check.ts'
import { type Claim, SECTIONS } from '../../src/brief/claim.ts'
import type { CommitState, FileState, InspectedTree } from '../../src/brief/working-tree.ts'
import { foldSession, noSession } from '../../src/session/session.ts'
import { session } from '../support/events.ts'
import { anyLog } from './arbitrary-events.ts'
import { LIMIT_MS, runs } from './runs.ts'

const text = fc.oneof(
  fc.constantFrom('src/a.ts', 'b.py', 'npm test', 'fix it', 'p', '__proto__', 'main', '', '\n[x]\u2028'),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const COMMIT_STATES = ['committed', 'staged', 'modified', 'untracked', 'unknown'] as const
const moment = fc.integer({ min: -10, max: 100_000 })

const claim: fc.Arbitrary<Claim> = fc.record(
  {
    section: fc.constantFrom(...SECTIONS),
    text,
    session: fc.constant(session('known')),
    event: fc.constant(undefined as never),
    at: moment,
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    because: fc.array(text, { maxLength: 2 }),
    about: fc.record(
      { files: fc.array(text, { maxLength: 4 }), branch: text, head: text, test: text, command: text },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['section', 'text', 'session', 'at', 'score', 'because'] },
)

/** A working tree that returns random, inconsistent results. */
const tree: fc.Arbitrary<InspectedTree> = fc
  .record({
    exists: fc.boolean(),
    branch: fc.option(text, { nil: undefined }),
    head: fc.option(text, { nil: undefined }),
    states: fc.infiniteStream(fc.constantFrom<FileState>('same', 'changed', 'gone', 'unknown')),
    commits: fc.array(fc.record({ id: text, subject: text, at: moment }), { maxLength: 9 }),
    kinds: fc.infiniteStream(fc.constantFrom<CommitState>(...COMMIT_STATES)),
    hasLog: fc.boolean(),
    switched: fc.option(fc.record({ from: text, to: text }), { nil: undefined }),
  })
  .map(({ exists, branch, head, states, commits, kinds, hasLog, switched }) => ({
    exists,
    branch,
    head,
    worktrees: [],
    worktreeOf: () => undefined,
    fileState: () => states.next().value,
    headMovesSince: () =>
      hasLog ? { commits, pulls: 1, resets: 1, isCut: true, ...(switched && { switched }) } : undefined,
    renames: new Map([['b.py', 'c.py']]),
    commitStates: new Map(['src/a.ts', 'b.py', '__proto__'].map((path) => [path, kinds.next().value])),
  }))

const sessions = fc
  .array(anyLog, { maxLength: 3 })
  .map((all) =>
    all.map((events) => ({ session: session('known'), view: events.reduce(foldSession, noSession) })),
  )

const canBeChecked = ({ about }: Claim): boolean =>
  Boolean(about?.branch !== undefined || about?.head !== undefined)

test(
  'for any working tree and log, every claim keeps its place and text and gets a check result',
  () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 8 }), tree, sessions, (claims, now, known) => {
        const found = compareClaims(claims, now, summarizeLater({ sessions: known }))
        expect(found.map(({ check: _, ...rest }) => rest)).toEqual(
          claims.map(({ check: _, ...rest }) => rest),
        )
        for (const one of found) {
          expect(one.check).toBeDefined()
          if (canBeChecked(one)) expect(one.check?.kind).not.toBe('unchecked')
          if (one.check?.kind === 'gone' || one.check?.kind === 'changed') {
            expect(one.check.why).toBeTruthy()
            expect(one.check.why).not.toMatch(/[\r\n[\]]/)
          }
        }
        const { kept, dropped } = splitByCheck(found)
        expect(kept.length + dropped.length).toBe(claims.length)
        expect(kept).toEqual(found.filter((one) => kept.includes(one)))
        for (const one of dropped) expect(one.check?.why).toBeTruthy()
      }),
      { numRuns: runs(200) },
    )
  },
  LIMIT_MS,
)

test(
  'for any working tree and log, every change since the last session is reported on one line',
  () => {
    let lines = 0
    fc.assert(
      fc.property(tree, sessions, (now, known) => {
        const all = known.flatMap(({ view }) => sinceSentences({ view }, now))
        lines += all.length
        for (const line of all) expect(line.split('\n')).toHaveLength(1)
      }),
      { numRuns: runs(200) },
    )
    expect(lines).toBeGreaterThan(0)
  },
  LIMIT_MS,
)
