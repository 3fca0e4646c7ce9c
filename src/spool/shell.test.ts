import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { Maildir } from './maildir.ts'
import { shellDelivery } from './shell.ts'
import { END, isDeliveryName } from './spool.ts'

const CANDIDATES = [['sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh']]
const SHELLS = CANDIDATES.filter(([name = '', ...rest]) => !spawnSync(name, [...rest, '-c', ':']).error)
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

interface ShellResult {
  readonly code: number | null
  readonly output: string
  /** Whether the writer got a broken pipe. */
  readonly broken: boolean
}

function deliverWith(
  shell: readonly string[],
  folder: string,
  input: Buffer | string,
  before = '',
): Promise<ShellResult> {
  const [name = 'sh', ...rest] = shell
  const child = spawn(name, [...rest, '-c', before + shellDelivery(folder, 'claude-code')])
  let output = ''
  let broken = false
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  child.stdin.on('error', () => (broken = true))
  child.stdin.end(input)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done({ code, output, broken }))
  })
}

const silent = { code: 0, output: '', broken: false }
/** Deliveries without their end marker. */
const delivered = (folder: string): Buffer[] =>
  readdirSync(join(folder, 'new')).map((name) => {
    const bytes = readFileSync(join(folder, 'new', name))
    expect(bytes.subarray(-1).toString('latin1'), name).toBe(END)
    return bytes.subarray(0, -1)
  })

describe.each(SHELLS)('%s %s', (...shell) => {
  const words = shell.filter((word): word is string => word !== undefined)

  test.each([
    ['JSON', Buffer.from('{"text":"it\'s \\"quoted\\" $HOME `id` %s \\\\n"}')],
    ['empty input', Buffer.alloc(0)],
    ['text with blanks at both ends and no final newline', Buffer.from('\n\t  x  \t')],
    ['every byte value', Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256))],
    ['five megabytes', Buffer.alloc(5 * 1024 * 1024, 'abcdefg\n')],
  ])('the shell delivers %s byte for byte and prints nothing', async (_, payload) => {
    const folder = join(temporaryFolder(), 'spool')
    expect(await deliverWith(words, folder, payload)).toEqual(silent)
    const [only, ...others] = delivered(folder)
    expect(only?.equals(payload)).toBe(true)
    expect(others).toEqual([])
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  })

  test.each(["it's", 'two  blanks ', 'a\nb', '$HOME`id`"', 'ünï', '-n', '*', '\\'])(
    'the shell delivers to a folder named %j',
    async (name) => {
      const folder = join(temporaryFolder(), name, 'spool')
      expect(await deliverWith(words, folder, 'x')).toEqual(silent)
      expect(delivered(folder).map(String)).toEqual(['x'])
    },
  )

  test('the shell creates folders with mode 0700 and files with mode 0600, even under umask 000', async () => {
    const folder = join(temporaryFolder(), 'home', 'spool')
    expect(await deliverWith(words, folder, 'x', 'umask 000;')).toEqual(silent)
    const [name = ''] = readdirSync(join(folder, 'new'))
    expect(mode(join(folder, 'new', name))).toBe('600')
    for (const part of ['..', '', 'new', 'tmp']) expect(mode(join(folder, part)), part).toBe('700')
  })

  test('the shell uses delivery names that the spool accepts', async () => {
    const folder = join(temporaryFolder(), 'spool')
    await deliverWith(words, folder, 'payload')
    const spool = new Maildir(folder)
    const [delivery] = await spool.waiting()
    expect(delivery?.agent).toBe('claude-code')
    expect(isDeliveryName(delivery?.name ?? '')).toBe(true)
    expect(delivery && (await spool.payload(delivery))).toBe('payload')
  })

  test('the shell reads all input, prints nothing and exits with 0 if the folder cannot be created', async () => {
    const large = Buffer.alloc(1024 * 1024)
    expect(await deliverWith(words, '/proc/leftoff', large)).toEqual(silent)
    expect(await deliverWith(words, '/dev/null/spool', large)).toEqual(silent)
  })
})

test('200 concurrent deliveries become 200 files', async () => {
  const folder = join(temporaryFolder(), 'spool')
  const all = await Promise.all(Array.from({ length: 200 }, (_, i) => deliverWith(['sh'], folder, `${i}`)))
  expect(all.every(({ code, output }) => code === 0 && output === '')).toBe(true)
  const numbers = delivered(folder).map(Number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i))
})

const canDropRights = process.getuid?.() === 0 && !spawnSync('setpriv', ['--version']).error
test.runIf(canDropRights)("a delivery to another user's folder is dropped silently", async () => {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const folder = join(parent, 'spool')
  for (const part of ['new', 'tmp']) mkdirSync(join(folder, part), { recursive: true })
  const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'sh']
  expect(await deliverWith(nobody, folder, 'x')).toEqual(silent)
  expect(readdirSync(join(folder, 'new'))).toEqual([])
})

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
test.runIf(canMount)('a delivery on a full disk stays unfinished, without an error message', async () => {
  const parent = temporaryFolder()
  const folder = join(parent, 'spool')
  const result = join(temporaryFolder(), 'result')
  const script = [
    `mount -t tmpfs -o size=64k none ${parent}`,
    `head -c 500000 /dev/zero | sh -c "$1"`,
    'code=$?',
    `tail -c 1 ${folder}/new/* | grep -q "$(printf '\\036')" && end=finished || end=unfinished`,
    `echo "$code $(ls ${folder}/new | wc -l) $end" > ${result}`,
  ].join('\n')
  const words = ['-m', 'sh', '-c', script, 'sh', shellDelivery(folder, 'claude-code')]
  const { stdout, stderr } = spawnSync('unshare', words, { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['', ''])
  // The partial delivery lacks the end marker, so it is not ingested and a sweep quarantines it.
  expect(readFileSync(result, 'utf8').trim().split(/\s+/)).toEqual(['0', '1', 'unfinished'])
  expect(existsSync(folder)).toBe(false)
})
