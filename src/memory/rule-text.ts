import { truncateAtWord } from '../text/truncate.ts'

/** A rule as stored: one short imperative sentence, in the user's own words where possible. */
export function ruleOf(said: string): string {
  const bare = withoutLead(
    said
      .replaceAll('’', "'")
      .replaceAll(/\s{1,1000}/g, ' ')
      .trim(),
  )
  const ordered = TURNED.reduce<string | undefined>((done, [from, to]) => {
    if (done !== undefined) return done
    const match = from.exec(bare)
    return match ? to(match) : undefined
  }, undefined)
  return sentence(ordered ?? bare)
}

const LEAD =
  /^(?:(?:(?:no|nope|nah)(?= man|[,:;.!—-])(?: man)?|yes|yeah|yep|ok|okay|and|but|so|also|well|hmm|sure|great|cool|right|wait|actually|again|please|btw|hey|fyi|then|now|sorry|um|uh|erm|ugh|just|remember|note|rule|preference|reminder|i mean|i said|i told you(?: already)?|as i said|i think|i feel like|for the record|for future reference)(?:[,:;.!]{1,3} ?|[—-]{1,2} | )){1,5}(?=\S)/i
const LEAD_PHRASES =
  /^(?:(?:from now on|from here on|going forward|in (?:the )?future|next time|as a (?:general )?rule|in general|generally)(?:,|:)? |(?:note|remember) that |(?:please )?(?:add|save|note|put) (?:this |it )?(?:to|in) (?:your|the) (?:memory|memories|claude\.md|agents\.md|rules?)(?: file)?(?: that|:)? |(?:please )?(?:make|add|create|write|update|record) (?:a |an |the |that |this )?(?:new )?(?:cursor |project )?rules? (?:that (?:specifies|says|states) |to (?:specify|say|state|record|make sure) |saying )(?:that |to )?)/i

function withoutLead(text: string): string {
  let rest = text
  for (let round = 0; round < 3; round += 1) {
    const next = rest.replace(LEAD, '').replace(LEAD_PHRASES, '')
    if (next === rest) break
    rest = next
  }
  return rest.length > 5 ? rest : text
}

/** Turns "you did X" into "do not do X". */
const DID: ReadonlyMap<string, string> = new Map(
  'edited=edit modified=modify changed=change deleted=delete removed=remove added=add updated=update made=make created=create committed=commit pushed=push put=put used=use moved=move renamed=rename wrote=write ran=run broke=break ignored=ignore skipped=skip overwrote=overwrite duplicated=duplicate hardcoded=hardcode'
    .split(' ')
    .map((pair) => pair.split('=', 2))
    .map(([did = '', base = '']) => [did, base]),
)
const DONE = [...DID.keys()].join('|')

/** Turns complaints and wishes into imperatives. The first match wins. */
const TURNED: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    new RegExp(`^you(?:'ve| have)?(?: just| again| also| still| accidentally)? (${DONE})\\b(.{2,300})$`, 'i'),
    ([, verb = '', rest = '']) => leave(`${DID.get(verb.toLowerCase()) ?? verb}${rest}`),
  ],
  [/^why are (?:you|we) ((?:in|on|at|under) .{2,300})$/i, ([, rest = '']) => leave(`work ${rest}`)],
  [/^why (?:did not|didn't|didnt) (?:you|we) (.{3,300})$/i, ([, rest = '']) => rest],
  [
    /^why (?:are not|aren't|arent) (?:you|we) (\w{2,20}ing) (.{2,300})$/i,
    ([, verb = '', rest = '']) => `${baseOf(verb)} ${rest}`,
  ],
  [/^why (?:did|do|would) (?:you|we) (.{3,300})$/i, ([, rest = '']) => leave(rest)],
  [
    /^why are (?:you|we) (\w{2,20}ing)\b(.{0,300})$/i,
    ([, verb = '', rest = '']) => leave(`${baseOf(verb)}${rest}`),
  ],
  [
    /^(?:you're|you are|youre|you were|you keep)(?: still| again| just)? not (\w{2,20}ing)\b(.{0,300})$/i,
    ([, verb = '', rest = '']) => `${baseOf(verb)}${rest}`,
  ],
  [
    /^(?:you're|you are|youre|you were|you keep|you seem to be)(?: still| again| just)? (\w{2,20}ing)\b(.{0,300})$/i,
    ([, verb = '', rest = '']) => leave(`${baseOf(verb)}${rest}`),
  ],
  [
    /^(?:you|we) (?:should not|shouldn't|shouldnt|must not|mustn't|cannot|can't) be (\w{2,20}ing)\b(.{0,300})$/i,
    ([, verb = '', rest = '']) => leave(`${baseOf(verb)}${rest}`),
  ],
  [
    /^(?:you|we) (?:should not|shouldn't|shouldnt|must not|mustn't|cannot|can't|don't|do not|dont) (?!need|want|have)(.{3,300})$/i,
    ([, rest = '']) => leave(rest),
  ],
  [
    /^(?:you|we) (?:should|must) be (\w{2,20}ing)\b(.{0,300})$/i,
    ([, verb = '', rest = '']) => `${baseOf(verb)}${rest}`,
  ],
  [
    /^(?:you|we) (?:should|must|need to|have to|ought to) (?!be\b|have\b)(.{3,300})$/i,
    ([, rest = '']) => rest,
  ],
  [/^(?:you|we) only (?:ever )?need to (.{3,300})$/i, ([, rest = '']) => `only ${rest}`],
  [
    /^(?:(?:i )?(?:told|asked) you |i said )?(?:already )?not to (.{3,300})$/i,
    ([, rest = '']) => leave(rest),
  ],
  [/^(?:(?:i )?(?:told|asked) you |i said )?(?:already )?to (.{3,300})$/i, ([, rest = '']) => rest],
  [/^that ((?:our|we|the|all|every) .{3,300})$/i, ([, rest = '']) => rest],
  [/^i (?:do not|don't|dont) want (?!to )(?:any )?(.{3,300})$/i, ([, rest = '']) => `no ${rest}`],
  [/^(?:we|i) want to (.{3,300})$/i, ([, rest = '']) => rest],
  [/^we (always|never|only) (.{3,300})$/i, ([, ever = '', rest = '']) => `${ever} ${rest}`],
  [/^we use (.{2,300})$/i, ([, rest = '']) => `use ${rest}`],
  [/^(?:i|we)(?:'d| would)? (?:prefer|rather have) (.{3,300})$/i, ([, rest = '']) => `prefer ${rest}`],
  [
    /^(?:stop|quit|avoid|refrain from) (\w{2,20}ing)\b(.{0,300})$/i,
    ([, verb = '', rest = '']) => leave(`${baseOf(verb)}${rest}`),
  ],
  [/^(?:do not|don't|dont) ever (.{3,300})$/i, ([, rest = '']) => `never ${withoutAgain(rest)}`],
  [/^(?:do not|don't|dont) (.{3,300})$/i, ([, rest = '']) => leave(rest)],
  [/^(?:make sure|be sure|ensure) (?:to|that you|you) (.{3,300})$/i, ([, rest = '']) => rest],
  [/^(?:let's|lets|let us) not (.{3,300})$/i, ([, rest = '']) => leave(rest)],
  [/^(?:let's|lets|let us) (.{3,300})$/i, ([, rest = '']) => rest],
  [/^(?:can|could) (?:you|we) (?:please )?(.{3,300})$/i, ([, rest = '']) => rest],
]

const withoutAgain = (text: string): string => text.replace(/ (?:ever )?again\b/i, '')

/** Forbids the text, but not the part after "not": `work in A, not B` becomes `do not work in A, but B`. */
const leave = (rest: string): string =>
  `do not ${withoutAgain(rest).replace(/, (?:and )?not (?=[a-z])/i, ', but ')}`

/** Turns `editing` into `edit`, `using` into `use`, and `running` into `run`. */
export function baseOf(gerund: string): string {
  const stem = gerund.toLowerCase().replace(/ing$/, '')
  if (stem.length < 3) return SHORT.get(stem) ?? stem
  if (stem.length > 3 && /([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  return NEEDS_E.test(stem) && !NEEDS_NONE.test(stem) ? `${stem}e` : stem
}
const SHORT: ReadonlyMap<string, string> = new Map([
  ['us', 'use'],
  ['do', 'do'],
  ['go', 'go'],
  ['be', 'be'],
])
/**
 * The stem needs an `e`: one vowel before one consonant, or an ending that no English verb has without the `e`.
 */
const NEEDS_E =
  /(?:(?:^|[^aeiou])[aiouy][bcdgklmnprstvz]|creat|elet|plet|eav|iev|[rl]v|[nr]c|[rd]g|ang|[rn]s|[bdfgpt]l|kl)$/
const NEEDS_NONE =
  /(?:edit|visit|limit|exit|audit|mit|factor|monitor|author|cancel|tion|sion|develop|debug|format|(?<!c)hang)$/

const LONGEST = 200
/** Sentences may start in lower case, because people type quickly. */
const NEXT = /(?<=[a-z`"')]{2}) ?[.!?] (?=[a-z@`"'])/

function sentence(text: string): string {
  const bare = (text.split(NEXT, 1)[0] ?? text)
    .replace(/[\s?!.,;:—-]{1,20}$/, '')
    .replace(/,? (?:just now|right now|please|thanks|thank you|ok|okay)$/i, '')
    .replaceAll(/\s{2,1000}/g, ' ')
    .trim()
  const cut = truncateAtWord(bare, LONGEST)
  return cut === '' ? '' : `${cut[0]?.toUpperCase()}${cut.slice(1)}.`
}
