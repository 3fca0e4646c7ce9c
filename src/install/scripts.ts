import { readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { statusLineScript } from '../agent/claude-code/status-line.ts'
import { privateFolder, replaceFile } from '../host/private-file.ts'
import { hookScripts } from '../spool/shell.ts'
import { type Machine, scriptFolder } from './machine.ts'

/** The scripts that configurations point at, as they should be now. Answers which were not. */
export function scriptsWritten(
  machine: Machine,
  { dryRun }: { readonly dryRun: boolean },
): readonly string[] {
  const folder = scriptFolder(machine)
  const due = scriptsOf(machine)
    .map((script) => ({ ...script, path: join(folder, script.name) }))
    .filter(({ path, text, mode }) => !isAlready(path, text, mode))
  if (!dryRun && due.length > 0) {
    privateFolder(machine.home)
    privateFolder(folder)
    for (const { path, text, mode } of due) replaceFile(path, text, mode)
  }
  return due.map(({ path }) => path)
}

function isAlready(path: string, text: string, mode: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && (found.mode & 0o777) === mode && readFileSync(path, 'utf8') === text
}

const scriptsOf = (machine: Machine) => [
  ...hookScripts({ ...machine, folder: scriptFolder(machine) }),
  { name: 'status-line', mode: 0o700, text: statusLineScript(join(machine.home, 'prepared')) },
]

/** Only once no configuration points at them any more. */
export function scriptsRemoved(machine: Machine): void {
  const folder = scriptFolder(machine)
  for (const { name } of scriptsOf(machine)) rmSync(join(folder, name), { force: true })
  try {
    rmdirSync(folder)
  } catch {
    // never made, or somebody keeps something in it
  }
}
