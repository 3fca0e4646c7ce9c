import type { EndTrigger } from '../event/session.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type EndSession = (trigger: EndTrigger) => Promise<unknown>

/**
 * One set for all sessions: the process has one listener, which raises the signal again when all sessions
 * have ended.
 */
const registered = new Set<EndSession>()

/**
 * Ends a session when its process exits or gets a signal that it can handle. After SIGKILL the session counts as
 * crashed. Returns a function that cancels the registration.
 */
export function endWithProcess(end: EndSession): () => void {
  if (registered.size === 0) listen()
  registered.add(end)
  return () => {
    registered.delete(end)
    if (registered.size === 0) stopListening()
  }
}

function listen(): void {
  process.on('beforeExit', onExit)
  for (const signal of SIGNALS) process.on(signal, onSignal)
}

function stopListening(): void {
  process.off('beforeExit', onExit)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

const onExit = (): void => void endAll('exit')

const onSignal = (signal: NodeJS.Signals): void => {
  // Raises the signal again at the end, so that the exit status of the process shows it.
  void endAll('signal').then(() => process.kill(process.pid, signal))
}

function endAll(trigger: EndTrigger): Promise<unknown> {
  const ends = [...registered]
  registered.clear()
  stopListening()
  // A session that cannot be ended counts as crashed. No events are lost, and there is no caller left to report to.
  return Promise.allSettled(ends.map((end) => end(trigger)))
}
