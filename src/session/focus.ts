import { openItems } from './noted-work.ts'
import type { Session } from './session.ts'

/** What a session is currently working with. Part of `--json` output. */
export interface Focus {
  /** The last open task, otherwise the goal or the last prompt. */
  readonly task?: string
  readonly directory: string
  /** The last ten of each, newest last. */
  readonly files: readonly string[]
  readonly tools: readonly string[]
  /** The last twenty names mentioned in prompts, newest last. */
  readonly entities: readonly string[]
}

export function focusOf({ work, talk, craft, identity }: Session): Focus {
  const task = openItems(work.tasks).at(-1)?.text ?? work.goal?.text ?? talk.lastPrompt
  return {
    ...(task !== undefined && { task }),
    directory: identity.directory,
    files: craft.recentFiles,
    tools: craft.recentTools,
    entities: talk.entities,
  }
}

/** The path as it is shown to people: relative to the session's checkout. */
export const shownPath = (path: string, { identity }: Session): string =>
  identity.checkout !== '' && path.startsWith(`${identity.checkout}/`)
    ? path.slice(identity.checkout.length + 1)
    : path
