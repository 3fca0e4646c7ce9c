import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSince, WorkingTree } from '../../src/brief/working-tree.ts'
import { workingTree } from '../../src/integrations/working-tree.ts'
import { commit, git, gitRepository } from './git.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A git checkout for a test. */
export interface TestCheckout {
  readonly folder: string
  readonly tree: WorkingTree
  path(name: string): string
  write(name: string, text: string): string
  git(...args: readonly string[]): string
  commitAll(subject: string): string
}

export function createCheckout(folder = gitRepository(temporaryFolder())): TestCheckout {
  const path = (name: string): string => join(folder, name)
  return {
    folder,
    // A new tree for every access, because a tree caches what it read from git.
    get tree() {
      return workingTree({ checkout: folder })
    },
    path,
    write(name, text) {
      mkdirSync(join(path(name), '..'), { recursive: true })
      writeFileSync(path(name), text)
      return path(name)
    },
    git: (...args) => git(folder, ...args),
    commitAll(subject) {
      git(folder, 'add', '-A')
      return commit(folder, subject)
    },
  }
}

export const LATER = Date.now() + 60_000

/** The snapshot that a session records of a file. */
export function snapshotNow({ tree }: TestCheckout, path: string): FileSince {
  const snapshot = tree.snapshot(path, LATER)
  if (!snapshot) throw new Error(`${path} did not settle`)
  return { at: Date.now(), settled: { ...snapshot, at: Date.now() } }
}

export const HOUR_AGO = new Date(Date.now() - 3_600_000)
export const IN_AN_HOUR = new Date(Date.now() + 3_600_000)
