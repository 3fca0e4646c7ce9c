import type { Heard } from '../../agent/adapter.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionStarted } from '../../event/session.ts'
import type { Place } from '../../integrations/project.ts'
import type { World } from '../world.ts'

/** What a client told, when, and which process of it, where that is known. */
export interface Telling {
  readonly heard: Heard
  readonly at: number
  /** Which process of the client; looked for only where it is asked. */
  readonly process?: () => ProcessRef | undefined
}

export const placeOfTelling = (world: World, { heard }: Telling): Place =>
  world.placeAt(heard.directory ?? world.place.directory)

/** That a session of a client began. Whoever concludes it, and from whatever it told first, it is the same fact. */
export function startedFact(world: World, agent: string, telling: Telling): NewEvent {
  const { heard, at } = telling
  const running = telling.process?.()
  const place = placeOfTelling(world, telling)
  const id = derivedId('evt', agent, heard.session, SessionStarted.type)
  return fact(
    SessionStarted,
    { id, at: heard.at ?? at },
    {
      trigger: 'hook',
      agent,
      agentSession: heard.session,
      project: place.project,
      checkout: place.checkout,
      directory: place.directory,
      ...(heard.agentVersion && { agentVersion: heard.agentVersion }),
      ...(heard.transcript && { transcript: heard.transcript }),
      ...(place.branch && { branch: place.branch }),
      ...(place.head && { head: place.head }),
      ...(place.language && { language: place.language }),
      ...(running && { process: running }),
    },
  )
}
