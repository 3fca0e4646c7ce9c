import { buildCommand } from '@stricli/core'
import width from 'fast-string-width'
import { type Branch, branchTreeOf, branchTrees } from '../../../app/branch/lineage.ts'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import { countText, shortDuration } from '../../../text/time.ts'
import { truncateLine } from '../../../text/truncate.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, projectFlag, text } from '../../flags.ts'
import { type Out, printResult } from '../../out.ts'
import { shortId, stateColour } from '../../present/session.ts'
import { cut } from '../../present/table.ts'
import { projectIdsFor } from '../../select-session.ts'
import { plain } from '../../terminal-safe.ts'

interface SessionTreeFlags {
  readonly project?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Show sessions and their branches as a tree',
    fullDescription:
      "Shows the sessions of this project that have branches, as a tree. Each line shows the name or goal, the event where the session branched off, its state, the time since the last activity, the number of its own messages, and merges. With an ID, shows only that session's tree.",
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Only the tree of this session', parse: text, placeholder: 'ID', optional: true },
      ],
    },
    flags: { project: { ...projectFlag, brief: 'Use another project (directory or name)' }, json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionTreeFlags, id?: string) {
    const world = await this.world()
    const { project } = flags
    const projects = project === undefined ? world.place.projectIds : await projectIdsFor(world, project)
    const trees =
      id === undefined
        ? await branchTrees(world, projects)
        : await branchTreeOf(world, (await findSession(world, id)).session)
    printResult(this, flags, { trees }, (value) =>
      value.trees.length > 0
        ? treeText(value.trees, this.out)
        : 'No session in this project has branches. Create one: leftoff session branch',
    )
  },
})

/** Sessions and their branches, one line each. */
const treeText = (trees: readonly Branch[], out: Out): string =>
  trees.flatMap((tree) => linesOf(tree, { lead: '', next: '' }, out)).join('\n')

interface Indent {
  /** Prefix of this line, and of the lines of its branches. */
  readonly lead: string
  readonly next: string
}

function linesOf(tree: Branch, { lead, next }: Indent, out: Out): readonly string[] {
  const below = tree.branches.flatMap((branch, index) => {
    const isLast = index === tree.branches.length - 1
    const indent = { lead: `${next}${isLast ? '└─ ' : '├─ '}`, next: `${next}${isLast ? '   ' : '│  '}` }
    return linesOf(branch, indent, out)
  })
  return [lineOf(tree, lead, out), ...below]
}

function lineOf(tree: Branch, lead: string, { style, columns }: Out): string {
  const name = plain(truncateLine(tree.name ?? tree.title ?? tree.goal ?? tree.agent, 40))
  const facts = [
    ...(tree.parent ? [`at ${tree.parent.seq}`] : []),
    tree.state === 'none' ? 'erased' : tree.state,
    shortDuration(tree.quietMs),
    countText(tree.messages, 'message'),
    ...tree.mergedInto.map(
      ({ session, wentOn }) => `merged into ${shortId(session)}${wentOn ? ', continued' : ''}`,
    ),
  ]
  const head = `${lead}${shortId(tree.id)}  `
  const shown = cut(name, Math.max(8, columns - width(head) - 2))
  const rest = cut(facts.join(' · '), Math.max(8, columns - width(head) - width(shown) - 2))
  const title = tree.parent ? style.bold(shown) : shown
  return `${style.dim(lead)}${style.cyan(shortId(tree.id))}  ${title}  ${stateColour(style, tree.state)(rest)}`
}
