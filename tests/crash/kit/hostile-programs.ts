import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A way in which a checkout makes git run a program. */
export interface HostileProgram {
  readonly name: string
  /** Changes the repository so that git runs the script. */
  plant(checkout: string, script: string): void
}

const configure = (checkout: string, ...lines: readonly string[]): void =>
  appendFileSync(join(checkout, '.git/config'), `${lines.join('\n')}\n`)

const filterAll = (checkout: string, script: string): readonly string[] => {
  writeFileSync(join(checkout, '.gitattributes'), '* filter=evil\n')
  return ['[filter "evil"]', `clean = ${script}`]
}

export const HOSTILE_PROGRAMS: readonly HostileProgram[] = [
  {
    name: 'a file system monitor',
    plant: (checkout, script) => configure(checkout, '[core]', `fsmonitor = ${script}`),
  },
  {
    name: 'a filter',
    plant: (checkout, script) => configure(checkout, ...filterAll(checkout, script)),
  },
  {
    name: 'a filter in an included file',
    plant(checkout, script) {
      writeFileSync(join(checkout, 'evil.config'), `${filterAll(checkout, script).join('\n')}\n`)
      configure(checkout, '[include]', 'path = ../evil.config')
    },
  },
  {
    name: 'a filter in the config of a worktree',
    plant(checkout, script) {
      configure(checkout, '[core]', 'repositoryFormatVersion = 1', '[extensions]', 'worktreeConfig = true')
      writeFileSync(join(checkout, '.git/config.worktree'), filterAll(checkout, script).join('\n'))
    },
  },
  {
    name: 'a filter of a repository among the files, with a broken .git',
    plant(checkout, script) {
      configure(checkout, ...filterAll(checkout, script), '[core]', `worktree = ${checkout}`)
      for (const name of readdirSync(join(checkout, '.git')))
        renameSync(join(checkout, '.git', name), join(checkout, name))
      writeFileSync(join(checkout, '.git/HEAD'), 'broken\n')
    },
  },
  {
    name: 'a filter of the repository around it, with a broken .git',
    plant(checkout, script) {
      configure(checkout, ...filterAll(checkout, script))
      const around = dirname(checkout)
      renameSync(join(checkout, '.git'), join(around, '.git'))
      const git = (...words: string[]) => execFileSync('git', ['-C', around, ...words], { stdio: 'ignore' })
      git('-c', 'filter.evil.clean=cat', 'add', 'app/src/app.ts')
      writeFileSync(join(checkout, 'src/app.ts'), 'export const one = 2\n')
      mkdirSync(join(checkout, '.git'))
      writeFileSync(join(checkout, '.git/HEAD'), 'broken\n')
    },
  },
]
