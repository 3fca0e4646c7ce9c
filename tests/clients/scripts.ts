import { PART, WAIT } from './box/box.ts'
import { play, type Script, type ScriptCall } from './model/script.ts'

/** The output shows the failure, because not every client passes the exit code to hooks. */
export const FAILING = 'git rev-parse --verify nowhere'

const WORK = [
  { do: 'read', file: 'README.md' },
  { do: 'edit', file: 'README.md', from: 'hello', to: 'hello world' },
  { do: 'write', file: 'src/answer.js', text: 'export const answer = 42\n' },
  { do: 'run', command: 'cat src/answer.js' },
  { do: 'run', command: FAILING },
] as const satisfies readonly ScriptCall[]

/** Statements in the last answer of `settle`. */
export const SETTLED = {
  conclusion: 'The greeting is friendly to the whole world now.',
  decision: 'keep it in the README',
  reason: 'people look there first',
  next: 'Translate it into Danish',
}

const SETTLE = `${SETTLED.conclusion}

We decided to ${SETTLED.decision} because ${SETTLED.reason}.

## Next steps

- ${SETTLED.next}`

/** What the model does for each marker in a prompt. */
export const scripts: Record<string, Script> = {
  greet: [{ say: 'Hello. There is nothing to do.' }],
  work: [
    { say: 'I look at it first.', call: WORK[0] },
    { say: 'I edit it.', call: WORK[1] },
    { say: 'I write a file.', call: WORK[2] },
    { say: 'I run something that passes.', call: WORK[3] },
    { say: 'I run something that fails.', call: WORK[4] },
    { say: 'All is done: the greeting is longer and the answer is 42.' },
  ],
  'work-at-once': [
    { say: 'I do it all in one go.', call: { do: 'all', calls: WORK } },
    { say: 'All is done: the greeting is longer and the answer is 42.' },
  ],
  settle: [
    { say: 'I look at it first.', call: WORK[0] },
    { say: 'I edit it.', call: WORK[1] },
    { say: SETTLE },
  ],
  'settle-at-once': [
    { say: 'I do it all in one go.', call: { do: 'all', calls: WORK.slice(0, 2) } },
    { say: SETTLE },
  ],
  'cut-short': [
    { say: 'I look at it first.', call: WORK[0] },
    { say: 'I edit it.', call: WORK[1] },
    { say: SETTLE, call: { do: 'run', command: WAIT } },
    { say: 'It is over.' },
  ],
  wait: [{ say: 'This takes a while.', call: { do: 'run', command: WAIT } }, { say: 'It is over.' }],
  long: [
    { say: 'This is a long story.', call: { do: 'run', command: 'echo long' }, tokens: 900_000 },
    { say: 'The long story went on without a summary.' },
  ],
  full: [{ say: 'The window is nearly full.', tokens: 160_000 }],
  afterwards: [{ say: 'It goes on after the summary.' }],
  delegate: [
    { say: 'Somebody else does a part.', call: { do: 'delegate', prompt: `Do a part. ${play('part')}` } },
    { say: 'I wait for it.', call: { do: 'await' } },
    { say: 'The part is under way.' },
    { say: 'The part is done.' },
  ],
  part: [{ say: 'I do the part.', call: { do: 'run', command: PART } }, { say: 'The part came to 7.' }],
}
