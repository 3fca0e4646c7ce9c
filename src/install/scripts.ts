import { readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { statusLineScript } from '../agent/claude-code/status-line.ts'
import { privateFolder, replaceFile } from '../host/private-file.ts'
import { hookScripts } from '../spool/shell.ts'
import { type Machine, scriptFolder } from './agent-locations.ts'

/** Updates the scripts that agent settings refer to. Returns the paths of those that were outdated. */
export function writeScripts(machine: Machine, { dryRun }: { readonly dryRun: boolean }): readonly string[] {
  const folder = scriptFolder(machine)
  const outdated = allScripts(machine)
    .map((script) => ({ ...script, path: join(folder, script.name) }))
    .filter(({ path, text, mode }) => !isUpToDate(path, text, mode))
  if (!dryRun && outdated.length > 0) {
    privateFolder(machine.home)
    privateFolder(folder)
    for (const { path, text, mode } of outdated) replaceFile(path, text, mode)
  }
  return outdated.map(({ path }) => path)
}

function isUpToDate(path: string, text: string, mode: number): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file?.isFile() === true && (file.mode & 0o777) === mode && readFileSync(path, 'utf8') === text
}

const allScripts = (machine: Machine) => [
  ...hookScripts({ ...machine, folder: scriptFolder(machine) }),
  { name: 'status-line', mode: 0o700, text: statusLineScript(join(machine.home, 'prepared')) },
]

/** Call only when agent settings no longer refer to the scripts. */
export function removeScripts(machine: Machine): void {
  const folder = scriptFolder(machine)
  for (const { name } of allScripts(machine)) rmSync(join(folder, name), { force: true })
  try {
    rmdirSync(folder)
  } catch {
    // missing or in use
  }
}
