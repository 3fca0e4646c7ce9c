import { join } from 'node:path'
import { readRegularFile } from '../host/regular-file.ts'

/** Files that agents load themselves, so a brief need not repeat their rules. */
const IN_CHECKOUT = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.claude/CLAUDE.md', 'CLAUDE.local.md']
const IN_HOME = ['.claude/CLAUDE.md', '.codex/AGENTS.md', '.gemini/GEMINI.md', '.config/opencode/AGENTS.md']

const MAX_BYTES = 256 * 1024
const MAX_LINES = 400

/** The lines of these files that could be rules. */
export function readRuleLines(checkout: string): readonly string[] {
  const home = process.getBuiltinModule('node:os').homedir()
  return [...IN_CHECKOUT.map((name) => [checkout, name]), ...IN_HOME.map((name) => [home, name])].flatMap(
    ([root = '', name = '']) => {
      const content = readRegularFile(join(root, name), { root, maxBytes: MAX_BYTES })
      return content ? ruleLinesIn(content.toString('utf8')) : []
    },
  )
}

export function ruleLinesIn(markdown: string): readonly string[] {
  return markdown
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => line.length >= 8 && line.length <= 400 && !/^(?:[#`|>]|<!--)/.test(line))
    .slice(0, MAX_LINES)
}

const BEGIN = '<!-- leftoff: rules begin (leftoff memory export writes here) -->'
const END = '<!-- leftoff: rules end -->'

function blockIn(markdown: string): readonly [from: number, to: number] | undefined {
  const from = markdown.indexOf(BEGIN)
  const end = from < 0 ? -1 : markdown.indexOf(END, from)
  return end < 0 ? undefined : [from, end + END.length]
}

/** Replaces the rules in our block and keeps every other byte. */
export function withRules(markdown: string, rules: readonly string[]): string {
  const block = [BEGIN, ...rules.map((rule) => `- ${rule}`), END].join('\n')
  const [from, to] = blockIn(markdown) ?? []
  if (from !== undefined && to !== undefined) return markdown.slice(0, from) + block + markdown.slice(to)
  const gap = markdown === '' ? '' : markdown.endsWith('\n') ? '\n' : '\n\n'
  return `${markdown}${gap}${block}\n`
}
