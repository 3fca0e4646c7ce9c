import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { derivedId } from '../../src/event/identity.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { startChild } from './kit/child.ts'
import { eventId, smallEvent } from './kit/event-source.ts'
import { openLog } from './kit/open-log.ts'
import { seeded } from './kit/random.ts'

const NOBODY = 65534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']

/** A broken environment, and the error codes that the log may report in it. */
interface HostileEnvironment {
  readonly name: string
  readonly codes: readonly string[]
  readonly worksAnyway?: boolean
  readonly under?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Prepares an empty folder and returns the path of the home. */
  prepare(folder: string): Promise<string> | string
}

const inShell = (script: string): string[] => ['sh', '-c', `${script} && exec "$@"`, 'sh']
const inNamespace = (script: string): string[] => ['unshare', '-m', ...inShell(script)]

/** Every folder where SQLite puts temporary files is read-only; the home stays writable. */
const NO_TEMPORARY_FILES = [
  'mount --bind "$PLACE" "$PLACE"',
  'mount --rbind /tmp /tmp',
  'mount -o remount,bind,ro /tmp',
  'mount -t tmpfs -o ro none /var/tmp',
  'cd /proc',
].join(' && ')

const environments: readonly HostileEnvironment[] = [
  {
    name: 'a read-only home',
    codes: ['home-unusable', 'log-unopenable', 'log-unwritable'],
    under: AS_NOBODY,
    prepare: (folder) => giveToNobody(folder, 0o500),
  },
  {
    name: 'a log in a home that became read-only',
    codes: ['log-unwritable', 'log-unopenable', 'home-unusable'],
    under: AS_NOBODY,
    async prepare(folder) {
      await createLog(folder)
      chownSync(join(folder, 'log.db'), NOBODY, NOBODY)
      chmodSync(join(folder, 'log.db'), 0o400)
      return giveToNobody(folder, 0o500)
    },
  },
  {
    name: 'a read-only file system',
    codes: ['home-unusable', 'log-unopenable', 'log-unwritable'],
    under: inNamespace('mount -t tmpfs -o ro none "$PLACE"'),
    prepare: (folder) => folder,
  },
  {
    name: 'a parent that cannot be entered',
    codes: ['home-unusable'],
    under: AS_NOBODY,
    prepare(folder) {
      giveToNobody(folder, 0o000)
      return join(folder, 'below', 'home')
    },
  },
  {
    name: 'a home that another user owns',
    codes: ['not-yours', 'home-unusable'],
    under: AS_NOBODY,
    prepare(folder) {
      chmodSync(folder, 0o777)
      return folder
    },
  },
  {
    name: 'a log that another user owns',
    codes: ['not-yours'],
    under: AS_NOBODY,
    async prepare(folder) {
      await createLog(folder)
      chmodSync(join(folder, 'log.db'), 0o666)
      return giveToNobody(folder, 0o700)
    },
  },
  {
    name: 'at most 24 open files',
    codes: ['log-unopenable', 'home-unusable', 'log-io'],
    worksAnyway: true,
    under: inShell('ulimit -n 24'),
    prepare: (folder) => folder,
  },
  {
    name: 'a log that is a link',
    codes: ['file-not-regular'],
    prepare(folder) {
      writeFileSync(join(folder, 'elsewhere'), 'precious')
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'log.db'))
      return folder
    },
  },
  {
    name: 'a log that is a folder',
    codes: ['file-not-regular'],
    prepare(folder) {
      mkdirSync(join(folder, 'log.db'))
      return folder
    },
  },
  {
    name: 'no folder for temporary files',
    codes: ['log-unopenable', 'log-io', 'disk-full'],
    worksAnyway: true,
    under: inNamespace(NO_TEMPORARY_FILES),
    env: { TMPDIR: '/var/tmp', SQLITE_TMPDIR: '/var/tmp' },
    prepare: (folder) => join(folder, 'home'),
  },
  {
    name: 'no HOME',
    codes: [],
    worksAnyway: true,
    env: { HOME: undefined, XDG_DATA_HOME: undefined, USERPROFILE: undefined },
    prepare: (folder) => folder,
  },
  {
    name: 'a home that is a file',
    codes: ['home-unusable'],
    prepare(folder) {
      writeFileSync(join(folder, 'home'), 'precious')
      return join(folder, 'home')
    },
  },
]

export const hostileEnvironment: Campaign = {
  id: 'R5',
  title: 'hostile environment',
  missing() {
    if (process.getuid?.() !== 0) return 'only root can switch to another user'
    return spawnSync('setpriv', ['--version']).status === 0 ? undefined : 'setpriv is not installed'
  },
  async run(trial) {
    chmodSync(trial.folder, 0o755)
    let answers = 0
    const cli = join(trial.repository, 'dist', 'leftoff.cjs')
    for (const [index, environment] of environments.entries()) {
      trial.step(environment.name)
      answers += await probe(trial, environment, join(trial.folder, String(index)))
      if (existsSync(cli)) await probeWithCli(environment, join(trial.folder, `${index}-cli`), cli)
    }
    const also = existsSync(cli) ? ', log and command line' : ', log only (no dist/leftoff.cjs)'
    return `${environments.length} environments, ${answers} problems with a fix, 0 raw errors${also}`
  },
}

async function probe(trial: Trial, environment: HostileEnvironment, folder: string): Promise<number> {
  mkdirSync(folder)
  const home = await environment.prepare(folder)
  const env = { ...process.env, ...environment.env, PLACE: folder }
  const child = startChild(trial, 'prober', { home }, { under: environment.under ?? [], env, cwd: '/' })
  const { code, signal } = await child.ended
  require(code ===
    0, `${environment.name}: ended with ${signal ?? code}: ${child.lines.at(-1)} ${child.stderr}`)
  const problems = child.linesAfter('problem').map((line): { code: string; fix: string } => JSON.parse(line))
  require(child.linesAfter('raw').length === 0, `${environment.name}: ${child.linesAfter('raw')[0]}`)
  for (const problem of problems) {
    require(environment.codes.includes(problem.code), `${environment.name}: reported ${problem.code}`)
    require(problem.fix.length > 0, `${environment.name}: ${problem.code} has no fix`)
  }
  require(environment.worksAnyway === true || problems.length > 0, `${environment.name}: nothing was refused`)
  requireUnchangedTarget(folder)
  return problems.length
}

/** The target of a link must be unchanged. */
function requireUnchangedTarget(folder: string): void {
  const path = join(folder, 'elsewhere')
  if (existsSync(path)) require(readFileSync(path, 'utf8') === 'precious', 'a link was followed')
}

/** Checks that the built command ends with a documented exit code and prints an error[ line. */
async function probeWithCli(environment: HostileEnvironment, folder: string, cli: string): Promise<void> {
  mkdirSync(folder)
  const home = await environment.prepare(folder)
  const env = { ...process.env, ...environment.env, PLACE: folder, LEFTOFF_HOME: home }
  const [command, ...rest] = [...(environment.under ?? []), process.execPath, cli, 'session', 'status']
  const { status, stderr, stdout } = spawnSync(command!, rest, {
    env,
    cwd: '/',
    encoding: 'utf8',
    timeout: 30_000,
  })
  require(status !== null &&
    status >= 0 &&
    status <= 5, `${environment.name}: leftoff ended with ${status}: ${stderr}`)
  require(!/^\s+at .*:\d+:\d+\)?$/m.test(
    stderr + stdout,
  ), `${environment.name}: leftoff shows a stack: ${stderr}`)
  if (status === 0 || status === 3) return // no session to show, which is not an error
  require(/^error\[/m.test(
    stderr,
  ), `${environment.name}: leftoff ended with ${status} and no error[ line: ${stderr}`)
}

function giveToNobody(folder: string, mode: number): string {
  chownSync(folder, NOBODY, NOBODY)
  chmodSync(folder, mode)
  return folder
}

async function createLog(home: string): Promise<void> {
  const log = openLog(home)
  await log.append(derivedId('ses', 'before'), [smallEvent(seeded(1, 'hostile'), eventId('hostile'), 1)])
  await log.close()
}
