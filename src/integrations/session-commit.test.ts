import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { commitSession } from './session-commit.ts'

const SESSION = 'ses_0123456789abcdef0123456789abcdef'
const REF = `refs/leftoff/sessions/${SESSION}`

/** A checkout in which the user has staged one file and changed another. */
function checkout(): string {
  const folder = gitRepository(temporaryFolder())
  mkdirSync(join(folder, 'src'))
  for (const name of ['src/kept.ts', 'src/gone.ts', 'staged.ts', 'other.ts'])
    writeFileSync(join(folder, name), 'one\n')
  writeFileSync(join(folder, '.gitignore'), '.env\n')
  git(folder, 'add', '.')
  commit(folder)
  writeFileSync(join(folder, 'staged.ts'), 'staged\n')
  git(folder, 'add', 'staged.ts')
  writeFileSync(join(folder, 'other.ts'), 'not of this session\n')
  writeFileSync(join(folder, 'src/kept.ts'), 'two\n')
  writeFileSync(join(folder, 'src/new.ts'), 'new\n')
  writeFileSync(join(folder, '.env'), 'KEY=1\n')
  rmSync(join(folder, 'src/gone.ts'))
  return folder
}

const ask = (folder: string, message = 'ship the cart') => ({
  checkout: folder,
  session: SESSION,
  paths: ['src/kept.ts', 'src/new.ts', 'src/gone.ts', '.env'].map((name) => join(folder, name)),
  message,
})

/** Everything that belongs to the user: branch, index and working tree. */
const usersState = (folder: string): object => ({
  head: git(folder, 'rev-parse', 'HEAD'),
  branches: git(folder, 'branch', '--list'),
  index: readFileSync(join(folder, '.git/index')).toString('base64'),
  status: git(folder, '--no-optional-locks', 'status', '--porcelain'),
})

describe('a session commit (B12)', () => {
  test('a session commit stores the files of the session on its own ref and changes nothing else', async () => {
    const folder = checkout()
    const before = usersState(folder)
    const result = await commitSession(ask(folder))
    expect(result).toEqual({ kind: 'committed', ref: REF, commit: git(folder, 'rev-parse', REF) })
    expect(usersState(folder)).toEqual(before)
    expect(git(folder, 'diff', '--name-status', 'HEAD', REF).split('\n')).toEqual([
      'D\tsrc/gone.ts',
      'M\tsrc/kept.ts',
      'A\tsrc/new.ts',
    ])
    expect(git(folder, 'show', `${REF}:src/kept.ts`)).toBe('two')
    expect(git(folder, 'log', '-1', '--format=%an %s', REF)).toBe('leftoff ship the cart')
  })

  test('the next turn adds a commit only if a file has changed', async () => {
    const folder = checkout()
    await commitSession(ask(folder))
    expect(await commitSession(ask(folder))).toEqual({ kind: 'unchanged' })
    writeFileSync(join(folder, 'src/new.ts'), 'newer\n')
    await commitSession(ask(folder, 'second turn'))
    expect(git(folder, 'log', '--format=%s', REF).split('\n')).toEqual([
      'second turn',
      'ship the cart',
      'one',
    ])
  })

  test('a session commit works in a repository without commits, and does nothing without a repository', async () => {
    const folder = gitRepository(temporaryFolder())
    writeFileSync(join(folder, 'a.ts'), 'a\n')
    const paths = [join(folder, 'a.ts'), '/elsewhere/b.ts']
    expect(await commitSession({ ...ask(folder), paths })).toMatchObject({ kind: 'committed' })
    const plain = temporaryFolder()
    expect(await commitSession({ ...ask(plain), paths: [join(plain, 'a.ts')] })).toEqual({
      kind: 'unchanged',
    })
  })

  test('git runs no program that the repository names', async () => {
    const folder = checkout()
    const ran = join(folder, '..', `ran-${Date.now()}`)
    writeFileSync(join(folder, '.gitattributes'), '*.ts filter=x\n')
    git(folder, 'config', 'filter.x.clean', `touch ${ran}; cat`)
    expect(await commitSession(ask(folder))).toMatchObject({ kind: 'failed' })
    expect(() => readFileSync(ran)).toThrow()
  })
})
