import { spawnSync } from 'node:child_process'

/** Runs a command in its own terminal, types the next answer at each "[y/N]" and exits with the command's code. */
const DRIVER = `
import os, pty, sys
count = int(sys.argv[1])
answers, command = sys.argv[2:2 + count], sys.argv[2 + count:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
seen, asked = b'', 0
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
    while seen.count(b'[y/N]') > asked:
        os.write(terminal, (answers[asked] if asked < len(answers) else '').encode() + b'\\r')
        asked += 1
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`

/** The reason why this machine has no pseudo-terminal for tests, or undefined if it has one. */
export function missingTerminal(): string | undefined {
  const probe = spawnSync('python3', ['-c', 'import os, pty; os.waitstatus_to_exitcode'], {
    encoding: 'utf8',
  })
  return probe.status === 0 ? undefined : 'python3 with the pty module is not installed'
}

/** The command prefix that answers the questions of the command, for `RunOptions.under`. */
export const answering = (...answers: readonly string[]): readonly string[] => [
  'python3',
  '-c',
  DRIVER,
  String(answers.length),
  ...answers,
]
