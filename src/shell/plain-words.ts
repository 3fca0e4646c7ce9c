import { stepsIn } from './steps.ts'

/** The command itself: without variables, and without those that only start another one. */
export function plainWords(words: readonly string[]): readonly string[] {
  let rest = words
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = withoutFirst(rest)
    if (next === rest) break
    rest = next
  }
  return rest
}

/** A program without its folder and its ending. */
export const programIn = ([first = '']: readonly string[]): string =>
  first
    .slice(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1)
    .replace(/\.(?:cmd|exe|bat|sh)$/, '')

const MOST_ROUNDS = 10
const VARIABLE = /^[A-Za-z_]\w{0,80}=/
/** How many words each takes before the command that it starts; flags are counted apart. */
const STARTERS: Readonly<Record<string, readonly string[]>> = {
  sudo: [],
  time: [],
  env: [],
  nice: [],
  nohup: [],
  exec: [],
  command: [],
  stdbuf: [],
  'xvfb-run': [],
  npx: [],
  bunx: [],
  pnpx: [],
  timeout: ['\\d+[smhd]?'],
  npm: ['exec|x'],
  pnpm: ['exec|dlx'],
  yarn: ['exec|dlx'],
  bundle: ['exec'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  rye: ['run'],
  hatch: ['run'],
  mise: ['exec|x'],
  dotenv: [],
}
/** Flags of theirs that bring a word along. */
const WITH_VALUE = /^(?:-[nkspu]|--with|--group|--extra|--python|--package)$/

function withoutFirst(words: readonly string[]): readonly string[] {
  const [first = ''] = words
  if (VARIABLE.test(first)) return words.slice(1)
  const program = programIn(words)
  if (/^(?:ba|z|da)?sh$/.test(program) && /^-\w{0,3}c$/.test(words[1] ?? '')) return inner(words.slice(2))
  const starter = Object.hasOwn(STARTERS, program) ? STARTERS[program] : undefined
  if (!starter) return words
  let at = 1
  for (const expected of starter) {
    if (!new RegExp(`^(?:${expected})$`).test(words[at] ?? '')) return words
    at += 1
  }
  while (words[at]?.startsWith('-')) at += WITH_VALUE.test(words[at] ?? '') ? 2 : 1
  return at < words.length ? words.slice(at) : words
}

/** `bash -lc 'cd app && npm test'`: the last of it is what it is about. */
const inner = (words: readonly string[]): readonly string[] => stepsIn(words.join(' ')).at(-1)?.words ?? []
