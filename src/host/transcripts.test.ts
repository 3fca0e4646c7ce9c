import { execFileSync } from 'node:child_process'
import { appendFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import {
  findSubagentFiles,
  findTranscripts,
  openBelow,
  readTailBelow,
  transcriptRoots,
} from './transcripts.ts'

function machine() {
  const home = temporaryFolder()
  const root = join(home, '.claude', 'projects')
  const folder = join(root, '-work-app')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'one.jsonl')
  writeFileSync(path, 'hello\n')
  return { home, root, folder, path, roots: transcriptRoots({ HOME: home })['claude-code'] ?? [] }
}

const textOf = (chunks: Iterable<Uint8Array>): string =>
  [...chunks].map((chunk) => Buffer.from(chunk).toString()).join('')

describe('a transcript path from a client', () => {
  test('a path in the transcript folder of the client is opened', () => {
    const { roots, path } = machine()
    const opened = openBelow(roots, path)
    if (opened.kind !== 'file') throw new Error(opened.kind)
    expect(opened.file.bytes).toBe(6)
    expect(textOf(opened.file.chunks())).toBe('hello\n')
  })

  test('bytes written after opening are not read', () => {
    const { roots, path } = machine()
    const opened = openBelow(roots, path)
    appendFileSync(path, 'more\n')
    expect(opened.kind === 'file' && textOf(opened.file.chunks())).toBe('hello\n')
  })

  test.each([
    ['a path elsewhere', (home: string) => join(home, 'secret.jsonl')],
    ['a path above the root', (_: string, folder: string) => join(folder, '..', '..', '..', 'secret.jsonl')],
    [
      'a folder beside the root with the same prefix',
      (home: string) => join(home, '.claude', 'projects-2', 'a.jsonl'),
    ],
    ['a relative path', () => 'one.jsonl'],
    ['a link to a file elsewhere', (_: string, folder: string) => join(folder, 'link.jsonl')],
    ['a path below a linked folder', (_: string, folder: string) => join(folder, 'linked', 'secret.jsonl')],
    ['a folder', (_: string, folder: string) => folder],
    ['a pipe', (_: string, folder: string) => join(folder, 'pipe')],
    ['a path with a NUL character', (_: string, folder: string) => join(folder, 'one\0.jsonl')],
  ])('a transcript path is refused if it is %s', (_, pathIn) => {
    const { home, folder, roots } = machine()
    writeFileSync(join(home, 'secret.jsonl'), 'secret')
    mkdirSync(join(home, '.claude', 'projects-2'))
    writeFileSync(join(home, '.claude', 'projects-2', 'a.jsonl'), 'secret')
    symlinkSync(join(home, 'secret.jsonl'), join(folder, 'link.jsonl'))
    symlinkSync(home, join(folder, 'linked'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(openBelow(roots, pathIn(home, folder)).kind).toBe('refused')
  })

  test('a missing file is reported as missing', () => {
    const { roots, folder } = machine()
    expect(openBelow(roots, join(folder, 'two.jsonl'))).toEqual({ kind: 'missing' })
    expect(openBelow(roots, join(folder, 'none', 'two.jsonl'))).toEqual({ kind: 'missing' })
  })

  test('a path is refused if the transcript folder does not exist', () => {
    const { path } = machine()
    expect(openBelow(['/nowhere/at/all'], path).kind).toBe('refused')
  })

  test('client environment variables change the transcript folders', () => {
    expect(
      transcriptRoots({ HOME: '/home/me', CODEX_HOME: '/data/codex', CLAUDE_CONFIG_DIR: '/data/claude' }),
    ).toMatchObject({
      'claude-code': ['/data/claude/projects'],
      codex: ['/data/codex/sessions', '/data/codex/archived_sessions'],
      'gemini-cli': ['/home/me/.gemini/tmp'],
    })
  })
})

describe('importing a folder', () => {
  test('possible transcripts are listed, each session before its sub-agents', () => {
    const { folder, root } = machine()
    mkdirSync(join(folder, 'one', 'subagents'), { recursive: true })
    writeFileSync(join(folder, 'one', 'subagents', 'agent-1.jsonl'), 'x')
    writeFileSync(join(folder, 'one', 'image.png'), 'x')
    writeFileSync(join(folder, 'zebra.md'), 'x')
    expect(findTranscripts(root).files.map(({ path }) => path.slice(folder.length + 1))).toEqual([
      'one.jsonl',
      'zebra.md',
      'one/subagents/agent-1.jsonl',
    ])
    expect(findSubagentFiles(join(folder, 'one.jsonl'))).toHaveLength(1)
  })

  test('links in an imported folder are not followed', () => {
    const { folder, root } = machine()
    symlinkSync(root, join(folder, 'round'))
    symlinkSync('/etc/passwd', join(folder, 'passwd.json'))
    expect(findTranscripts(root).files).toHaveLength(1)
  })

  test('both hard links to a file are listed', () => {
    const { folder, path } = machine()
    linkSync(path, join(folder, 'again.jsonl'))
    expect(findTranscripts(folder).files).toHaveLength(2)
  })

  test('a SpecStory history is assigned to the project that contains it', () => {
    const project = temporaryFolder()
    mkdirSync(join(project, '.specstory', 'history'), { recursive: true })
    writeFileSync(join(project, '.specstory', 'history', 'a.md'), 'x')
    expect(findTranscripts(project).files[0]?.folder).toBe(project)
  })

  test("a Gemini CLI chat is assigned to the folder in the client's list", () => {
    const home = temporaryFolder()
    const chats = join(home, '.gemini', 'tmp', 'app', 'chats')
    mkdirSync(chats, { recursive: true })
    writeFileSync(
      join(home, '.gemini', 'projects.json'),
      JSON.stringify({ projects: { '/work/app': 'app' } }),
    )
    writeFileSync(join(chats, 'session-1.jsonl'), 'x')
    expect(findTranscripts(chats).files[0]?.folder).toBe('/work/app')
  })
})

function written(text: string): { root: string; path: string } {
  const root = join(temporaryFolder(), 'projects')
  mkdirSync(root)
  const path = join(root, 'a.jsonl')
  writeFileSync(path, text)
  return { root, path }
}

test('readTailBelow reads the end of a file, up to the limit', () => {
  const { root, path } = written(`${'x'.repeat(1000)}\nend`)
  expect(readTailBelow([root], path, 5)).toBe('x\nend')
  expect(readTailBelow([root], path)).toHaveLength(1004)
  expect(readTailBelow([root], written('').path)).toBeUndefined()
})

test('readTailBelow reads only the last 64 KB of a large file', () => {
  const { root, path } = written('y'.repeat(300_000))
  expect(readTailBelow([root], path)).toHaveLength(65_536)
})

test('readTailBelow does not read missing files, links, or files elsewhere', () => {
  const { root, path } = written('secret')
  expect(readTailBelow([root], join(root, 'missing'))).toBeUndefined()
  expect(readTailBelow([temporaryFolder()], path)).toBeUndefined()
  symlinkSync(path, join(root, 'link.jsonl'))
  expect(readTailBelow([root], join(root, 'link.jsonl'))).toBeUndefined()
  expect(readTailBelow([root], root)).toBeUndefined()
})
