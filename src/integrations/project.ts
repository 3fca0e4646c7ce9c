import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { once } from '../once.ts'
import {
  checkoutIn,
  localRemote,
  type Repository,
  remoteKey,
  repositoryName,
  repositoryOf,
} from './repository.ts'

/** The location and the project of a session. */
export interface ProjectLocation {
  readonly project: { readonly id: string; readonly name: string }
  /** All ids under which this project may be recorded, because a remote may have been added later. */
  readonly projectIds: readonly string[]
  readonly checkout: string
  readonly directory: string
  readonly branch?: string | undefined
  readonly head?: string | undefined
  /** The main language, detected from manifest files on first use. */
  readonly language: string | undefined
}

/**
 * A project is identified by its git remote, otherwise by its repository, otherwise by its folder. Two clones
 * are therefore one project.
 */
export function locateProject(folder: string): ProjectLocation {
  const directory = resolve(folder)
  let isRead = false
  const repository = once(() => {
    isRead = true
    return repositoryOf(directory)
  })
  const checkout = once(() => (isRead ? repository()?.checkout : checkoutIn(directory)) ?? directory)
  const keys = once(() => keysAt(directory, repository()))
  // Reads the rest lazily, because most hooks need only the checkout.
  return {
    directory,
    get project() {
      const {
        keys: [id = `folder:${directory}`],
        name,
      } = keys()
      return { id, name: name || 'root' }
    },
    get projectIds() {
      return keys().keys
    },
    get checkout() {
      return checkout()
    },
    get branch() {
      return repository()?.branch
    },
    get head() {
      return repository()?.head
    },
    get language() {
      return languageHint(checkout())
    },
  }
}

const keysAt = (directory: string, repository: Repository | undefined): ProjectKeys =>
  repository ? keysOf(repository) : { keys: [`folder:${directory}`], name: basename(directory) }

interface ProjectKeys {
  readonly keys: readonly string[]
  readonly name: string
}

/** Limits chains of local clones, which may be circular. */
const MAX_HOPS = 8

function keysOf(repository: Repository, hops = MAX_HOPS): ProjectKeys {
  const own = `repository:${repository.common}`
  const name = repositoryName(repository.common)
  const remote = repository.remote
  if (!remote || hops === 0) return { keys: [own], name }
  const key = remoteKey(remote)
  if (key) return { keys: [`remote:${key}`, own], name: basename(key) }
  const origin = localRemote(remote, repository.common)
  if (!origin) return { keys: [own], name }
  const { keys, name: originName } = keysOfOrigin(origin, hops - 1)
  return { keys: [...new Set([...keys, own])], name: originName }
}

/** A clone of a local repository is the same project as the repository it came from. */
function keysOfOrigin(origin: string, hops: number): ProjectKeys {
  const found = repositoryOf(origin)
  // A bare repository inside a folder of another repository is a different project.
  const isItself = found !== undefined && (found.checkout === origin || found.common === origin)
  return isItself ? keysOf(found, hops) : { keys: [`repository:${origin}`], name: repositoryName(origin) }
}

const MANIFESTS: readonly (readonly [string, string])[] = [
  ['tsconfig.json', 'TypeScript'],
  ['package.json', 'JavaScript'],
  ['go.mod', 'Go'],
  ['Cargo.toml', 'Rust'],
  ['pyproject.toml', 'Python'],
  ['setup.py', 'Python'],
  ['requirements.txt', 'Python'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Java'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
  ['CMakeLists.txt', 'C++'],
]

const languageHint = (checkout: string): string | undefined =>
  MANIFESTS.find(([file]) => existsSync(join(checkout, file)))?.[1]
