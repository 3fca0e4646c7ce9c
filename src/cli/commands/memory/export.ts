import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { hereOf, rulesOf } from '../../../app/memory/rules.ts'
import { rulesFor } from '../../../brief/rules.ts'
import { replaceFile } from '../../../host/private-file.ts'
import { withRules } from '../../../integrations/rule-files.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'

interface Flags {
  readonly to: string
  readonly json: boolean
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
  async func(this: CliContext, flags: Flags) {
    const world = await this.world()
    const rules = rulesFor(await rulesOf(world), hereOf(world)).map((rule) => rule.text)
    const file = resolve(flags.to)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const after = withRules(before, rules)
    if (after !== before) replaceFile(file, after, 0o644)
    printResult(this, flags, { file, rules: rules.length, changed: after !== before }, () =>
      after === before
        ? `${file} is already up to date.`
        : `Wrote ${countText(rules.length, 'rule')} to ${file}.`,
    )
  },
})
