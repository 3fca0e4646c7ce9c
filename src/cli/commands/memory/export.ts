import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { hereOf, rulesOf } from '../../../app/memory/rules.ts'
import { rulesFor } from '../../../brief/rules.ts'
import { replaceFile } from '../../../host/private-file.ts'
import { withRules } from '../../../integrations/rule-files.ts'
import { counted } from '../../../text/time.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'

interface Flags {
  readonly to: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Write the rules that hold here into a file of an agent',
    fullDescription:
      'Writes the approved rules that hold in this project into a marked block of a file such as CLAUDE.md or AGENTS.md. The rest of the file stays as it is, byte for byte; written again, only the block changes.',
  },
  parameters: {
    flags: {
      to: { kind: 'parsed', parse: text, brief: 'Which file', placeholder: 'FILE' },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const rules = rulesFor(await rulesOf(world), hereOf(world)).map((rule) => rule.text)
    const file = resolve(flags.to)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const after = withRules(before, rules)
    if (after !== before) replaceFile(file, after, 0o644)
    answer(this, flags, { file, rules: rules.length, changed: after !== before }, () =>
      after === before
        ? `${file} has them already.`
        : `Wrote ${counted(rules.length, 'rule')} into ${file}; the rest of it is as it was.`,
    )
  },
})
