import { Unloaded } from './detector.ts'
import type { Redactor } from './redact.ts'

/** Examined with what is at hand, and with everything where a text holds what is not. */
export const escalating =
  (atHand: Redactor, whole: () => Redactor): Redactor =>
  (text) => {
    try {
      return atHand(text)
    } catch (error) {
      if (error instanceof Unloaded) return whole()(text)
      throw error
    }
  }
