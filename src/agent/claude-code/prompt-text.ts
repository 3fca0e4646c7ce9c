import { textField } from '../field.ts'

/** How the client tells the model that its user stopped it. */
export const INTERRUPTED = '[Request interrupted by user'

/** What the client itself writes where a prompt could stand: output of its commands, reminders, reports of helpers. */
const NOT_TYPED =
  /^\s*(?:<(?:local-command-|bash-|task-notification|system-reminder|user-memory-input|command-name|teammate-message)|Caveat: The messages below)/
/** Blocks that an editor adds to what was typed. */
const ADDED = /^\s*<(?:ide_|system-reminder)/
const COMMAND = /^\s*<command-message>[\s\S]{0,400}?<\/command-message>/
const COMMAND_NAME = /<command-name>([^<]{1,200})<\/command-name>/
const COMMAND_ARGUMENTS = /<command-args>([\s\S]*)<\/command-args>/

/** What a person typed; nothing where nobody did. A command of the user's own is told as it was typed. */
export function promptIn(content: unknown): string | undefined {
  const text = typeof content === 'string' ? content : typedIn(content)
  if (text === undefined || text.trim() === '') return undefined
  if (COMMAND.test(text)) return commandIn(text)
  return NOT_TYPED.test(text) ? undefined : text
}

function typedIn(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined
  const texts = content
    .map((block) => (textField(block, 'type') === 'text' ? textField(block, 'text') : undefined))
    .filter((text): text is string => text !== undefined && !ADDED.test(text))
  return texts.length > 0 ? texts.join('\n') : undefined
}

function commandIn(text: string): string | undefined {
  const name = COMMAND_NAME.exec(text)?.[1]?.trim()
  if (!name) return undefined
  const given = COMMAND_ARGUMENTS.exec(text)?.[1]?.trim()
  return [name.startsWith('/') ? name : `/${name}`, given].filter(Boolean).join(' ')
}
