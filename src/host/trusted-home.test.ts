import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { contentProblem, homeProblem, isOursThroughout } from './trusted-home.ts'

const ME = 23001
const OTHER = 23002
const SHARED_GROUP = 23100
const me = { uid: ME, gid: ME }
const mode = (path: string): number => statSync(path).mode & 0o7777
const code = (home: string, user = me): string | undefined => homeProblem(home, user)?.code

/** Only root can change the owner of a file. */
describe.runIf(process.getuid?.() === 0)('the home folder', () => {
  let root = ''
  let home = ''

  beforeEach(() => {
    root = temporaryFolder()
    chmodSync(root, 0o755)
    home = folder('leftoff')
  })

  interface Entry {
    readonly owner?: number
    readonly group?: number
    readonly as?: number
  }

  function folder(name: string, { owner = ME, group = owner, as = 0o700 }: Entry = {}): string {
    const path = join(root, name)
    mkdirSync(path, { recursive: true })
    chownSync(path, owner, group)
    chmodSync(path, as)
    return path
  }

  function file(name: string, { owner = ME, as = 0o600 }: Entry = {}): string {
    const path = join(root, name)
    writeFileSync(path, 'x')
    chownSync(path, owner, owner)
    chmodSync(path, as)
    return path
  }

  function link(name: string, target: string, owner = ME): string {
    const path = join(root, name)
    symlinkSync(target, path)
    lchownSync(path, owner, owner)
    return path
  }

  test("the user's home folder is trusted, and so is a home folder that does not exist yet", () => {
    file('leftoff/log.db')
    expect([code(home), code(join(root, 'new', 'home'))]).toEqual([undefined, undefined])
  })

  test("another user's home folder is refused, and the message suggests using another folder", () => {
    const theirs = folder('theirs', { owner: OTHER, as: 0o777 })
    expect(homeProblem(theirs, me)).toMatchObject({
      code: 'not-yours',
      where: theirs,
      fix: 'set LEFTOFF_HOME to a folder that you own',
    })
  })

  test("another user's home folder is refused even for root", () => {
    const problem = homeProblem(home, { uid: 0, gid: 0 })
    expect(problem?.code).toBe('not-yours')
    expect(problem?.fix).toContain('without sudo')
  })

  test.each(['0700', '0755'])(
    'a home folder that sudo created (mode %s) is refused, and the message contains the chown command that fixes it',
    (octal) => {
      const theirs = folder('leftoff', { owner: 0, as: Number.parseInt(octal, 8) })
      expect(homeProblem(theirs, me)?.fix).toContain(`sudo chown -R ${ME} ${theirs}`)
    },
  )

  test('chown is never suggested for a home folder that contains other files', () => {
    const etc = folder('etc', { owner: 0, as: 0o755 })
    file('etc/passwd', { owner: 0 })
    expect(homeProblem(etc, me)?.fix).not.toContain('chown')
  })

  test.each(['log.db', 'log.db-wal', 'config.json', 'trouble.jsonl', 'index.db'])(
    'a home folder that contains %s owned by another user is refused; if the owner is root, the message suggests chown',
    (name) => {
      const path = file(`leftoff/${name}`, { owner: OTHER })
      expect(homeProblem(home, me)).toMatchObject({ where: path, fix: expect.stringContaining('rm -r') })
      file(`leftoff/${name}`, { owner: 0 })
      expect(homeProblem(home, me)?.fix).toBe(`sudo chown -R ${ME} ${home}`)
    },
  )

  test.each(['spool', 'bin', 'prepared', 'backups'])(
    'a home folder that contains a %s folder owned by another user is refused',
    (name) => {
      folder(`leftoff/${name}`, { owner: OTHER })
      expect(code(home)).toBe('not-yours')
    },
  )

  test('a home folder is refused if another user owns its deliveries folder', () => {
    folder('leftoff/spool')
    folder('leftoff/spool/new', { owner: OTHER, as: 0o755 })
    expect(code(home)).toBe('not-yours')
  })

  test('a home folder is trusted even if it contains unrelated files owned by other users', () => {
    chmodSync(home, 0o755)
    file('leftoff/thesis.tex', { owner: OTHER })
    expect(code(home)).toBeUndefined()
  })

  describe('a home folder that others can write to', () => {
    test.each(['0777', '0770', '0720', '0703'])(
      'a home folder that others can write to becomes private if it contains only leftoff files (mode %s)',
      (octal) => {
        folder('leftoff', { group: SHARED_GROUP, as: Number.parseInt(octal, 8) })
        folder('leftoff/cache')
        file('leftoff/log.db')
        expect(code(home)).toBeUndefined()
        expect([mode(home), existsSync(join(home, 'cache'))]).toEqual([0o700, false])
      },
    )

    test('a home folder that others can write to is refused if it contains other files, and the message suggests chmod', () => {
      folder('leftoff', { as: 0o777 })
      file('leftoff/thesis.tex')
      expect(homeProblem(home, me)).toMatchObject({
        code: 'home-exposed',
        fix: expect.stringContaining(`chmod go-w ${home}`),
      })
      expect(mode(home)).toBe(0o777)
    })

    test('a home folder that others can write to is refused if it contains, at any depth, a file owned by another user', () => {
      folder('leftoff', { as: 0o777 })
      folder('leftoff/spool')
      folder('leftoff/spool/quarantine')
      file('leftoff/spool/quarantine/x', { owner: OTHER })
      expect([code(home), code(home), mode(home)]).toEqual(['not-yours', 'not-yours', 0o777])
    })

    test("write access for the user's own group is trusted", () => {
      folder('leftoff', { as: 0o775 })
      expect([code(home), mode(home)]).toEqual([undefined, 0o775])
    })
  })

  test('if others can enter the home folder, write access for others is removed from its files', () => {
    chmodSync(home, 0o755)
    const paths = [file('leftoff/config.json', { as: 0o666 }), folder('leftoff/spool', { as: 0o777 })]
    expect(code(home)).toBeUndefined()
    expect(paths.map(mode)).toEqual([0o644, 0o755])
  })

  describe('a home folder below another folder', () => {
    test.each([
      ['owned by another user', { owner: OTHER, as: 0o755 }, 'not-yours'],
      ['that everyone can write to', { owner: 0, as: 0o777 }, 'home-exposed'],
      ['that a group can write to', { group: SHARED_GROUP, as: 0o775 }, 'home-exposed'],
      ['that everyone can write to, with the sticky bit of /tmp', { owner: 0, as: 0o1777 }, undefined],
      ['owned by another user, with the sticky bit of /tmp', { owner: OTHER, as: 0o1777 }, 'not-yours'],
      ["owned by the user, with write access for the user's own group", { as: 0o775 }, undefined],
    ])(
      'a home folder below a folder %s is accepted only if others cannot replace it',
      (_, parent, expected) => {
        folder('parent', parent)
        folder('parent/leftoff')
        expect([code(join(root, 'parent/leftoff')), code(join(root, 'parent/later'))]).toEqual([
          expected,
          expected,
        ])
      },
    )
  })

  describe('a home folder that is a link', () => {
    test("a home folder that links to one of the user's own folders is trusted, even through several links", () => {
      link('one', home)
      link('two', 'one')
      expect([code(join(root, 'one')), code(join(root, 'two'))]).toEqual([undefined, undefined])
    })

    test('a home folder that is a link owned by another user is refused', () => {
      expect(code(link('theirs', home, OTHER))).toBe('not-yours')
    })

    test('a home folder that links to a folder owned by another user is refused', () => {
      expect(code(link('one', folder('theirs', { owner: OTHER, as: 0o777 })))).toBe('not-yours')
    })

    test('a link through a folder owned by another user is refused even if the link and its target belong to the user', () => {
      folder('theirs', { owner: OTHER, as: 0o755 })
      folder('theirs/leftoff')
      expect(code(link('one', join(root, 'theirs/leftoff')))).toBe('not-yours')
      expect(code(link('two', 'theirs/../theirs/leftoff'))).toBe('not-yours')
    })

    test('a home folder that links to itself is refused', () => {
      expect(code(link('one', 'one'))).toBe('home-unusable')
    })
  })

  test('a home folder whose settings file is a link is trusted if the target belongs to the user or root and others cannot write to it', () => {
    const targets = [
      file('mine.json'),
      file('system.json', { owner: 0, as: 0o644 }),
      file('open.json', { as: 0o666 }),
      file('theirs.json', { owner: OTHER, as: 0o644 }),
    ]
    const codes = targets.map((target, index) => {
      const one = folder(`home-${index}`)
      link(`home-${index}/config.json`, target)
      return code(one)
    })
    expect(codes).toEqual([undefined, undefined, 'home-exposed', 'not-yours'])
  })

  test('contentProblem checks every file in the home folder', () => {
    folder('leftoff/backups')
    const path = file('leftoff/backups/settings.json', { owner: OTHER })
    expect(code(home)).toBeUndefined()
    expect(contentProblem(home, me)?.where).toBe(path)
  })

  test('a code cache is trusted only if all of it belongs to the user and others cannot write to it', () => {
    const cache = folder('leftoff/cache')
    const compiled = file('leftoff/cache/hook')
    expect(isOursThroughout(cache, me)).toBe(true)
    chmodSync(compiled, 0o666)
    expect(isOursThroughout(cache, me)).toBe(false)
    file('leftoff/cache/hook', { owner: OTHER })
    expect(isOursThroughout(cache, me)).toBe(false)
    link('linked', cache)
    expect(isOursThroughout(join(root, 'linked'), me)).toBe(false)
  })
})
