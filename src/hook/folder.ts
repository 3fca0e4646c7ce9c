import { existsSync } from 'node:fs'
import type { ParsedHook } from '../agent/adapter.ts'
import { currentFolder, type Environment } from '../host/paths.ts'

/** The folder that the client works in; one that is gone is as good as none. */
export function folderOf({ directory }: ParsedHook, env: Environment): string {
  return directory?.startsWith('/') && existsSync(directory) ? directory : currentFolder(env)
}
