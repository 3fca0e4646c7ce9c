import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { absolute, below } from '../host/below.ts'
import { once } from '../once.ts'
import { checkoutIn, localRemote, type Repository, remoteKey, repositoryName, repositoryOf } from './git.ts'

/** Where a session works, and which project that is. */
export interface Place {
  readonly project: { readonly id: string; readonly name: string }
  /** Every id under which this project may have been recorded: a remote may have come later. */
  readonly projectIds: readonly string[]
  readonly checkout: string
  readonly directory: string
  readonly branch?: string | undefined
  readonly head?: string | undefined
  /** What the checkout looks like before anything in it was touched. Looked at only when somebody asks. */
  readonly language: string | undefined
}

/** The project is the git remote, else the repository, else the folder: two clones are one project. */
export function placeOf(folder: string): Place {
  const directory = absolute(folder)
  let isRead = false
  const repository = once(() => {
    isRead = true
    return repositoryOf(directory)
  })
  const checkout = once(() => (isRead ? repository()?.checkout : checkoutIn(directory)) ?? directory)
  const keys = once(() => keysAt(directory, repository()))
  // Read when it is asked for: a hook in the middle of a session asks for none but the checkout.
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

const keysAt = (directory: string, repository: Repository | undefined): Keys =>
  repository ? keysOf(repository) : { keys: [`folder:${directory}`], name: basename(directory) }

interface Keys {
  readonly keys: readonly string[]
  readonly name: string
}

/** How often a clone may be the clone of a clone; remotes that go round in a circle end here. */
const MOST_HOPS = 8

function keysOf(repository: Repository, hops = MOST_HOPS): Keys {
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
function keysOfOrigin(origin: string, hops: number): Keys {
  const found = repositoryOf(origin)
  // A bare repository that lies in the folder of another one is not that one.
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
  MANIFESTS.find(([file]) => existsSync(below(checkout, file)))?.[1]
