import type { World } from '../world.ts'

/** So many of the last sessions are compared at a start. */
export const MOST_HEADS = 60

/** Which sessions matter depends on the folder and the branch. */
export const placeKey = ({ place }: Pick<World, 'place'>): string =>
  JSON.stringify([place.projectIds[0], place.checkout, place.branch ?? ''])
