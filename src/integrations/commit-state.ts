import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommitState } from '../brief/working-tree.ts'
import { type BlobHash, blobName, contentOf } from './blob.ts'
import type { GitFolders } from './git.ts'
import { type IndexEntry, type IndexReading, readIndex } from './git-index.ts'

export interface CommitAsk {
  readonly checkout: string
  readonly git: GitFolders
  /** Relative to the checkout, with slashes. */
  readonly names: readonly string[]
  /** Of an index that is larger nothing is known; a megabyte lists some ten thousand files. */
  readonly mostBytes: number
}

const MOST_CONTENT_BYTES = 4 * 1024 * 1024

/** Which files are as they were committed, by what git's index says of them. */
export function commitStatesIn({
  checkout,
  git,
  names,
  mostBytes,
}: CommitAsk): ReadonlyMap<string, CommitState> {
  const path = join(git.own, 'index')
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  const isReadable = stat !== undefined && stat.size <= mostBytes
  const algorithm = algorithmOf(git)
  const reading = isReadable ? readIndex(readFileSync(path), names, algorithm) : 'no index'
  if (typeof reading === 'string') return new Map()
  const index = {
    ...reading,
    writtenNs: stat?.mtimeNs ?? 0n,
    algorithm,
    isFiltered: isFiltered(checkout, git),
  }
  return new Map(names.map((name) => [name, stateOf(checkout, name, index)]))
}

interface Index extends IndexReading {
  readonly writtenNs: bigint
  readonly algorithm: BlobHash
  /** What git stores of some file is not what is on disk. */
  readonly isFiltered: boolean
}

function stateOf(checkout: string, name: string, index: Index): CommitState {
  const entry = index.entries.get(name)
  if (!entry) return lstatSync(join(checkout, name), { throwIfNoEntry: false }) ? 'untracked' : 'unknown'
  if (entry.isSpecial || entry.mode >> 12 !== REGULAR) return 'unknown'
  const isSame = isAsInIndex(join(checkout, name), entry, index)
  if (isSame === undefined) return 'unknown'
  const folder = dirname(name)
  if (!isSame) return 'modified'
  return index.trees.has(folder === '.' ? '' : folder) ? 'committed' : 'unknown'
}

const REGULAR = 0o10

function isAsInIndex(path: string, entry: IndexEntry, index: Index): boolean | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  if (!stat?.isFile()) return false
  const written = BigInt(entry.writtenSeconds) * 1_000_000_000n + BigInt(entry.writtenNanoseconds)
  const isStatSame = written === stat.mtimeNs && BigInt(entry.bytes) === (stat.size & 0xffffffffn)
  // A file that was written when the index was, or after it, may have changed without a change of its time.
  if (isStatSame && written < index.writtenNs) return true
  const content = contentOf(path, MOST_CONTENT_BYTES)
  if (!content) return undefined
  const isBlob = (bytes: Uint8Array): boolean => blobName(bytes, index.algorithm) === entry.blob
  if (isBlob(content) || (content.includes('\r\n') && isBlob(withoutReturns(content)))) return true
  return index.isFiltered ? undefined : false
}

/** Where git is told to, it stores line ends without the carriage return. */
const withoutReturns = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')

function algorithmOf({ common }: GitFolders): BlobHash {
  return /^\s*objectformat\s*=\s*sha256/im.test(text(join(common, 'config'))) ? 'sha256' : 'sha1'
}

/** Large files kept elsewhere, other encodings: then another content may be the same file. */
function isFiltered(checkout: string, { common }: GitFolders): boolean {
  const attributes = [join(checkout, '.gitattributes'), join(common, 'info', 'attributes')].map(text)
  return attributes.some((lines) => /\b(?:filter|ident|working-tree-encoding)\b/.test(lines))
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // most repositories have none
  }
}
