import type { ParsedHook } from '../../agent/adapter.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionStarted } from '../../event/session.ts'
import type { ProjectLocation } from '../../integrations/project.ts'
import type { World } from '../world.ts'

/** A hook call with its time and process. */
export interface HookCall {
  readonly hook: ParsedHook
  readonly at: number
  /** The client's process. Looked up lazily. */
  readonly process?: () => ProcessRef | undefined
}

export const placeOfCall = (world: World, { hook }: HookCall): ProjectLocation =>
  world.placeAt(hook.directory ?? world.place.directory)

/** The `session.started` event. Its id does not depend on which hook arrives first. */
export function sessionStartedEvent(world: World, agent: string, call: HookCall): NewEvent {
  const { hook, at } = call
  const running = call.process?.()
  const place = placeOfCall(world, call)
  const id = derivedId('evt', agent, hook.session, SessionStarted.type)
  return fact(
    SessionStarted,
    { id, at: hook.at ?? at },
    {
      trigger: 'hook',
      agent,
      agentSession: hook.session,
      project: place.project,
      checkout: place.checkout,
      directory: place.directory,
      ...(hook.agentVersion && { agentVersion: hook.agentVersion }),
      ...(hook.transcript && { transcript: hook.transcript }),
      ...(place.branch && { branch: place.branch }),
      ...(place.head && { head: place.head }),
      ...(place.language && { language: place.language }),
      ...(running && { process: running }),
    },
  )
}
