import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { locateProject } from './project.ts'

function repository(name = 'app', parent = temporaryFolder()): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  gitRepository(folder)
  commit(folder)
  return folder
}

const withRemote = (url: string, name = 'app'): string => {
  const folder = repository(name)
  git(folder, 'remote', 'add', 'origin', url)
  return folder
}

describe('the project', () => {
  test('outside a repository, the project is the folder', () => {
    const folder = join(temporaryFolder(), 'notes')
    mkdirSync(folder)
    expect(locateProject(folder)).toMatchObject({
      project: { id: `folder:${folder}`, name: 'notes' },
      checkout: folder,
      directory: folder,
    })
  })

  test('in any folder of a repository without a remote, the project is the repository', () => {
    const folder = repository()
    mkdirSync(join(folder, 'src', 'deep'), { recursive: true })
    const place = locateProject(join(folder, 'src', 'deep'))
    expect(place).toMatchObject({
      project: { id: `repository:${folder}/.git`, name: 'app' },
      checkout: folder,
    })
    expect(place.directory).toBe(join(folder, 'src', 'deep'))
  })

  test('in a repository with a remote, the project is the remote and is named after it', () => {
    const folder = withRemote('git@example.org:me/product.git', 'some-folder')
    expect(locateProject(folder).project).toEqual({ id: 'remote:example.org/me/product', name: 'product' })
  })

  test('a clone, a clone of the clone, a worktree and the original are the same project', () => {
    const original = withRemote('https://example.org/me/app.git')
    const parent = temporaryFolder()
    git(parent, 'clone', '-q', original, 'clone')
    git(parent, 'clone', '-q', join(parent, 'clone'), 'again')
    git(original, 'worktree', 'add', '-q', join(parent, 'tree'), '-b', 'side')
    const places = [original, ...['clone', 'again', 'tree'].map((name) => join(parent, name))].map(
      locateProject,
    )
    expect(places.map(({ project }) => project.id)).toEqual(Array(4).fill('remote:example.org/me/app'))
    expect(new Set(places.map(({ checkout }) => checkout)).size).toBe(4)
    expect(places[3]?.branch).toBe('side')
  })

  test('a clone of a repository without a remote is the same project as the original', () => {
    const original = repository()
    const parent = temporaryFolder()
    git(parent, 'clone', '-q', original, 'clone')
    expect(locateProject(join(parent, 'clone')).project).toEqual(locateProject(original).project)
  })

  test('all clones of a local bare repository are one project, even if cloned through a link', () => {
    const parent = temporaryFolder()
    git(parent, 'init', '-q', '--bare', 'origin.git')
    symlinkSync(join(parent, 'origin.git'), join(parent, 'link'))
    git(parent, 'clone', '-q', join(parent, 'origin.git'), 'one')
    git(parent, 'clone', '-q', `file://${parent}/origin.git`, 'two')
    git(parent, 'clone', '-q', join(parent, 'link'), 'three')
    git(parent, 'clone', '-q', `${join(parent, 'origin.git')}/`, 'four')
    const ids = ['one', 'two', 'three', 'four'].map((name) => locateProject(join(parent, name)).project.id)
    expect(new Set(ids).size).toBe(1)
    expect(locateProject(join(parent, 'one')).project.name).toBe('origin')
  })

  test('the project is never a repository that merely encloses the origin', () => {
    const outer = withRemote('https://example.org/me/dotfiles.git', 'home')
    git(outer, 'init', '-q', '--bare', 'app.git')
    const parent = temporaryFolder()
    git(parent, 'clone', '-q', join(outer, 'app.git'), 'app')
    const place = locateProject(join(parent, 'app'))
    expect(place.project.name).toBe('app')
    expect(place.projectIds.join()).not.toContain('dotfiles')
  })

  test('a submodule is a separate project', () => {
    const library = repository('library')
    const app = repository('app')
    git(app, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'lib')
    const place = locateProject(join(app, 'lib'))
    expect(place.checkout).toBe(join(app, 'lib'))
    expect(place.project).toEqual(locateProject(library).project)
    expect(locateProject(app).project.name).toBe('app')
  })

  test('a project keeps its old id when its repository gets a remote', () => {
    const folder = repository()
    const before = locateProject(folder).project.id
    git(folder, 'remote', 'add', 'origin', 'https://example.org/me/app')
    const after = locateProject(folder)
    expect(after.project.id).toBe('remote:example.org/me/app')
    expect(after.projectIds).toContain(before)
  })

  test('the project is the remote origin, otherwise the first remote', () => {
    const folder = repository()
    git(folder, 'remote', 'add', 'upstream', 'https://example.org/they/app')
    expect(locateProject(folder).project.id).toBe('remote:example.org/they/app')
    git(folder, 'remote', 'add', 'origin', 'https://example.org/me/app')
    expect(locateProject(folder).project.id).toBe('remote:example.org/me/app')
  })

  test('a remote whose folder is gone is ignored', () => {
    const original = repository()
    const parent = temporaryFolder()
    git(parent, 'clone', '-q', original, 'clone')
    rmSync(original, { recursive: true })
    expect(locateProject(join(parent, 'clone')).projectIds).toContain(`repository:${parent}/clone/.git`)
  })
})

describe('credentials', () => {
  test.each([
    'https://me:SECRET@example.org/me/app.git',
    'https://SECRET@example.org/me/app.git',
    'https://me:p@SECRET@example.org/me/app.git',
    'https://x-access-token:SECRET@example.org:8443/me/app',
    'https://example.org/me/app.git?access_token=SECRET',
    'https://example.org/me/app.git#SECRET',
    'ssh://me:SECRET@example.org:22/me/app.git',
    'https://me:SECRET@[::1]/me/app.git',
    'https://me:SECRET@example.org',
    'https://me:SECRET@example.org/',
    'ext::ssh -o SECRET %S me/app',
  ])('credentials in %s are never stored', (url) => {
    const folder = repository()
    appendFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`)
    expect(JSON.stringify(locateProject(folder)).toLowerCase()).not.toContain('secret')
  })

  test('credentials in a remote URL do not change the project', () => {
    const urls = [
      'https://example.org/me/app.git',
      'https://me:pass@example.org/me/app',
      'git@example.org:me/app.git',
      'ssh://git@example.org:2222/me/app.git/',
      'https://EXAMPLE.org/me/app.git?x=1',
      'git://example.org/me/app',
    ]
    const ids = urls.map((url) => locateProject(withRemote(url)).project.id)
    expect(new Set(ids)).toEqual(new Set(['remote:example.org/me/app']))
  })
})

describe('branch and head', () => {
  test.each(['main', 'feature/a-b', 'ünï/😀', "it's", 'a;id', '$(id)', '-dash'.slice(1), 'x'.repeat(180)])(
    'the branch %s and its head are found',
    (branch) => {
      const folder = repository()
      git(folder, 'checkout', '-q', '-b', `t/${branch}`)
      const head = commit(folder, 'two')
      expect(locateProject(folder)).toMatchObject({ branch: `t/${branch}`, head })
    },
  )

  test('a repository without commits has a branch and no head', () => {
    const folder = gitRepository(temporaryFolder())
    const place = locateProject(folder)
    expect([place.branch, place.head]).toEqual(['main', undefined])
  })

  test('a detached HEAD has a commit and no branch', () => {
    const folder = repository()
    const head = commit(folder, 'two')
    git(folder, 'checkout', '-q', '--detach')
    const place = locateProject(folder)
    expect([place.branch, place.head]).toEqual([undefined, head])
  })

  test('the right branch and head are found among packed refs with similar names', () => {
    const folder = repository()
    git(folder, 'branch', 'x/main')
    const head = commit(folder, 'two')
    git(folder, 'pack-refs', '--all')
    expect(locateProject(folder)).toMatchObject({ branch: 'main', head })
  })

  test("branch and head of a worktree are read from the worktree's own git folder", () => {
    const folder = repository()
    const tree = join(temporaryFolder(), 'tree')
    git(folder, 'worktree', 'add', '-q', tree, '-b', 'side')
    const head = commit(tree, 'two')
    git(folder, 'pack-refs', '--all')
    expect(locateProject(tree)).toMatchObject({ branch: 'side', head, checkout: tree })
  })
})

describe('a broken repository', () => {
  test('the project of a deleted folder still has a name', () => {
    const folder = join(temporaryFolder(), 'gone')
    expect(locateProject(folder)).toMatchObject({ project: { name: 'gone' }, directory: folder })
  })

  test.each([
    ['an empty .git folder', (at: string) => mkdirSync(join(at, '.git'))],
    ['an empty .git file', (at: string) => writeFileSync(join(at, '.git'), '')],
    ['a .git file that names nothing', (at: string) => writeFileSync(join(at, '.git'), 'gitdir: /no/such')],
    [
      'a .git file with random bytes',
      (at: string) => writeFileSync(join(at, '.git'), Buffer.alloc(4096, 0xff)),
    ],
    ['a dangling .git link', (at: string) => symlinkSync('/no/such', join(at, '.git'))],
  ])('a repository is located without an error: %s', (_, make) => {
    const folder = join(temporaryFolder(), 'odd')
    mkdirSync(folder)
    make(folder)
    const place = locateProject(folder)
    expect(place.checkout).toBe(folder)
    expect(place.project.name).toBe('odd')
  })

  test('a config with comments, capitals, quotes and carriage returns is parsed as git parses it', () => {
    const folder = repository()
    const config = '# x\r\n[Remote "origin"] ; comment\r\n\tURL = "https://example.org/me/app" # there\r\n'
    appendFileSync(join(folder, '.git', 'config'), config)
    expect(git(folder, 'config', 'remote.origin.url')).toBe('https://example.org/me/app')
    expect(locateProject(folder).project.id).toBe('remote:example.org/me/app')
  })
})

test('a moved repository with a remote keeps its project', () => {
  const folder = withRemote('https://example.org/me/app')
  const before = locateProject(folder).project
  renameSync(folder, `${folder}-moved`)
  expect(locateProject(`${folder}-moved`).project).toEqual(before)
})

test.each([
  ['tsconfig.json', 'TypeScript'],
  ['go.mod', 'Go'],
  ['Cargo.toml', 'Rust'],
  ['pyproject.toml', 'Python'],
])('a checkout with %s has the main language %s', (file, language) => {
  const folder = temporaryFolder()
  expect(locateProject(folder).language).toBeUndefined()
  writeFileSync(join(folder, file), '')
  expect(locateProject(folder)).toMatchObject({ language, project: { name: basename(folder) } })
})

test.each([
  ['HEAD', `ref: refs/heads/${'x'.repeat(900_000)}`],
  ['HEAD', 'ref: refs/heads/../../../../etc/passwd'],
  ['commondir', 'x'.repeat(900_000)],
  ['commondir', '/no/such/folder'],
  ['config', `[remote "origin"]\n\turl = https://example.org/${'x'.repeat(900_000)}\n`],
  ['packed-refs', `${'x'.repeat(900_000)} refs/heads/main\n`],
  ['refs/heads/main', 'root:x:0:0'],
])('with a hostile .git/%s, every name can still be stored', (name, content) => {
  const folder = temporaryFolder()
  const git = join(folder, '.git')
  mkdirSync(join(git, 'refs', 'heads'), { recursive: true })
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(git, name), content)
  const { project, projectIds, checkout, branch, head } = locateProject(folder)
  expect(project.id).toBe(`repository:${git}`)
  for (const value of [...projectIds, checkout, branch ?? '']) expect(value.length).toBeLessThan(4000)
  expect(head).toBeUndefined()
})
