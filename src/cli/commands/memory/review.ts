import { buildCommand } from '@stricli/core'
import { learn } from '../../../app/memory/learn.ts'
import { approve, edit, reject, ruleSources, rulesOf } from '../../../app/memory/rules.ts'
import { refreshIndex } from '../../../app/search/refresh-index.ts'
import type { World } from '../../../app/world.ts'
import type { RuleScope } from '../../../event/memory.ts'
import { Problem } from '../../../problem.ts'
import type { Rule } from '../../../session/rulebook.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag } from '../../flags.ts'
import type { Style } from '../../out.ts'
import { attestedLines, conflictText, ruleJsonIn, scopeText } from '../../present/memory.ts'
import { type TerminalKeys, terminalKeys } from '../../prompt.ts'
import { plain } from '../../terminal-safe.ts'

const INDEXING_MS = 3000

export default buildCommand({
  docs: {
    brief: 'Review suggested rules interactively',
    fullDescription:
      'Shows each suggested rule with its scope, source messages and confidence. Keys: a approve, e edit, s change scope, r reject, l later, q quit. Every decision is stored immediately. With --json, only prints the suggestions.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: CliContext, flags: { readonly json: boolean }) {
    const world = await this.world()
    await refreshIndex(world, { withinMs: INDEXING_MS })
    await learn(world)
    const waiting = (await rulesOf(world))
      .filter(({ state }) => state === 'proposed')
      .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
    if (flags.json) return this.out.json({ memories: waiting.map(ruleJsonIn(world)) })
    if (waiting.length === 0) return this.out.print('No suggestions to review.')
    const keys = terminalKeys(this.out)
    if (!keys) throw noTerminal(waiting.length)
    const done = await review(world, waiting, { keys, style: this.out.style })
    keys.close()
    this.out.print(
      `${countText(done.approved, 'rule')} approved, ${done.rejected} rejected, ${done.later} left for later.`,
    )
  },
})

const noTerminal = (number: number): Problem =>
  new Problem({
    code: 'no-terminal',
    message: `cannot review ${countText(number, 'suggestion')}: standard input is not a terminal`,
    fix: 'run leftoff memory list --all, then leftoff memory approve ID or reject ID',
    outcome: 'usage',
  })

interface ReviewCounts {
  readonly approved: number
  readonly rejected: number
  readonly later: number
}

const HELP = '[a] approve  [e] edit  [s] change scope  [r] reject  [l] later  [q] quit'

/** Shows each suggestion and waits for a decision. Stores each decision immediately, so that quitting loses nothing. */
export async function review(
  world: World,
  rules: readonly Rule[],
  { keys, style }: { readonly keys: TerminalKeys; readonly style: Style },
): Promise<ReviewCounts> {
  const done = { approved: 0, rejected: 0, later: 0 }
  const attested = ruleSources(world)
  for (const [index, suggested] of rules.entries()) {
    const decided = await decide(world, suggested, {
      keys,
      render: (rule) =>
        card(rule, {
          style,
          place: `${index + 1}/${rules.length}`,
          messages: attestedLines(attested(suggested), MAX_MESSAGES),
        }),
    })
    if (decided === 'stop') return { ...done, later: rules.length - done.approved - done.rejected }
    done[decided] += 1
  }
  return done
}

/** Limits the height of a card, so that it fits on small screens. */
const MAX_MESSAGES = 4

interface CardPrompt {
  readonly keys: TerminalKeys
  readonly render: (rule: Rule) => string
}

async function decide(
  world: World,
  suggested: Rule,
  { keys, render }: CardPrompt,
): Promise<keyof ReviewCounts | 'stop'> {
  let rule = suggested
  keys.show(render(rule))
  for (;;) {
    switch ((await keys.key()).toLowerCase()) {
      case 'a':
        for (const clash of await approve(world, rule.id)) keys.show(`     ${conflictText(clash)}`)
        return 'approved'
      case 'r':
        await reject(world, rule.id)
        return 'rejected'
      case 'l':
      case ' ':
        return 'later'
      case 'q':
      case '\u0003':
        return 'stop'
      case 'e':
        rule = await editText(world, rule, keys)
        keys.show(render(rule))
        break
      case 's':
        rule = await changeScope(world, rule)
        keys.show(render(rule))
        break
      default:
        keys.show(HELP)
    }
  }
}

async function editText(world: World, rule: Rule, keys: TerminalKeys): Promise<Rule> {
  const text = (await keys.line(rule.text)).trim()
  if (text === '' || text === rule.text) return rule
  await edit(world, rule.id, { text })
  return { ...rule, text }
}

/** Cycles the scope: project, language, everywhere. */
async function changeScope(world: World, rule: Rule): Promise<Rule> {
  const { project, language } = world.place
  const scopes: readonly RuleScope[] = [
    rule.scope.kind === 'project' ? rule.scope : { kind: 'project', of: project.id },
    ...(language ? [{ kind: 'language', of: language } as const] : []),
    { kind: 'universal' },
  ]
  const at = scopes.findIndex(({ kind }) => kind === rule.scope.kind)
  const scope = scopes[(at + 1) % scopes.length] ?? rule.scope
  await edit(world, rule.id, { scope })
  return { ...rule, scope }
}

interface CardAsk {
  readonly style: Style
  readonly place: string
  readonly messages: readonly string[]
}

function card(rule: Rule, { style, place, messages }: CardAsk): string {
  const details = [
    scopeText(rule.scope),
    ...(rule.category ? [rule.category] : []),
    ...(rule.confidence === undefined ? [] : [`${Math.round(rule.confidence * 100)}% confidence`]),
    `seen ${rule.heard === 1 ? 'once' : `${rule.heard} times`}`,
    ...(rule.origin === 'user' ? [] : [`suggested by the ${rule.origin}`]),
  ]
  return [
    '',
    `${style.dim(place)}  ${style.bold(plain(rule.text))}`,
    `     ${style.cyan(details.join(' · '))}`,
    ...(rule.rationale ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => `     ${line}`),
    ...messages.map((line) => `     ${style.dim(line)}`),
    `     ${style.dim(HELP)}`,
  ].join('\n')
}
