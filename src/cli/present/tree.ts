import width from 'fast-string-width'
import type { Branch } from '../../app/branch/branch-tree.ts'
import { counted, terse } from '../../text/time.ts'
import { truncateLine } from '../../text/truncate.ts'
import type { Out } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { painted, shortId } from './session.ts'
import { cut } from './table.ts'

/** Sessions and their branches, one line each. */
export const treeText = (trees: readonly Branch[], out: Out): string =>
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
  const name = plain(truncateLine(tree.name ?? tree.goal ?? tree.agent, 40))
  const facts = [
    ...(tree.parent ? [`at ${tree.parent.seq}`] : []),
    tree.state === 'none' ? 'erased' : tree.state,
    terse(tree.quietMs),
    counted(tree.messages, 'message'),
    ...tree.mergedInto.map(
      ({ session, wentOn }) => `merged into ${shortId(session)}${wentOn ? ', continued' : ''}`,
    ),
  ]
  const head = `${lead}${shortId(tree.id)}  `
  const shown = cut(name, Math.max(8, columns - width(head) - 2))
  const rest = cut(facts.join(' · '), Math.max(8, columns - width(head) - width(shown) - 2))
  const title = tree.parent ? style.bold(shown) : shown
  return `${style.dim(lead)}${style.cyan(shortId(tree.id))}  ${title}  ${painted(style, tree.state)(rest)}`
}
