import { isOurCommand } from '../agent/install-plan.ts'
import { Problem } from '../problem.ts'
import { isObject } from './edited.ts'
import { isOurSlot } from './json-slot.ts'

type Values = Readonly<Record<string, unknown>>

/** The last guard: whatever our edits did, what is not ours means what it meant, in the same order. */
export function refuseUnlessOnlyOurs(
  before: Values,
  after: Values,
  { where, entry }: { readonly where: string; readonly entry: readonly [string, string] | undefined },
): void {
  const [old, now] = [before, after].map((value) => JSON.stringify(theirs(value, entry)))
  if (old === now) return
  throw new Problem({
    code: 'agent-config-refused',
    message: 'the change would have touched what is not ours, so the file was left as it is',
    where,
    fix: 'please report this; leftoff init --dry-run shows what should be added by hand',
  })
}

function theirs(root: Values, entry: readonly [string, string] | undefined): Values {
  const hooks = isObject(root.hooks) ? nonEmpty(theirHooks(root.hooks)) : root.hooks
  const others = Object.entries({ ...root, hooks }).filter(([, value]) => !isOurSlot(value))
  const rest: Values = Object.fromEntries(others)
  if (!entry || !isObject(root[entry[0]])) return rest
  const { [entry[1]]: _, ...neighbours } = root[entry[0]] as Values
  return { ...rest, [entry[0]]: nonEmpty(neighbours) }
}

const nonEmpty = (value: Values): Values | undefined => (Object.keys(value).length > 0 ? value : undefined)

/** An event with nothing in it says the same as none. */
const theirHooks = (hooks: Values): Values =>
  Object.fromEntries(
    Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
      if (!Array.isArray(groups)) return [[event, groups]]
      const left = groups.flatMap(theirGroup)
      return left.length > 0 ? [[event, left]] : []
    }),
  )

function theirGroup(group: unknown): unknown[] {
  if (!isObject(group) || !Array.isArray(group.hooks)) return [group]
  const left = group.hooks.filter((hook: unknown) => !(isObject(hook) && isOurCommand(hook.command)))
  return left.length > 0 || group.hooks.length === 0 ? [{ ...group, hooks: left }] : []
}
