import { textField } from '../../field.ts'
import type { Hook, Hooks } from './hook.ts'
import { Messenger, type Places } from './messenger.ts'
import { readingHooks } from './reading.ts'
import { tellingHooks } from './telling.ts'

/** The plugin that opencode loads, once for every folder that it is opened in. */
export const pluginOf =
  (places: Places) =>
  async (given: unknown): Promise<Hooks> => {
    const directory = textField(given, 'directory')
    const running = directoriesOfThisProcess()
    if (running.has(directory)) return {}
    running.add(directory)
    const messenger = new Messenger(places, directory)
    const dispose = async (): Promise<void> => {
      running.delete(directory)
      for (const session of messenger.sessions.prompted()) messenger.tell('dispose', session, {})
    }
    return safe({ ...tellingHooks(messenger), ...readingHooks(messenger), dispose })
  }

/** Two copies of the plugin, one of the user's and one of the project's, would tell everything twice. */
function directoriesOfThisProcess(): Set<unknown> {
  const key = Symbol.for('leftoff.opencode.directories')
  const known: unknown = Reflect.get(globalThis, key)
  if (known instanceof Set) return known
  const made = new Set()
  Reflect.set(globalThis, key, made)
  return made
}

/** A broken memory must not break a working session, so nothing that goes wrong here reaches opencode. */
function safe(hooks: Hooks): Hooks {
  const guarded = Object.entries(hooks).map(([name, hook]): [string, Hook] => [
    name,
    async (input, output) => {
      try {
        await hook(input, output)
      } catch {
        // what could not be told is not known; the session goes on
      }
    },
  ])
  return Object.fromEntries(guarded)
}
