import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { hereOf, rulesOf } from '../../../app/memory/rules.ts'
import { cleanRule, rulesFor } from '../../../brief/rules.ts'
import { replaceFile } from '../../../host/private-file.ts'
import { readFileWithin } from '../../../host/regular-file.ts'
import { withRules } from '../../../integrations/rule-files.ts'
import { Problem } from '../../../problem.ts'
import { withoutTags } from '../../../text/tags.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'

interface MemoryExportFlags {
  readonly to: string
  readonly json: boolean
}

const MAX_BYTES = 16 * 1024 * 1024

/** A missing file counts as empty. Throws if the path is not that of a readable file. */
function textOf(file: string): string {
  const found = readFileWithin(file, { maxBytes: MAX_BYTES, mayLeave: true })
  if (found.kind === 'missing') return ''
  if (found.kind === 'file') return found.bytes.toString('utf8')
  throw new Problem({
    code: 'file-not-regular',
    message: `the file cannot be read: ${found.reason}`,
    where: file,
    fix: 'pass the path of a text file',
    outcome: 'usage',
  })
}

export default buildCommand({
  docs: {
    brief: 'Write the rules of this project to a file such as CLAUDE.md',
    fullDescription:
      'Writes the approved rules that apply to this project into a marked block of a file such as CLAUDE.md or AGENTS.md. The rest of the file is preserved byte for byte. Run it again to update the block.',
  },
  parameters: {
    flags: {
      to: { kind: 'parsed', parse: text, brief: 'File to write to', placeholder: 'FILE' },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: MemoryExportFlags) {
    const world = await this.world()
    // Reduces each rule to a single harmless line, so that it cannot end the block or begin a section of the file.
    const rules = rulesFor(await rulesOf(world), hereOf(world)).map(({ text: rule }) =>
      withoutTags(cleanRule(rule)),
    )
    const file = resolve(flags.to)
    const before = textOf(file)
    const after = withRules(before, rules)
    if (after !== before) replaceFile(file, after, 0o644)
    printResult(this, flags, { file, rules: rules.length, changed: after !== before }, () =>
      after === before
        ? `${file} is already up to date.`
        : `Wrote ${countText(rules.length, 'rule')} to ${file}.`,
    )
  },
})
