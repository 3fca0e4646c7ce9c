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
import { start } from './kit/crew.ts'
import { busyEvent, eventId } from './kit/event-source.ts'
import { logOf } from './kit/log-of.ts'
import { seeded } from './kit/random.ts'

const NOBODY = 65534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']

/** What is wrong with the world, and how the log answers: with one of these codes, or by working. */
interface Hostility {
  readonly name: string
  readonly codes: readonly string[]
  readonly worksAnyway?: boolean
  readonly under?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Given an empty folder; answers where the home is said to be. */
  arrange(folder: string): Promise<string> | string
}

const limited = (script: string): string[] => ['sh', '-c', `${script} && exec "$@"`, 'sh']
const inNamespace = (script: string): string[] => ['unshare', '-m', ...limited(script)]

/** Everywhere that SQLite looks for a place is read-only; the home itself stays writable. */
const NO_TEMPORARY_FILES = [
  'mount --bind "$PLACE" "$PLACE"',
  'mount --rbind /tmp /tmp',
  'mount -o remount,bind,ro /tmp',
  'mount -t tmpfs -o ro none /var/tmp',
  'cd /proc',
].join(' && ')

const hostilities: readonly Hostility[] = [
  {
    name: 'a home that nobody may write',
    codes: ['home-unusable', 'log-unopenable', 'log-unwritable'],
    under: AS_NOBODY,
    arrange: (folder) => owned(folder, 0o500),
  },
  {
    name: 'a log in a home that became read-only',
    codes: ['log-unwritable', 'log-unopenable', 'home-unusable'],
    under: AS_NOBODY,
    async arrange(folder) {
      await filledLog(folder)
      chownSync(join(folder, 'log.db'), NOBODY, NOBODY)
      chmodSync(join(folder, 'log.db'), 0o400)
      return owned(folder, 0o500)
    },
  },
  {
    name: 'a read-only file system',
    codes: ['home-unusable', 'log-unopenable', 'log-unwritable'],
    under: inNamespace('mount -t tmpfs -o ro none "$PLACE"'),
    arrange: (folder) => folder,
  },
  {
    name: 'a parent that cannot be entered',
    codes: ['home-unusable'],
    under: AS_NOBODY,
    arrange(folder) {
      owned(folder, 0o000)
      return join(folder, 'below', 'home')
    },
  },
  {
    name: 'a home of another user',
    codes: ['not-yours', 'home-unusable'],
    under: AS_NOBODY,
    arrange(folder) {
      chmodSync(folder, 0o777)
      return folder
    },
  },
  {
    name: 'a log of another user',
    codes: ['not-yours'],
    under: AS_NOBODY,
    async arrange(folder) {
      await filledLog(folder)
      chmodSync(join(folder, 'log.db'), 0o666)
      return owned(folder, 0o700)
    },
  },
  {
    name: '24 open files at most',
    codes: ['log-unopenable', 'home-unusable', 'log-io'],
    worksAnyway: true,
    under: limited('ulimit -n 24'),
    arrange: (folder) => folder,
  },
  {
    name: 'a link in the place of the log',
    codes: ['file-not-regular'],
    arrange(folder) {
      writeFileSync(join(folder, 'elsewhere'), 'precious')
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'log.db'))
      return folder
    },
  },
  {
    name: 'a folder in the place of the log',
    codes: ['file-not-regular'],
    arrange(folder) {
      mkdirSync(join(folder, 'log.db'))
      return folder
    },
  },
  {
    name: 'no place for temporary files',
    codes: ['log-unopenable', 'log-io', 'disk-full'],
    worksAnyway: true,
    under: inNamespace(NO_TEMPORARY_FILES),
    env: { TMPDIR: '/var/tmp', SQLITE_TMPDIR: '/var/tmp' },
    arrange: (folder) => join(folder, 'home'),
  },
  {
    name: 'no HOME',
    codes: [],
    worksAnyway: true,
    env: { HOME: undefined, XDG_DATA_HOME: undefined, USERPROFILE: undefined },
    arrange: (folder) => folder,
  },
  {
    name: 'a file in the place of the home',
    codes: ['home-unusable'],
    arrange(folder) {
      writeFileSync(join(folder, 'home'), 'precious')
      return join(folder, 'home')
    },
  },
]

export const hostileEnvironment: Campaign = {
  id: 'R5',
  title: 'hostile environment',
  missing() {
    if (process.getuid?.() !== 0) return 'only root can become another user'
    return spawnSync('setpriv', ['--version']).status === 0 ? undefined : 'setpriv is not installed'
  },
  async run(trial) {
    chmodSync(trial.folder, 0o755)
    let answers = 0
    const cli = join(trial.repository, 'dist', 'leftoff.cjs')
    for (const [index, hostility] of hostilities.entries()) {
      trial.step(hostility.name)
      answers += await face(trial, hostility, join(trial.folder, String(index)))
      if (existsSync(cli)) await faceWithCli(hostility, join(trial.folder, `${index}-cli`), cli)
    }
    const also = existsSync(cli) ? ', log and command line' : ', log only (no dist/leftoff.cjs)'
    return `${hostilities.length} environments, ${answers} problems with a fix, 0 raw${also}`
  },
}

async function face(trial: Trial, hostility: Hostility, folder: string): Promise<number> {
  mkdirSync(folder)
  const home = await hostility.arrange(folder)
  const env = { ...process.env, ...hostility.env, PLACE: folder }
  const member = start(trial, 'prober', { home }, { under: hostility.under ?? [], env, cwd: '/' })
  const { code, signal } = await member.ended
  require(code ===
    0, `${hostility.name}: ended with ${signal ?? code}: ${member.said.at(-1)} ${member.stderr}`)
  const problems = member.words('problem').map((line): { code: string; fix: string } => JSON.parse(line))
  require(member.words('raw').length === 0, `${hostility.name}: ${member.words('raw')[0]}`)
  for (const problem of problems) {
    require(hostility.codes.includes(problem.code), `${hostility.name}: answered ${problem.code}`)
    require(problem.fix.length > 0, `${hostility.name}: ${problem.code} has no fix`)
  }
  require(hostility.worksAnyway === true || problems.length > 0, `${hostility.name}: nothing was refused`)
  requirePrecious(folder)
  return problems.length
}

/** What is not ours was not written through. */
function requirePrecious(folder: string): void {
  const path = join(folder, 'elsewhere')
  if (existsSync(path)) require(readFileSync(path, 'utf8') === 'precious', 'a link was followed')
}

/** The same through the built program: a documented exit code, and for people a line that begins with error[. */
async function faceWithCli(hostility: Hostility, folder: string, cli: string): Promise<void> {
  mkdirSync(folder)
  const home = await hostility.arrange(folder)
  const env = { ...process.env, ...hostility.env, PLACE: folder, LEFTOFF_HOME: home }
  const [command, ...rest] = [...(hostility.under ?? []), process.execPath, cli, 'session', 'status']
  const { status, stderr, stdout } = spawnSync(command!, rest, {
    env,
    cwd: '/',
    encoding: 'utf8',
    timeout: 30_000,
  })
  require(status !== null &&
    status >= 0 &&
    status <= 5, `${hostility.name}: leftoff ended with ${status}: ${stderr}`)
  require(!/^\s+at .*:\d+:\d+\)?$/m.test(
    stderr + stdout,
  ), `${hostility.name}: leftoff shows a stack: ${stderr}`)
  if (status === 0 || status === 3) return // there is no session to show, which is an answer and no error
  require(/^error\[/m.test(
    stderr,
  ), `${hostility.name}: leftoff ended with ${status} and no error[ line: ${stderr}`)
}

function owned(folder: string, mode: number): string {
  chownSync(folder, NOBODY, NOBODY)
  chmodSync(folder, mode)
  return folder
}

async function filledLog(home: string): Promise<void> {
  const log = logOf(home)
  await log.append(derivedId('ses', 'before'), [busyEvent(seeded(1, 'hostile'), eventId('hostile'), 1)])
  await log.close()
}
