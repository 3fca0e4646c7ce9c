import type { ParsedHook } from '../../agent/adapter.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionStarted } from '../../event/session.ts'
import type { ProjectLocation } from '../../integrations/project.ts'
import type { World } from '../world.ts'

/** What a client told, when, and which process of it, where that is known. */
export interface HookCall {
  readonly hook: ParsedHook
  readonly at: number
  /** Which process of the client; looked for only where it is asked. */
  readonly process?: () => ProcessRef | undefined
}

export const placeOfCall = (world: World, { hook }: HookCall): ProjectLocation =>
  world.placeAt(hook.directory ?? world.place.directory)

/** That a session of a client began. Whoever concludes it, and from whatever it told first, it is the same fact. */
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
