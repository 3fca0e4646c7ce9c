import { sha256Hex } from '../event/hash.ts'

/** Enough of a hash to tell the texts of one session apart. */
export const hash16 = (text: string): string => sha256Hex(text).slice(0, 16)
