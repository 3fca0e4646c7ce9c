import { attestedIn } from '../app/memory/attested.ts'
import { approve, edit, reject } from '../app/memory/rules.ts'
import type { World } from '../app/world.ts'
import type { Scope } from '../event/memory.ts'
import type { Rule } from '../session/rulebook.ts'
import type { Style } from './out.ts'
import { attestedLines, replacedText, scopeText } from './present/memory.ts'
import { plain } from './terminal-safe.ts'

/** A terminal that reads one key at a time. */
export interface Keys {
  show(text: string): void
  key(): Promise<string>
  /** Reads a line, prefilled with `before`. */
  line(before: string): Promise<string>
}

export interface Reviewed {
  readonly approved: number
  readonly rejected: number
  readonly later: number
}

const HELP = '[a] approve  [e] edit  [s] change scope  [r] reject  [l] later  [q] quit'

/** Asks for each suggestion, one key each. Every decision is stored at once, so quitting loses nothing. */
export async function review(
  world: World,
  rules: readonly Rule[],
  { keys, style }: { readonly keys: Keys; readonly style: Style },
): Promise<Reviewed> {
  const done = { approved: 0, rejected: 0, later: 0 }
  const attested = attestedIn(world)
  for (const [index, suggested] of rules.entries()) {
    const decided = await decide(world, suggested, {
      keys,
      shown: (rule) =>
        card(rule, {
          style,
          place: `${index + 1}/${rules.length}`,
          messages: attestedLines(attested(suggested), MOST_MESSAGES),
        }),
    })
    if (decided === 'stop') return { ...done, later: rules.length - done.approved - done.rejected }
    done[decided] += 1
  }
  return done
}

/** Leaves room for the next card on a small screen. */
const MOST_MESSAGES = 4

interface Desk {
  readonly keys: Keys
  readonly shown: (rule: Rule) => string
}

async function decide(
  world: World,
  suggested: Rule,
  { keys, shown }: Desk,
): Promise<keyof Reviewed | 'stop'> {
  let rule = suggested
  keys.show(shown(rule))
  for (;;) {
    switch ((await keys.key()).toLowerCase()) {
      case 'a':
        for (const clash of await approve(world, rule.id)) keys.show(`     ${replacedText(clash)}`)
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
        rule = await reworded(world, rule, keys)
        keys.show(shown(rule))
        break
      case 's':
        rule = await moved(world, rule)
        keys.show(shown(rule))
        break
      default:
        keys.show(HELP)
    }
  }
}

async function reworded(world: World, rule: Rule, keys: Keys): Promise<Rule> {
  const text = (await keys.line(rule.text)).trim()
  if (text === '' || text === rule.text) return rule
  await edit(world, rule.id, { text })
  return { ...rule, text }
}

/** Cycles the scope: project, language, everywhere. */
async function moved(world: World, rule: Rule): Promise<Rule> {
  const { project, language } = world.place
  const scopes: readonly Scope[] = [
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
  const known = [
    scopeText(rule.scope),
    ...(rule.category ? [rule.category] : []),
    ...(rule.confidence === undefined ? [] : [`${Math.round(rule.confidence * 100)}% confidence`]),
    `seen ${rule.heard === 1 ? 'once' : `${rule.heard} times`}`,
    ...(rule.origin === 'user' ? [] : [`suggested by the ${rule.origin}`]),
  ]
  return [
    '',
    `${style.dim(place)}  ${style.bold(plain(rule.text))}`,
    `     ${style.cyan(known.join(' · '))}`,
    ...(rule.rationale ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => `     ${line}`),
    ...messages.map((line) => `     ${style.dim(line)}`),
    `     ${style.dim(HELP)}`,
  ].join('\n')
}
