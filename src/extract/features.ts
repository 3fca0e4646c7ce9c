import type { Unit } from '../text/sentences.ts'
import type { Message } from './statement.ts'
import { classesAt, classesOf, type Words, wordsIn } from './words.ts'
/** The names of the features that a unit has. */
export type Features = ReadonlySet<string>

interface Seen {
  readonly unit: Unit
  readonly words: Words
  readonly classes: ReadonlySet<string>
}

/** The features of every unit of a message, in order. */
export function featuresIn(message: Message, units: readonly Unit[]): readonly Features[] {
  const titles = new Titles()
  const whose = message.speaker === 'user' ? 'user.' : 'agent.'
  const seen = units.map((unit): Seen => {
    const words = wordsIn(unit.text)
    return { unit, words, classes: classesOf(words, whose) }
  })
  const whole = ofMessage(message, seen)
  const prefix = message.speaker === 'user' ? 'user+' : whole.includes('report') ? 'report+' : undefined
  return seen.map((one, index) => {
    const found = new Set(whole)
    ofWords(one, found)
    ofPlace(one, found)
    ofTitles(one, titles, found)
    ofNeighbours(seen, index, found)
    for (const name of one.classes) {
      if (one.unit.isItem) found.add(`item+${name}`)
      if (prefix) found.add(`${prefix}${name}`)
    }
    combine(found)
    return found
  })
}

/** Features that all units of the message share. */
function ofMessage(message: Message, seen: readonly Seen[]): readonly string[] {
  const { speaker, isFinal, isFirst, isLast, before = '' } = message
  const found = ['*', `by ${speaker}`, `units ${sizeOf(seen.length)} ${speaker}`]
  if (isFirst) found.push('first message')
  if (isLast) found.push(`last message of ${speaker}`)
  if (seen.some(({ unit }) => unit.heading !== undefined)) found.push(`headings ${speaker}`)
  if (seen.at(-1)?.words.at(-1) === '?') found.push('ends with a question')
  for (const name of seen[0]?.classes ?? []) found.push(`begins ${name}`)
  if (speaker === 'user') return ASKED.test(before.slice(-600)) ? [...found, 'answer'] : found
  if (isFinal === false) found.push('mid-turn')
  if (seen.slice(0, 2).some(({ classes }) => DONE.some((name) => classes.has(name)))) found.push('report')
  const told = seen.filter(({ words }) => NARRATION.has(words[0] ?? '')).length
  if (told > 2 && told * 6 > seen.length) found.push('narrating')
  return found
}
const ASKED = /\?["')*_]{0,3}(?:\s|$)/
const DONE = ['s.fixed', 's.done', 'did'] as const
const NARRATION: ReadonlySet<string> = new Set(['let', "let's", 'now'])

/** Words, their classes, and how the unit begins. */
function ofWords({ words, classes }: Seen, found: Set<string>): void {
  for (const name of classes) found.add(name)
  for (const word of words) found.add(`=${word}`)
  const note = (mark: string) => (name: string) => void (classes.has(name) && found.add(`${mark}${name}`))
  classesAt(words, 0, note('^'))
  for (let at = 1; at < Math.min(BEGIN, words.length); at += 1) classesAt(words, at, note('^^'))
}
const BEGIN = 4

function ofPlace({ unit, words }: Seen, found: Set<string>): void {
  if (unit.isItem) found.add(`item ${Math.min(unit.depth, 2)}`)
  else if (unit.depth > 0) found.add('within an item')
  if (unit.box) found.add(`box ${unit.box}`)
  found.add(`words ${sizeOf(words.length)}`)
  if (unit.text.startsWith('**') || unit.text.startsWith('__')) found.add('bold')
  if (unit.text.endsWith(':') || unit.text.endsWith(':**')) found.add('title')
}

/** The heading above and the line that introduces the list. */
function ofTitles({ unit }: Seen, titles: Titles, found: Set<string>): void {
  const marked = [
    ['#', unit.heading],
    ['>', unit.lead],
  ] as const
  for (const [mark, title] of marked) {
    if (title === undefined) continue
    const { words, classes } = titles.of(title)
    found.add(`${mark}*`)
    for (const word of words) found.add(`${mark}=${word}`)
    for (const name of classes) {
      found.add(`${mark}${name}`)
      if (unit.isItem) found.add(`${mark}item ${name}`)
    }
  }
}

/** Features of the neighbouring units. */
function ofNeighbours(seen: readonly Seen[], index: number, found: Set<string>): void {
  const block = seen[index]?.unit.block
  const before = seen[index - 1]
  const after = seen[index + 1]
  if (!before) found.add('first unit')
  if (!after) found.add('last unit')
  if (before?.unit.block !== block) found.add('first of block')
  else for (const name of before?.classes ?? []) found.add(`<${name}`)
  if (after && after.unit.block === block) for (const name of after.classes) found.add(`>>${name}`)
  if (after?.words.at(-1) === '?') found.add('before a question')
}

/** 1, 2, 4, 8, … */
const sizeOf = (count: number): number => 2 ** Math.floor(Math.log2(Math.max(1, count)))

/** Many units share a title, so it is parsed once. */
class Titles {
  readonly #known = new Map<string, Omit<Seen, 'unit'>>()

  of(title: string): Omit<Seen, 'unit'> {
    const known = this.#known.get(title)
    if (known) return known
    const words = wordsIn(title.length > FAR ? title.slice(-FAR) : title)
    const made = { words, classes: classesOf(words, 'title.') }
    this.#known.set(title, made)
    return made
  }
}
/** In a longer title, only the end indicates what follows. */
const FAR = 100

/** Adds combined features where a single one means little: an open problem, a plan item. */
function combine(found: Set<string>): void {
  const groups = groupsIn(found)
  const isItem = found.has('item 0') || found.has('item 1') || found.has('item 2')
  const where = contextOf(found)
  ofGroups(found, groups, where)
  ofSections(found, groups, isItem)
  if (found.has('^order')) found.add(`order in ${where}${isItem ? ' item' : ''}`)
  if (found.has('^narrate') && found.has('last unit') && found.has('last message of assistant'))
    found.add('last words')
  if (found.has('answer') && isItem) found.add('answer item')
  if (found.has('answer') && found.has('^agree')) found.add('answer agree')
}

const GROUPS = ['p.', 'c.', 'r.', 'n.', 'w.'] as const
const SECTIONS = ['p.', 'c.', 'r.', 'n.'] as const
const TITLES = ['option', 'change'] as const
const MARKS = ['#', '>'] as const

/** How often each group of the lexicon occurs, in the unit and in its titles. */
function groupsIn(found: ReadonlySet<string>): ReadonlyMap<string, number> {
  const groups = new Map<string, number>()
  for (const name of found) {
    const isTitle = name.startsWith('#') || name.startsWith('>')
    const group = name.slice(0, isTitle ? 3 : 2)
    if (group.endsWith('.')) groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  return groups
}

/** Whether the statement is past, hedged or plain, and who makes it when. */
function ofGroups(found: Set<string>, groups: ReadonlyMap<string, number>, where: string): void {
  const how = certaintyOf(found, groups)
  for (const group of GROUPS) {
    const times = groups.get(group)
    if (times === undefined) continue
    found.add(group)
    found.add(`${group} ${how}`)
    found.add(`${group} ${how} in ${where}`)
    found.add(`${group} ${Math.min(times, 3)} times`)
    for (const name of ['still', 'because', 'negate']) if (found.has(name)) found.add(`${group} ${name}`)
  }
}

function certaintyOf(found: ReadonlySet<string>, groups: ReadonlyMap<string, number>): string {
  if (groups.has('s.') || found.has('past') || found.has('^did') || found.has('box done')) return 'solved'
  const isDoubted = found.has('if') || found.has('maybe') || found.has('option') || found.has('=?')
  return isDoubted ? 'doubted' : 'plain'
}

/** What kind of items the titles announce. */
function ofSections(found: Set<string>, groups: ReadonlyMap<string, number>, isItem: boolean): void {
  const beneath = BENEATH.filter((name) => found.has(name))
  if (groups.has('p.')) beneath.push('problem')
  for (const mark of MARKS) {
    const isOver = groups.has(`${mark}s.`) || found.has(`${mark}change`) || found.has(`${mark}did`)
    const ending = `${isOver ? ' over' : ''}${isItem ? ' item' : ''}`
    for (const section of sectionsIn(found, groups, mark)) {
      found.add(`${section}${ending}`)
      for (const name of beneath) found.add(`${section} ${name}`)
    }
  }
}
const BENEATH: readonly string[] = ['^order', 'narrating']

const sectionsIn = (
  found: ReadonlySet<string>,
  groups: ReadonlyMap<string, number>,
  mark: string,
): readonly string[] => [
  ...SECTIONS.map((group) => `${mark}${group}`).filter((section) => groups.has(section)),
  ...TITLES.map((name) => `${mark}${name}`).filter((section) => found.has(section)),
]

function contextOf(found: ReadonlySet<string>): string {
  if (found.has('by user')) return 'user'
  if (found.has('mid-turn')) return 'mid-turn'
  return found.has('report') ? 'report' : 'answer'
}
