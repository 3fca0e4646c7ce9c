import { ago } from '../text/time.ts'

/** Stands in a line that is kept for later, in the place of how long ago it was. */
export const since = (at: number): string => `{ago ${Math.trunc(at)}}`

const AGE = /\{ago (\d{1,15})\}/g

/** The text as it reads now. */
export const aged = (text: string, now: number): string =>
  text.includes('{ago ') ? text.replaceAll(AGE, (_, at: string) => ago(Math.max(0, now - Number(at)))) : text
