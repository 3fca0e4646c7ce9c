import type { Kind, Speaker } from './statement.ts'

/** Kinds that a pattern tells as well as weights would. No pattern may repeat what repeats. */
interface Cue {
  readonly kind: Extract<Kind, 'question' | 'resolved' | 'done'>
  readonly weight: number
  /** Features of which one holds wherever the pattern can: patterns that are not tried need not be compiled. */
  readonly near: readonly string[]
  readonly says: RegExp
  readonly unless: RegExp
}

export const CUES: Readonly<Record<Speaker, readonly Cue[]>> = {
  assistant: [
    {
      kind: 'resolved',
      weight: 0.7,
      near: ['=fixed', '=resolved', '=fix', '=works'],
      says: /^(?:(?:both|all|the) )?(?:\S{1,30} ){0,5}?(?:fixed|resolved)\b(?! by\b)|^fix:|\b(?:is|are|was|were|been|already) (?:now )?(?:fixed|resolved)\b(?! by\b)|\bworks now\b/i,
      unless: /\b(?:should be|to be|not|isn't|n't|what was) (?:fixed|resolved)\b|\bsummary\b|^here's\b|:$/i,
    },
    {
      kind: 'question',
      weight: 0.7,
      near: ['=?', '=know', '=confirm', '=choose', '=should'],
      says: /\?["')]?$|^(?:let me know (?:which|whether|if you(?:'d| want| prefer))|please (?:confirm|choose))\b|^should (?:we|i):$/i,
      unless: /^(?:is that it|wait|["'“])|\bmake sense\?$/i,
    },
    {
      kind: 'done',
      weight: 0.6,
      near: ['s.done', 'did', '=released', '=deployed', '=place'],
      says: /^(?:done|completed|finished|implemented|committed|pushed|merged|released|deployed)\b.{12}|\b(?:is|are|has been|have been) (?:now )?(?:done|completed?|implemented|merged|pushed|committed|deployed|in place)\b/i,
      unless: /\b(?:not|isn't|once|when|if|until|should be|to be|will be|needs? to)\b|\?$/i,
    },
  ],
  user: [
    {
      kind: 'question',
      weight: 0.6,
      near: ['=?'],
      says: /\?["')]?$/,
      unless:
        /^(?:(?:and|ok|so),? )?(?:can|could|would|will) (?:you|we)\b|\b(?:make sense|do you think|you sure|right|yeah|no)\?$/i,
    },
  ],
}
