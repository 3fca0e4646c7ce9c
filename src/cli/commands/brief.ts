import { buildCommand } from '@stricli/core'
import { completeLastTurns } from '../../app/context/complete-turns.ts'
import { type Brief, type ComposeAsk, codesBrief, composeBrief } from '../../app/context/compose-brief.ts'
import { withSources } from '../../app/context/source-events.ts'
import { findSession, OPEN_STATES, sessionsHere } from '../../app/lifecycle/find-session.ts'
import { rulesHere } from '../../app/memory/rules.ts'
import { refreshSymbols } from '../../app/search/index-symbols.ts'
import { refreshIndex } from '../../app/search/refresh-index.ts'
import type { World } from '../../app/world.ts'
import { withParser } from '../../bootstrap/parser.ts'
import { rulesWithNotices } from '../../brief/rules.ts'
import { MAX_SESSION_CONTEXT, sessionContextText } from '../../brief/session-context.ts'
import { type BriefPart, claimLine } from '../../brief/write-brief.ts'
import { terminalProcess } from '../../host/process.ts'
import { countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { countFlag, jsonFlag, moment, projectFlag, sessionFlag, switchFlag, textFlag } from '../flags.ts'
import { shortId } from '../present/session.ts'
import { projectIdsFor } from '../select-session.ts'

const REFRESH_MS = 3000
const INDEXING_MS = 1500

interface BriefFlags {
  readonly session?: string
  readonly project?: string
  readonly budget?: number
  readonly at?: number
  readonly prompt?: string
  readonly format: 'codes' | 'markdown' | 'session' | 'json'
  readonly explain: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Print the brief for the next session',
    fullDescription:
      'Prints what the next session in this project gets at startup: goal, status, decisions with their reasons, blockers, next actions and files in use. Prints nothing if there is no recent session or all sessions are complete. --format codes prints the last session in short form: impl:, test:, fail:, evid:, dec:, fact:, block:, next:, task:, said:. --format session prints the state of the session that is open now: duration, recent files and results, current task.',
  },
  parameters: {
    flags: {
      session: {
        ...sessionFlag,
        brief: 'Use only this session (default: all relevant sessions of the project)',
      },
      project: { ...projectFlag, brief: 'Show the brief of another project (directory or name)' },
      budget: countFlag('--budget', 'Maximum number of tokens (default: the brief.session-budget setting)'),
      at: {
        kind: 'parsed',
        parse: (input: string) => moment(input, '--at'),
        brief: 'Show the brief as of this time, such as 2026-11-16T12:00:00Z or 2h',
        placeholder: 'TIME',
        optional: true,
      },
      prompt: textFlag('Rank lines by relevance to this prompt', 'TEXT'),
      format: {
        kind: 'enum',
        values: ['codes', 'markdown', 'session', 'json'],
        brief: 'Output format',
        default: 'markdown',
      },
      explain: switchFlag('Show the source event, score, tokens and check result of every line'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: BriefFlags) {
    const world = await this.world()
    const ask = await composeRequest(world, flags)
    if (flags.format === 'session') return showSessionContext(this, world, { ask, flags })
    if (flags.format === 'codes') return codes(this, world, { ask, json: flags.json })
    await refreshIndex(world, { withinMs: REFRESH_MS, projects: ask.projectIds ?? world.place.projectIds })
    await show(this, world, { ask, flags })
  },
})

async function show(
  { out }: CliContext,
  world: World,
  { ask, flags }: { readonly ask: ComposeAsk; readonly flags: BriefFlags },
): Promise<void> {
  if (ask.moment === undefined) await completeLastTurns(world, ask)
  const isDetailed = flags.explain || flags.json || flags.format === 'json'
  const brief = await composeFor(world, ask, { isDetailed })
  const rules =
    ask.only || ask.projectIds
      ? undefined
      : await rulesHere(world, brief?.tokens ?? 0, { total: flags.budget })
  if (flags.json || flags.format === 'json')
    return out.json({ brief: brief ? briefJson(brief) : null, ...(rules && { rules: rules.text }) })
  if (!brief && !rules) return out.talk(await explainEmpty(world, ask))
  const own = rules ? [`Your rules\n${rulesWithNotices(rules)}`] : []
  if (!brief) return out.print(own.join('\n\n'))
  out.print((flags.explain ? [...own, explainBrief(brief)] : textParts(brief, own)).join('\n\n'))
}

/** Shows the state of a session that continues. All other formats are about earlier sessions. */
async function showSessionContext(
  { out }: CliContext,
  world: World,
  { ask, flags }: { readonly ask: ComposeAsk; readonly flags: BriefFlags },
): Promise<void> {
  const open = { terminal: terminalProcess(), states: OPEN_STATES }
  const seen = ask.only ?? (await sessionsHere(world, open))[0]
  const text =
    seen &&
    sessionContextText(seen.view, {
      id: shortId(seen.session),
      now: world.clock.now(),
      budget: Math.min(flags.budget ?? MAX_SESSION_CONTEXT, MAX_SESSION_CONTEXT),
      results: world.settings['session.hot-entries'],
    })
  if (flags.json) return out.json({ session: seen?.session ?? null, text: text ?? null })
  if (seen === undefined) return out.talk(`No open session in ${world.place.project.name}.`)
  if (!text) return out.talk(budgetTooSmall(ask.budget))
  out.print(text)
}

/** Adds exact token counts and the source of every line if the output will show them. */
async function composeFor(
  world: World,
  ask: ComposeAsk,
  { isDetailed }: { readonly isDetailed: boolean },
): Promise<Brief | undefined> {
  const brief = await composeBrief(world, ask)
  if (!brief || !isDetailed) return brief
  return { ...(await withSources(world, brief)), tokens: world.countTokens(brief.text) }
}

/** The rules come after the decisions, where a reader expects them. */
function textParts({ parts }: Brief, rules: readonly string[]): readonly string[] {
  const isBefore = ({ part }: BriefPart): boolean => BEFORE_RULES.has(part)
  const text = ({ text: one }: BriefPart): string => one
  return [...parts.filter(isBefore).map(text), ...rules, ...parts.filter((one) => !isBefore(one)).map(text)]
}

const BEFORE_RULES: ReadonlySet<string> = new Set(['standing', 'goal', 'open', 'decisions', 'facts'])

async function explainEmpty(world: World, ask: ComposeAsk): Promise<string> {
  const hasContent =
    (await composeBrief(world, { ...ask, budget: LARGE_BUDGET })) ?? (await rulesHere(world, 0))
  return hasContent ? budgetTooSmall(ask.budget) : nothingIn(world)
}

const LARGE_BUDGET = 100_000

const budgetTooSmall = (budget: number): string =>
  `No line fits into ${countText(budget, 'token')}. Try: leftoff brief --budget ${Math.max(200, 2 * budget)}`

async function composeRequest(world: World, flags: BriefFlags): Promise<ComposeAsk> {
  const only = flags.session === undefined ? undefined : await findSession(world, flags.session)
  const projectIds = flags.project === undefined ? undefined : await projectIdsFor(world, flags.project)
  return {
    budget: flags.budget ?? world.settings['brief.session-budget'],
    ...(only && { only }),
    ...(projectIds && { projectIds }),
    ...(flags.at !== undefined && { moment: flags.at }),
    ...(flags.prompt !== undefined && { prompt: flags.prompt }),
  }
}

const nothingIn = (world: World): string =>
  `No brief for ${world.place.project.name}: there are no recent sessions, or all are complete.`

async function codes(
  { out }: CliContext,
  world: World,
  { ask, json }: { readonly ask: ComposeAsk; readonly json: boolean },
): Promise<void> {
  const { budget, only, projectIds } = ask
  const brief = await codesBrief(world, {
    budget,
    completed: (seen) => refreshSymbols(withParser(world), seen, { budgetMs: INDEXING_MS, now: Date.now }),
    ...(only && { session: only }),
    ...(projectIds && { projectIds }),
  })
  if (json) return out.json({ brief: brief ?? null })
  if (!brief) return out.talk(nothingIn(world))
  out.print(brief.codes.join('\n'))
  if (brief.left > 0)
    out.talk(
      `${countText(brief.left, 'code')} left out to fit the budget. See all: leftoff brief --format codes --budget N, or leftoff session show ${brief.session}`,
    )
}

/** Every line with its source, score, tokens and check result. */
function explainBrief({ lines, dropped, sessions, tokens }: Brief): string {
  const rows = lines.flatMap(({ claim, tokens: cost }) => [
    claimLine(claim),
    `    ${[
      `score ${claim.score.toFixed(2)}`,
      `${cost} tokens`,
      claim.check ? `${claim.check.kind}${claim.check.why ? ` (${claim.check.why})` : ''}` : 'unchecked',
      `session ${claim.session}`,
      ...(claim.event ? [`event ${claim.source ?? claim.event}`] : []),
      ...(claim.because.length > 0 ? [claim.because.join(', ')] : []),
    ].join(' · ')}`,
  ])
  const from = sessions.map(
    ({ session, weight, because }) => `${session}  ${weight.toFixed(2)}  ${because.join(', ')}`,
  )
  const staleLines = dropped.map(({ text, check }) => `${text}   [${check?.why ?? 'gone'}]`)
  const leftOutLines =
    staleLines.length > 0 ? ['', 'Left out because they are no longer true:', ...staleLines] : []
  return [...rows, ...leftOutLines, '', `${tokens} tokens from these sessions:`, ...from].join('\n')
}

/** The shape that --json prints. */
const briefJson = ({ project, text, tokens, lines, dropped, left, sessions }: Brief): object => ({
  project,
  text,
  tokens,
  lines: lines.map(({ claim, tokens: cost }) => ({
    section: claim.section,
    text: claim.text,
    score: claim.score,
    tokens: cost,
    session: claim.session,
    event: claim.source ?? claim.event ?? null,
    at: claim.at,
    standing: claim.check ?? { kind: 'unchecked' },
    because: claim.because,
  })),
  dropped: dropped.map(({ section, text: said, check }) => ({
    section,
    text: said,
    why: check?.why ?? null,
  })),
  left,
  sessions,
})
