import { existsSync } from 'node:fs'
import { buildCommand } from '@stricli/core'
import { crashedSessions } from '../../app/lifecycle/crashed-sessions.ts'
import { indexPendingSymbols } from '../../app/search/index-symbols.ts'
import type { SettingProblem } from '../../app/settings.ts'
import { reconcilePending } from '../../app/transcript/reconcile.ts'
import type { World } from '../../app/world.ts'
import { agentTranscripts } from '../../bootstrap/agent-transcripts.ts'
import { withParser } from '../../bootstrap/parser.ts'
import { type AgentReport, checkAgents } from '../../doctor/agents.ts'
import {
  activityFinding,
  crashedFindings,
  gapFindings,
  type LastActivity,
  lastActivityByAgent,
} from '../../doctor/capture.ts'
import { type DoctorSection, type Finding, wrong } from '../../doctor/finding.ts'
import {
  homeFindings,
  hookErrorFindings,
  logFindings,
  machineFindings,
  settingFindings,
  spoolFindings,
} from '../../doctor/store.ts'
import { ruleFindings, scratchFindings } from '../../doctor/upkeep.ts'
import { type Paths, pathsIn } from '../../host/paths.ts'
import { homeProblem } from '../../host/trusted-home.ts'
import { Problem } from '../../problem.ts'
import { countText } from '../../text/time.ts'
import { machineOf } from '../agent-install.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag } from '../flags.ts'
import type { Style } from '../out.ts'

const MAX_CHECKED_BYTES = 256 * 1024 * 1024
const COMPARING = { budgetMs: 5000, now: Date.now }

export default buildCommand({
  docs: {
    brief: 'Check your setup and suggest fixes',
    fullDescription:
      'Checks every agent (installed, version, hooks present and trusted, last activity), the log, the spool, the rules, unfinished upkeep and this machine. Each problem is printed with the command that fixes it. Exits with 1 if there is a problem.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: CliContext, flags: { readonly json: boolean }) {
    const distrust = homeProblem(pathsIn(this.env).home)
    if (distrust) return report(this, flags, [], [distrustSection(distrust)])
    const now = Date.now()
    const paths = this.paths()
    const world = await tryOpenWorld(this)
    const activity = world ? await lastActivityByAgent(world) : []
    const agents = await checkAgents(machineOf(this), this.directory)
    if (world) {
      this.out.progress('comparing sessions with transcripts')
      await reconcilePending({ ...world, transcripts: agentTranscripts(this.env) }, COMPARING)
      this.out.progress('indexing changed files')
      await indexPendingSymbols(withParser(world), COMPARING)
      this.out.progress('')
    }
    const sections: readonly DoctorSection[] = [
      ...(await Promise.all(agents.map((agent) => agentSection(agent, { world, activity, now })))),
      {
        title: 'Log',
        findings: [
          ...(await logFindings(paths, () => this.log().health({ mostBytes: MAX_CHECKED_BYTES }))),
          ...crashedFindings(world ? await crashedSessions(world) : []),
        ],
      },
      {
        title: 'Spool',
        findings: [...(await spoolFindings(this.spool(), now)), ...hookErrorFindings(paths, now)],
      },
      ...(world ? await upkeepSections(this, world, paths) : []),
      ...settingsSections(this.settingProblems()),
      {
        title: 'Machine',
        findings: [...machineFindings(paths, process.version.slice(1)), ...homeFindings(paths)],
      },
    ]
    report(
      this,
      flags,
      agents.map((one) => withLastActivity(one, activity)),
      sections,
    )
  },
})

/** Reports an untrusted home folder. No other check runs, because each would read from it. */
const distrustSection = ({ message, where, fix }: Problem): DoctorSection => ({
  title: 'Home',
  findings: [wrong(`${message}${where ? ` (${where})` : ''}; hooks record nothing until this is fixed`, fix)],
})

function report(
  { out }: CliContext,
  { json }: { readonly json: boolean },
  agents: readonly object[],
  sections: readonly DoctorSection[],
): void {
  const problems = sections.flatMap(({ findings }) => findings.filter(({ level }) => level === 'wrong'))
  if (json) out.json({ ok: problems.length === 0, agents, chapters: sections })
  else out.print(`${sections.map((section) => sectionText(section, out.style)).join('\n\n')}\n`)
  if (problems.length > 0) throw problemsFound(problems.length)
}

/** Upkeep that other commands and hooks do in the background. */
async function upkeepSections(
  context: CliContext,
  world: World,
  { log }: Paths,
): Promise<readonly DoctorSection[]> {
  if (!existsSync(log)) return []
  const health = await context
    .log()
    .health({ mostBytes: 0 })
    .catch(() => undefined) // the log section reports the damage
  return [
    { title: 'Rules', findings: await ruleFindings(world) },
    { title: 'Upkeep', findings: await scratchFindings(world, health?.unfinished ?? []) },
  ]
}

function settingsSections(problems: readonly SettingProblem[]): readonly DoctorSection[] {
  return problems.length === 0 ? [] : [{ title: 'Settings', findings: settingFindings(problems) }]
}

/** Returns undefined if the log cannot be opened: the log check reports that, and the other checks still run. */
async function tryOpenWorld(context: CliContext): Promise<World | undefined> {
  try {
    const world = await context.worldWithDefaults()
    await world.log.views({ limit: 1 }) // the log opens lazily
    return world
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

interface SectionInput {
  readonly world: World | undefined
  readonly activity: readonly LastActivity[]
  readonly now: number
}

async function agentSection(
  report: AgentReport,
  { world, activity, now }: SectionInput,
): Promise<DoctorSection> {
  const hasHooks = report.hooks.user === 'whole' || report.hooks.project === 'whole'
  const last = activity.find(({ agent }) => agent === report.agent)
  const gaps = world ? await gapFindings(world, report.agent) : []
  return {
    title: report.title,
    findings: [...report.findings, ...activityFinding(last, hasHooks, now), ...gaps],
  }
}

const withLastActivity = (
  { findings: _, ...report }: AgentReport,
  activity: readonly LastActivity[],
): object => {
  const last = activity.find(({ agent }) => agent === report.agent)
  return { ...report, ...(last && { lastHeardAt: last.at }) }
}

const problemsFound = (count: number): Problem =>
  new Problem({
    code: 'unwell',
    message: `found ${countText(count, 'problem')}`,
    fix: 'run the commands shown above, then leftoff doctor again',
  })

/** One section of the report: findings, each with its fix. */
function sectionText({ title, findings }: DoctorSection, style: Style): string {
  return [style.bold(title), ...findings.flatMap((finding) => lines(finding, style))].join('\n')
}

function lines({ level, text, fix }: Finding, style: Style): readonly string[] {
  const mark = { ok: style.green('ok   '), note: style.yellow('note '), wrong: style.red('wrong') }[level]
  return [`  ${mark}  ${text}`, ...(fix ? [`         ${style.dim('fix:')} ${style.cyan(fix)}`] : [])]
}
