// `npm run test:postgres`: runs the tests of the shared log on a real PostgreSQL server: the one at PG_URL, or a
// temporary one on loopback. If PostgreSQL is not installed, the tests count as skipped.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareProject, runVitest } from './project.mjs'

prepareProject()
const tests = [
  'tests/contract/postgres.test.ts',
  'tests/contract/damaged-views.test.ts',
  'tests/library/postgres.test.ts',
  'tests/library/postgres-crash.test.ts',
]
if (process.env.PG_URL) process.exitCode = run(process.env.PG_URL)
else await runTemporary()

function run(url) {
  return runVitest(tests, { reporter: 'dot', env: { PG_URL: url } })
}

async function runTemporary() {
  const programs = findPrograms()
  if (!programs) {
    console.log('PostgreSQL is not installed: its tests are skipped')
    console.log(`0 passed, 0 failed, ${tests.length} skipped`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-postgres-'))
  const data = join(folder, 'data')
  const asUser = unprivilegedUser(folder)
  const port = await freePort()
  try {
    runOrThrow(asUser, join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'leftoff'])
    const options = `-p ${port} -k ${folder} -h 127.0.0.1 -c fsync=off`
    runOrThrow(asUser, join(programs, 'pg_ctl'), [
      '-D',
      data,
      '-o',
      options,
      '-l',
      join(folder, 'log'),
      '-w',
      'start',
    ])
    process.exitCode = run(`postgres://leftoff@127.0.0.1:${port}/postgres`)
  } finally {
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
      ...asUser,
      stdio: 'ignore',
    })
    rmSync(folder, { recursive: true, force: true })
  }
}

function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL does not run as root. */
function unprivilegedUser(folder) {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  chownSync(folder, uid, gid)
  return { uid, gid, cwd: folder }
}

function runOrThrow(asUser, command, args) {
  const { status } = spawnSync(command, args, { ...asUser, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} failed`)
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}
