import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createCheckout, HOUR_AGO, type TestCheckout } from '../../tests/support/checkout.ts'
import { commit } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'

async function statesIn(
  here: TestCheckout,
  names: readonly string[],
): Promise<Record<string, string | undefined>> {
  const { commitStates } = await here.tree.startGit({ paths: names.map(here.path) })()
  return Object.fromEntries(names.map((name) => [name, commitStates.get(here.path(name))]))
}

describe('hostile repositories', () => {
  /** A repository whose config makes git run a program, and the file that the program writes. */
  function hostile(prepare: (here: TestCheckout, script: string) => void): readonly [TestCheckout, string] {
    const here = createCheckout()
    const trace = join(temporaryFolder(), 'trace')
    const script = join(temporaryFolder(), 'post-index-change')
    writeFileSync(script, `#!/bin/sh\ntouch ${trace}\nexit 1\n`, { mode: 0o755 })
    here.write('a.txt', 'one')
    here.write('.gitattributes', '*.txt filter=evil\n')
    here.commitAll('one')
    utimesSync(here.path('a.txt'), HOUR_AGO, HOUR_AGO)
    here.write('b.txt', 'two')
    prepare(here, script)
    return [here, trace]
  }
  const ask = (here: TestCheckout) =>
    here.tree.startGit({ paths: [here.path('a.txt'), here.path('b.txt')], headMoves: true })()

  function runPlainGit(here: TestCheckout): void {
    for (const command of [['status'], ['log', '-g']])
      try {
        here.git(...command)
      } catch {
        // git fails if the program fails
      }
  }

  const signedCommit = (here: TestCheckout): string => {
    const [tree, parent] = [here.git('rev-parse', 'HEAD^{tree}'), here.git('rev-parse', 'HEAD')]
    const person = 'T <t@example.org> 1700000000 +0000'
    here.write(
      'b.txt',
      `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\nsigned\n`,
    )
    return here.git('hash-object', '-t', 'commit', '-w', 'b.txt')
  }

  test.each<[string, (here: TestCheckout) => string]>([
    ['in the working directory', () => '.'],
    ['in the working directory, found through an empty PATH entry', () => ''],
    ['in a folder of the checkout', (here) => here.path('node_modules/.bin')],
  ])('a program named git is not run %s', async (_, folder) => {
    const [here, trace] = hostile((one, script) => {
      for (const name of ['git', 'node_modules/.bin/git']) {
        mkdirSync(dirname(one.path(name)), { recursive: true })
        copyFileSync(script, one.path(name))
      }
    })
    vi.stubEnv('PATH', `${folder(here)}${delimiter}${process.env.PATH}`)
    const { commitStates } = await ask(here)
    vi.unstubAllEnvs()
    expect(commitStates.get(here.path('b.txt'))).toBe('untracked')
    expect(existsSync(trace)).toBe(false)
  })

  test.each<[string, (here: TestCheckout, script: string) => void]>([
    ['a file system monitor', (here, script) => here.git('config', 'core.fsmonitor', script)],
    ['a hook', (here, script) => here.git('config', 'core.hooksPath', join(script, '..'))],
    [
      'a signature check',
      (here, script) => {
        here.git('reset', '-q', '--soft', signedCommit(here))
        here.git('config', 'log.showSignature', 'true')
        here.git('config', 'gpg.program', script)
      },
    ],
    [
      'a fetch of missing objects',
      (here, script) => {
        const missing = here.git('rev-parse', 'HEAD')
        commit(here.folder, 'two')
        here.git('config', 'core.repositoryFormatVersion', '1')
        here.git('config', 'extensions.partialClone', 'origin')
        here.git('config', 'remote.origin.url', `ext::${script}`)
        here.git('config', 'protocol.ext.allow', 'always')
        rmSync(here.path(`.git/objects/${missing.slice(0, 2)}/${missing.slice(2)}`))
      },
    ],
  ])('%s configured in a repository is not run', async (_, prepare) => {
    const [here, trace] = hostile(prepare)
    const { commitStates } = await ask(here)
    expect(commitStates.get(here.path('b.txt'))).toBe('untracked')
    expect(existsSync(trace)).toBe(false)
    runPlainGit(here)
    expect(existsSync(trace), 'plain git runs it').toBe(true)
  })

  test.each([
    ['filter.evil.clean', (script: string) => script],
    ['include.path', (script: string) => `${script}.config`],
  ])(
    'a repository with %s in its config is skipped, because git would run the filter',
    async (key, value) => {
      const [here, trace] = hostile((stage, script) => {
        writeFileSync(`${script}.config`, `[filter "evil"]\n\tclean = ${script}\n`)
        stage.git('config', key, value(script))
      })
      const { commitStates, headMovesSince } = await ask(here)
      expect(commitStates.size).toBe(0)
      expect(headMovesSince({ at: 0 })).toBeUndefined()
      expect(existsSync(trace)).toBe(false)
      runPlainGit(here)
      expect(existsSync(trace), 'plain git runs it').toBe(true)
    },
  )

  test.each<[string, (here: TestCheckout, script: string) => void]>([
    [
      'an extension of Git LFS that the config defines',
      (here, script) => here.git('config', 'lfs.extension.evil.clean', `${script} %f`),
    ],
    ['a file of ignored names in the config', (here) => here.git('config', 'core.excludesFile', '/dev/zero')],
    ['a file of attributes in the config', (here) => here.git('config', 'core.attributesFile', '/dev/zero')],
    ['another working tree in the config', (here) => here.git('config', 'core.worktree', temporaryFolder())],
    ['a pipe as the branch', (here) => pipe(here.path('.git/refs/heads/main'))],
    ['a pipe among the packs', (here) => pipe(here.path('.git/objects/pack/pack-1.idx'))],
    ['a pipe as the list of grafts', (here) => pipe(here.path('.git/info/grafts'))],
    ['a link to a device as the state of a rebase', (here) => device(here.path('.git/rebase-merge/onto'))],
    ['a pipe as the graph of commits', (here) => pipe(here.path('.git/objects/info/commit-graph'))],
    ['a sparse terabyte of ignored names', (here) => sparse(here.path('.gitignore'))],
    ['a sparse terabyte as HEAD', (here) => sparse(here.path('.git/HEAD'))],
  ])('git does not run in a repository with %s', async (_, prepare) => {
    const [here] = hostile(prepare)
    const { commitStates, headMovesSince } = await ask(here)
    expect(commitStates.size).toBe(0)
    expect(headMovesSince({ at: 0 })).toBeUndefined()
  })

  test.each<[string, (here: TestCheckout) => void]>([
    ['the names of authors', (here) => pipe(here.path('.mailmap'))],
    ['the names of authors, which the config names', (here) => here.git('config', 'mailmap.file', 'pipe')],
    [
      'the order of files, which the config names',
      (here) => {
        here.git('config', 'diff.orderFile', 'pipe')
        here.write('a.txt', 'three')
      },
    ],
  ])('git does not open %s, so a pipe there does not block the report', async (_, prepare) => {
    const [here] = hostile((one) => {
      pipe(one.path('pipe'))
      prepare(one)
    })
    const { commitStates, headMovesSince } = await ask(here)
    expect(commitStates.get(here.path('b.txt'))).toBe('untracked')
    expect(headMovesSince({ at: 0 })?.commits).toHaveLength(1)
  })

  test('the socket of a file system monitor in the git folder does not prevent a report', async () => {
    const [here] = hostile(() => {})
    const server = createServer().listen(here.path('.git/fsmonitor--daemon.ipc'))
    const { commitStates } = await ask(here)
    server.close()
    expect(commitStates.get(here.path('b.txt'))).toBe('untracked')
  })

  test('a submodule with its own working tree in the config is reported', async () => {
    const [inner, outer] = [createCheckout(), createCheckout()]
    inner.write('a', 'one')
    inner.commitAll('one')
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.folder, 'sub')
    expect(outer.git('-C', 'sub', 'config', 'core.worktree')).not.toBe('')
    expect(await statesIn(createCheckout(outer.path('sub')), ['a'])).toEqual({ a: 'committed' })
  })

  test('a checkout with a broken .git is not examined with the config of the repository around it', async () => {
    const [outer, trace] = hostile((one, script) => {
      one.write('inner/a.txt', 'one')
      one.git('add', 'inner/a.txt')
      utimesSync(one.path('inner/a.txt'), HOUR_AGO, HOUR_AGO)
      one.write('inner/.git/HEAD', 'broken')
      one.git('config', 'filter.evil.clean', script)
    })
    const inner = createCheckout(outer.path('inner'))
    await inner.tree.startGit({ paths: [inner.path('a.txt')], headMoves: true })()
    expect(existsSync(trace)).toBe(false)
    runPlainGit(inner)
    expect(existsSync(trace), 'plain git runs it').toBe(true)
  })

  test('a checkout with a broken .git is not examined with the config of a repository inside it', async () => {
    const [here, trace] = hostile((one, script) => {
      one.git('config', 'filter.evil.clean', script)
      one.git('config', 'core.worktree', one.folder)
      cpSync(one.path('.git'), one.folder, { recursive: true })
      rmSync(one.path('.git'), { recursive: true })
      one.write('.git/HEAD', 'broken')
    })
    await ask(here)
    expect(existsSync(trace)).toBe(false)
    runPlainGit(here)
    expect(existsSync(trace), 'plain git runs it').toBe(true)
  })

  test('no other setting in a repository makes git run a program', async () => {
    const [here, trace] = hostile((one, script) => {
      for (const key of SETTINGS_WITH_PROGRAMS) one.git('config', key, script)
      one.git('config', 'status.submoduleSummary', 'true')
      one.git('config', 'diff.evil.cachetextconv', 'true')
      one.write('.git/info/attributes', '* diff=evil merge=evil\n')
    })
    const { commitStates } = await ask(here)
    expect(commitStates.get(here.path('b.txt'))).toBe('untracked')
    expect(existsSync(trace)).toBe(false)
    runPlainGit(here)
    expect(existsSync(trace), 'plain git runs one of them').toBe(true)
  })
})

const pipe = (path: string): void => {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}

const device = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync('/dev/zero', path)
}

const sparse = (path: string): void => {
  writeFileSync(path, '')
  truncateSync(path, 2 ** 40)
}

/** Settings whose value git runs as a program, except filters and included files. */
const SETTINGS_WITH_PROGRAMS: readonly string[] = [
  ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.sshCommand', 'core.gitProxy'],
  ...['core.alternateRefsCommand', 'credential.helper', 'sequence.editor', 'interactive.diffFilter'],
  ...['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'merge.evil.driver', 'difftool.evil.cmd'],
  ...['mergetool.evil.cmd', 'pager.status', 'pager.log', 'pager.ls-files', 'gpg.program', 'gpg.ssh.program'],
  ...['gpg.x509.program', 'gpg.ssh.defaultKeyCommand', 'remote.origin.uploadpack', 'remote.origin.vcs'],
  ...['remote.origin.proxy', 'uploadpack.packObjectsHook', 'trace2.normalTarget', 'trace2.eventTarget'],
  ...['browser.evil.cmd', 'man.evil.cmd', 'sendemail.smtpServer', 'hook.evil.command', 'alias.status'],
  ...['alias.log', 'alias.ls-files', 'submodule.evil.update', 'tar.evil.command', 'guitool.evil.cmd'],
]
