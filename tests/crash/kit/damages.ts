import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { StoredEvent } from '../../../src/event/define.ts'
import { payloadOf } from '../../../src/log/chain.ts'
import { connect } from '../../../src/log/sqlite/driver.ts'
import { toNewEvent } from './acks.ts'
import { logPath } from './open-log.ts'
import { middlePiece, type Pristine } from './pristine.ts'
import type { Random } from './random.ts'

/** What the campaign requires of the damaged log. */
export type Expectation =
  /** This event is reported, and every other one is readable. */
  | { readonly kind: 'one-event'; readonly event: StoredEvent }
  /** Every event except these is readable. */
  | { readonly kind: 'but-for'; readonly ids: ReadonlySet<string> }
  /** No event has wrong content, and missing events are reported. */
  | { readonly kind: 'honest' }
  /** Only the last events in the WAL may be lost. */
  | { readonly kind: 'prefix' }
  /** The log is refused with this code and left unchanged. */
  | { readonly kind: 'refused'; readonly code: string }

interface DamageKind {
  readonly name: string
  readonly needsWal?: boolean
  inflict(home: string, about: { readonly random: Random; readonly pristine: Pristine }): Expectation
}

const PAGE = 4096

const payloadFlip: DamageKind = {
  name: 'payload-flip',
  inflict(home, { random, pristine }) {
    const file = readFileSync(logPath(home))
    const event = random.oneOf(pristine.events)
    const whole = Buffer.from(payloadOf(toNewEvent(event)))
    const wanted = file.includes(whole) ? whole : Buffer.from(middlePiece(event, random.fraction()))
    const at = file.indexOf(wanted)
    // The text is split by a page boundary or has a stale copy in free space, so pick another event.
    if (at < 0 || at !== file.lastIndexOf(wanted)) return this.inflict(home, { random, pristine })
    flip(file, at + random.below(wanted.length), random)
    writeFileSync(logPath(home), file)
    return { kind: 'one-event', event }
  },
}

const flipAnywhere: DamageKind = {
  name: 'flip-anywhere',
  inflict: (home, { random }) =>
    editLog(home, (file) => {
      flip(file, random.below(file.length), random)
      return { kind: 'honest' }
    }),
}

const headerFlip: DamageKind = {
  name: 'header-flip',
  inflict: (home, { random }) =>
    editLog(home, (file) => {
      flip(file, random.below(100), random)
      return { kind: 'honest' }
    }),
}

const zeroedPage: DamageKind = {
  name: 'zeroed-page',
  inflict: (home, { random, pristine }) =>
    editLog(home, (file) => {
      const page = anyPage(file, random)
      const expectation = afterLosing(file, pristine, [page])
      file.fill(0, page * PAGE, (page + 1) * PAGE)
      return expectation
    }),
}

const garbagePage: DamageKind = {
  name: 'garbage-page',
  inflict: (home, { random, pristine }) =>
    editLog(home, (file) => {
      const page = anyPage(file, random)
      const expectation = afterLosing(file, pristine, [page])
      for (let at = page * PAGE; at < (page + 1) * PAGE; at += 1) file[at] = random.below(256)
      return expectation
    }),
}

const swappedPages: DamageKind = {
  name: 'swapped-pages',
  inflict: (home, { random }) =>
    editLog(home, (file) => {
      const [one, two] = [anyPage(file, random) * PAGE, anyPage(file, random) * PAGE]
      const copy = Buffer.from(file.subarray(one, one + PAGE))
      file.copyWithin(one, two, two + PAGE)
      copy.copy(file, two)
      return { kind: 'honest' }
    }),
}

/** Sends searches for the newest events to the wrong page, so that a scan finds earlier events again. */
const wrongSeparator: DamageKind = {
  name: 'wrong-separator',
  inflict(home, { random }) {
    const root = rootOfEvents(home)
    return editLog(home, (file) => {
      const separators = cellsOf(file, root).map((cell) => cell + 4)
      const large = separators.filter((at) => file[at]! >= 0x80)
      if (large.length > 0) file[random.oneOf(large)] = 0xff
      return { kind: 'honest' }
    })
  },
}

/** Stores the events of one page twice and loses those of another. */
const copiedPage: DamageKind = {
  name: 'copied-page',
  inflict(home, { random }) {
    const root = rootOfEvents(home)
    return editLog(home, (file) => {
      const leaves = cellsOf(file, root).map((cell) => (file.readUInt32BE(cell) - 1) * PAGE)
      const from = random.oneOf(leaves)
      file.copy(file, random.oneOf(leaves), from, from + PAGE)
      return { kind: 'honest' }
    })
  },
}

const truncated: DamageKind = {
  name: 'truncated',
  inflict(home, { random }) {
    const { length } = readFileSync(logPath(home))
    truncateSync(logPath(home), random.between(1, length - 1))
    return { kind: 'honest' }
  },
}

const walFlip: DamageKind = {
  name: 'wal-flip',
  needsWal: true,
  inflict: (home, { random }) =>
    editSidecar(home, '-wal', (file) => flip(file, random.below(file.length), random)),
}

const walGarbage: DamageKind = {
  name: 'wal-garbage',
  needsWal: true,
  inflict: (home, { random }) =>
    editSidecar(home, '-wal', (file) => {
      for (let at = random.below(file.length); at < file.length; at += 1) file[at] = random.below(256)
    }),
}

const shmGarbage: DamageKind = {
  name: 'shm-garbage',
  needsWal: true,
  inflict: (home, { random }) =>
    editSidecar(home, '-shm', (file) => {
      for (let at = 0; at < file.length; at += 1) file[at] = random.below(256)
    }),
}

const deleteSidecar = (suffix: '-wal' | '-shm'): DamageKind => ({
  name: `${suffix.slice(1)}-deleted`,
  needsWal: true,
  inflict(home) {
    rmSync(logPath(home) + suffix, { force: true })
    return { kind: 'prefix' }
  },
})

const foreignText: DamageKind = {
  name: 'foreign-text',
  inflict(home, { random }) {
    writeFileSync(logPath(home), 'Dear diary, '.repeat(random.between(1, 2000)))
    return { kind: 'refused', code: 'log-foreign' }
  },
}

const foreignDatabase: DamageKind = {
  name: 'foreign-database',
  inflict(home) {
    rmSync(logPath(home))
    const db = connect(logPath(home), { readOnly: false, busyMs: 0 })
    db.exec('CREATE TABLE event (pos INTEGER PRIMARY KEY, id TEXT); INSERT INTO event VALUES (1, 2)')
    db.close()
    return { kind: 'refused', code: 'log-foreign' }
  },
}

const newerRelease: DamageKind = {
  name: 'newer-release',
  inflict(home) {
    const db = connect(logPath(home), { readOnly: false, busyMs: 0 })
    db.exec('PRAGMA user_version = 999')
    db.close()
    return { kind: 'refused', code: 'log-newer' }
  },
}

/** The kinds of damage, used in turn. Seven of the 26 are payload flips, each of which must be reported. */
export const damages: readonly DamageKind[] = [
  payloadFlip,
  flipAnywhere,
  zeroedPage,
  payloadFlip,
  garbagePage,
  walFlip,
  payloadFlip,
  flipAnywhere,
  truncated,
  payloadFlip,
  swappedPages,
  wrongSeparator,
  copiedPage,
  walGarbage,
  payloadFlip,
  headerFlip,
  shmGarbage,
  payloadFlip,
  flipAnywhere,
  deleteSidecar('-wal'),
  payloadFlip,
  zeroedPage,
  foreignText,
  deleteSidecar('-shm'),
  foreignDatabase,
  newerRelease,
]

/** The inner page at the top of the table of events. */
function rootOfEvents(home: string): number {
  const db = connect(logPath(home), { readOnly: false, busyMs: 0 })
  const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'event'").get()?.rootpage)
  db.close()
  return page
}

/** The positions of a page's cells. In an inner page, each begins with the number of a page below it. */
function cellsOf(file: Buffer, page: number): readonly number[] {
  const start = (page - 1) * PAGE
  const cells = file.readUInt16BE(start + 3)
  return Array.from({ length: cells }, (_, cell) => start + file.readUInt16BE(start + 12 + 2 * cell))
}

function flip(file: Buffer, at: number, random: Random): void {
  file[at] = file[at]! ^ (1 << random.below(8))
}

function editLog(home: string, edit: (file: Buffer) => Expectation): Expectation {
  const file = readFileSync(logPath(home))
  const expectation = edit(file)
  writeFileSync(logPath(home), file)
  return expectation
}

function editSidecar(home: string, suffix: '-wal' | '-shm', edit: (file: Buffer) => void): Expectation {
  const file = readFileSync(logPath(home) + suffix)
  edit(file)
  writeFileSync(logPath(home) + suffix, file)
  return { kind: 'prefix' }
}

/** Any page except the first, because damage to the header is a separate case. */
const anyPage = (file: Buffer, random: Random): number => random.between(1, file.length / PAGE - 1)

const TABLE_LEAF = 0x0d
const INDEX_LEAF = 0x0a

/**
 * A lost leaf page loses only its own events. The loss of an inner or overflow page must only be reported.
 */
function afterLosing(file: Buffer, pristine: Pristine, pages: readonly number[]): Expectation {
  const lost = new Set<string>()
  for (const page of pages) {
    const bytes = file.subarray(page * PAGE, (page + 1) * PAGE)
    if (bytes[0] !== TABLE_LEAF && bytes[0] !== INDEX_LEAF) return { kind: 'honest' }
    if (bytes[0] === INDEX_LEAF) continue
    for (const { id } of pristine.events) if (bytes.includes(id)) lost.add(id)
  }
  return { kind: 'but-for', ids: lost }
}
