import { fieldOf, numberField, textField } from '../field.ts'

/** What is not typed by anybody, in versions that do not mark it. */
const NOT_TYPED =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|hook_prompt|skill|permissions|subagent_notification|user_shell_command)\b|# AGENTS\.md instructions for )/

/** The shell has several names in the rollout and one in the hooks. */
const SHELLS: ReadonlySet<string> = new Set(['exec_command', 'shell', 'shell_command', 'local_shell'])

export function toolOf(item: unknown): { readonly tool: string; readonly input: unknown } {
  if (textField(item, 'type') === 'local_shell_call') return { tool: 'Bash', input: fieldOf(item, 'action') }
  const name = textField(item, 'name') ?? ''
  const own = textField(item, 'input')
  if (own !== undefined) return { tool: name, input: name === 'apply_patch' ? { command: own } : own }
  const input = parsed(textField(item, 'arguments') ?? '')
  if (name === 'apply_patch') return { tool: name, input: { command: textField(input, 'input') ?? '' } }
  return { tool: SHELLS.has(name) ? 'Bash' : name, input }
}

/** Older versions wrap what was printed, with the code beside it. */
export function outputIn(output: unknown): { readonly response: unknown; readonly code?: number } {
  if (typeof output !== 'string' || !output.startsWith('{"output":')) return { response: output }
  const wrapped = parsed(output)
  const code = numberField(fieldOf(wrapped, 'metadata'), 'exit_code')
  const response = textField(wrapped, 'output')
  if (response === undefined) return { response: output }
  return { response, ...(code !== undefined && { code }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // kept as it is
  }
}

const partsOf = (item: unknown): readonly unknown[] => {
  const content = fieldOf(item, 'content')
  return Array.isArray(content) ? content : []
}

export const textIn = (item: unknown): string =>
  partsOf(item)
    .map((part) => textField(part, 'text') ?? '')
    .join('\n')

/** What a person typed: marked as such by newer versions, known by its beginning in older ones. */
export function typedIn(item: unknown): string {
  const kinds = fieldOf(fieldOf(item, 'internal_chat_message_metadata_passthrough'), 'content_item_kinds')
  const isTyped = (part: unknown, index: number): boolean =>
    Array.isArray(kinds)
      ? String(kinds[index]).startsWith('user.')
      : !NOT_TYPED.test(textField(part, 'text') ?? '')
  return partsOf(item)
    .filter(isTyped)
    .map((part) => textField(part, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

export function count(usage: unknown, key: string): number | undefined {
  const found = numberField(usage, key)
  return found !== undefined && Number.isSafeInteger(found) && found > 0 ? found : undefined
}
