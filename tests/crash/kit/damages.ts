import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { StoredEvent } from '../../../src/event/define.ts'
import { payloadOf } from '../../../src/log/chain.ts'
import { connect } from '../../../src/log/sqlite/driver.ts'
import { logPath } from './log-of.ts'
import { middlePiece, type Pristine } from './pristine.ts'
import type { Random } from './random.ts'
import { asNew } from './sealed.ts'

/** What must still be true of the log after this damage. */
export type Expectation =
  /** This event is reported; every other one is readable, from the log and from its session. */
  | { readonly kind: 'one-event'; readonly event: StoredEvent }
  /** Every event whose id is not in the list is readable. */
  | { readonly kind: 'but-for'; readonly ids: ReadonlySet<string> }
  /** Nothing read is wrong, and what is missing was reported. */
  | { readonly kind: 'honest' }
  /** What the WAL held may be gone, from its end; nothing else. */
  | { readonly kind: 'prefix' }
  /** Refused with this code, and not a byte changed. */
  | { readonly kind: 'refused'; readonly code: string }

export interface Damage {
  readonly name: string
  readonly needsWal?: boolean
  inflict(home: string, about: { readonly random: Random; readonly pristine: Pristine }): Expectation
}

const PAGE = 4096

const payloadFlip: Damage = {
  name: 'payload-flip',
  inflict(home, { random, pristine }) {
    const file = readFileSync(logPath(home))
    const event = random.oneOf(pristine.events)
    const whole = Buffer.from(payloadOf(asNew(event)))
    const wanted = file.includes(whole) ? whole : Buffer.from(middlePiece(event, random.fraction()))
    const at = file.indexOf(wanted)
    // Cut by a page border, or with a stale copy in the free space of a page: another one.
    if (at < 0 || at !== file.lastIndexOf(wanted)) return this.inflict(home, { random, pristine })
    flip(file, at + random.below(wanted.length), random)
    writeFileSync(logPath(home), file)
    return { kind: 'one-event', event }
  },
}

const flipAnywhere: Damage = {
  name: 'flip-anywhere',
  inflict: (home, { random }) =>
    edited(home, (file) => {
      flip(file, random.below(file.length), random)
      return { kind: 'honest' }
    }),
}

const headerFlip: Damage = {
  name: 'header-flip',
  inflict: (home, { random }) =>
    edited(home, (file) => {
      flip(file, random.below(100), random)
      return { kind: 'honest' }
    }),
}

const zeroedPage: Damage = {
  name: 'zeroed-page',
  inflict: (home, { random, pristine }) =>
    edited(home, (file) => {
      const page = anyPage(file, random)
      const expectation = afterLosing(file, pristine, [page])
      file.fill(0, page * PAGE, (page + 1) * PAGE)
      return expectation
    }),
}

const garbagePage: Damage = {
  name: 'garbage-page',
  inflict: (home, { random, pristine }) =>
    edited(home, (file) => {
      const page = anyPage(file, random)
      const expectation = afterLosing(file, pristine, [page])
      for (let at = page * PAGE; at < (page + 1) * PAGE; at += 1) file[at] = random.below(256)
      return expectation
    }),
}

const swappedPages: Damage = {
  name: 'swapped-pages',
  inflict: (home, { random }) =>
    edited(home, (file) => {
      const [one, two] = [anyPage(file, random) * PAGE, anyPage(file, random) * PAGE]
      const copy = Buffer.from(file.subarray(one, one + PAGE))
      file.copyWithin(one, two, two + PAGE)
      copy.copy(file, two)
      return { kind: 'honest' }
    }),
}

const truncated: Damage = {
  name: 'truncated',
  inflict(home, { random }) {
    const { length } = readFileSync(logPath(home))
    truncateSync(logPath(home), random.between(1, length - 1))
    return { kind: 'honest' }
  },
}

const walFlip: Damage = {
  name: 'wal-flip',
  needsWal: true,
  inflict: (home, { random }) =>
    beside(home, '-wal', (file) => flip(file, random.below(file.length), random)),
}

const walGarbage: Damage = {
  name: 'wal-garbage',
  needsWal: true,
  inflict: (home, { random }) =>
    beside(home, '-wal', (file) => {
      for (let at = random.below(file.length); at < file.length; at += 1) file[at] = random.below(256)
    }),
}

const shmGarbage: Damage = {
  name: 'shm-garbage',
  needsWal: true,
  inflict: (home, { random }) =>
    beside(home, '-shm', (file) => {
      for (let at = 0; at < file.length; at += 1) file[at] = random.below(256)
    }),
}

const deleted = (suffix: '-wal' | '-shm'): Damage => ({
  name: `${suffix.slice(1)}-deleted`,
  needsWal: true,
  inflict(home) {
    rmSync(logPath(home) + suffix, { force: true })
    return { kind: 'prefix' }
  },
})

const foreignText: Damage = {
  name: 'foreign-text',
  inflict(home, { random }) {
    writeFileSync(logPath(home), 'Dear diary, '.repeat(random.between(1, 2000)))
    return { kind: 'refused', code: 'log-foreign' }
  },
}

const foreignDatabase: Damage = {
  name: 'foreign-database',
  inflict(home) {
    rmSync(logPath(home))
    const db = connect(logPath(home), { readOnly: false, busyMs: 0 })
    db.exec('CREATE TABLE event (pos INTEGER PRIMARY KEY, id TEXT); INSERT INTO event VALUES (1, 2)')
    db.close()
    return { kind: 'refused', code: 'log-foreign' }
  },
}

const newerRelease: Damage = {
  name: 'newer-release',
  inflict(home) {
    const db = connect(logPath(home), { readOnly: false, busyMs: 0 })
    db.exec('PRAGMA user_version = 999')
    db.close()
    return { kind: 'refused', code: 'log-newer' }
  },
}

/** In turn; a third of all are the flips in payloads, of which every single one must be found. */
export const damages: readonly Damage[] = [
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
  walGarbage,
  payloadFlip,
  headerFlip,
  shmGarbage,
  payloadFlip,
  flipAnywhere,
  deleted('-wal'),
  payloadFlip,
  zeroedPage,
  foreignText,
  deleted('-shm'),
  foreignDatabase,
  newerRelease,
]

function flip(file: Buffer, at: number, random: Random): void {
  file[at] = file[at]! ^ (1 << random.below(8))
}

function edited(home: string, edit: (file: Buffer) => Expectation): Expectation {
  const file = readFileSync(logPath(home))
  const expectation = edit(file)
  writeFileSync(logPath(home), file)
  return expectation
}

function beside(home: string, suffix: '-wal' | '-shm', edit: (file: Buffer) => void): Expectation {
  const file = readFileSync(logPath(home) + suffix)
  edit(file)
  writeFileSync(logPath(home) + suffix, file)
  return { kind: 'prefix' }
}

/** Not the first: it holds the header, whose damage is a kind of its own. */
const anyPage = (file: Buffer, random: Random): number => random.between(1, file.length / PAGE - 1)

const TABLE_LEAF = 0x0d
const INDEX_LEAF = 0x0a

/** A leaf costs the events that lie on it; the loss of a branch or of an overflow page is only to be reported. */
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
