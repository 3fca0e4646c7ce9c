import { NO_TEXTS, quickly } from './quick.ts'

/** The start of a session, where nothing is out of the ordinary. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, NO_TEXTS)
