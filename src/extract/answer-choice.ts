import { plain } from '../text/plain.ts'
import { unitsIn } from '../text/sentences.ts'

/** What a short answer chose: the words of the options, or what was offered. */
export function chosenIn(answer: string, before: string): readonly string[] {
  const said = answer.trim()
  if (said.length > LONGEST) return []
  const options = optionsIn(before)
  const chosen = [...said.matchAll(LABEL)].flatMap(([, label = '']) => options.get(label.toLowerCase()) ?? [])
  if (chosen.length > 0) return chosen
  return YES.test(said) ? offeredIn(before).filter((offer) => !ROUTINE.test(offer)) : []
}

const LONGEST = 80
/** A number or a letter that stands for an option, and not for a quantity or an article. */
const LABEL =
  /(?:^|\boption |\b(?:do|go with|pick|take|tackle|and|leaning|think) |[#,&] ?)([a-d]|\d{1,2})\b(?!['.]\w| \w{0,12}s\b)/gi
const YES =
  /^(?:yes|yeah|yep|yup|sure|ok(?:ay)?|y|please do|do it|go ahead|sounds good)[\s.!,]{0,4}(?:please|do it|go ahead|thanks)?[\s.!]{0,3}$/i
/** Single acts: to agree to one binds nobody later. */
const ROUTINE =
  /^(?:also )?(?:commit|push|merge|open|create|post|run|re-?run|delete|remove|fix|look|check|investigate|continue|proceed|start|go|tackle|apply|add|update|review|draft|write|test|verify|move|move on|do|try|show|clean|rebuild|reply|file|log|set)\b/i
const OPTION =
  /^[ \t]{0,8}(?:[-*] )?(?:#{1,4} )?\*{0,2}(?:option |choice )?([a-d]|\d{1,2})\*{0,2}[.):—-]\s{0,3}(\S.{2,400})$/gim
const OFFER =
  /^(?:.{0,60}[—,] )?(?:want me to|should i|shall i|would you like me to|do you want me to|do you want to) (.{3,300})\?$/i

function optionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  // A later list is nearer to the question.
  for (const [, label = '', option = ''] of text.slice(-FAR).matchAll(OPTION))
    found.set(label.toLowerCase(), plain(option))
  return found
}
const FAR = 8000

/** The last offer counts, because it is the one that was answered. */
function offeredIn(text: string): readonly string[] {
  const offers = unitsIn(text.slice(-FAR)).flatMap((unit) => OFFER.exec(plain(unit.text))?.[1] ?? [])
  const last = offers.at(-1)
  return last === undefined ? [] : [last]
}
