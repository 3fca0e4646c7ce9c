/** Adds what several features mean together, where one alone says little: an open problem, an item beneath a plan. */
export function combine(found: Set<string>): void {
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

/** How often each group of the lexicon is there, in the unit itself and in its titles. */
function groupsIn(found: ReadonlySet<string>): ReadonlyMap<string, number> {
  const groups = new Map<string, number>()
  for (const name of found) {
    const isTitle = name.startsWith('#') || name.startsWith('>')
    const group = name.slice(0, isTitle ? 3 : 2)
    if (group.endsWith('.')) groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  return groups
}

/** Whether what is said is over, in doubt or plain, and who says it when. */
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

/** What the titles above say that their items are. */
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
