import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { evidenceOf, processRef } from './process.ts'

function child(command: string, ...args: string[]): ChildProcess & { readonly pid: number } {
  const made = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void made.kill('SIGKILL'))
  if (made.pid === undefined) throw new Error(`${command} did not start`)
  return made as ChildProcess & { readonly pid: number }
}

test('this process is alive and has a pid, a start time and a machine', () => {
  const ref = processRef(process.pid)
  expect(ref).toEqual({ pid: process.pid, started: expect.any(String), machine: expect.any(String) })
  expect(evidenceOf(ref)).toBe('alive')
})

test('a process is alive until it is killed, and gone after that', async () => {
  const sleeping = child('sleep', '600')
  const ref = processRef(sleeping.pid)
  expect(evidenceOf(ref)).toBe('alive')
  sleeping.kill('SIGKILL')
  await once(sleeping, 'exit')
  expect(evidenceOf(ref)).toBe('gone')
  expect(processRef(sleeping.pid)).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'a zombie process counts as gone although its pid exists',
  async () => {
    // The shell starts a child, prints its pid, then becomes a process that never reaps children.
    const parent = child('sh', '-c', 'sleep 600 & echo $!; exec sleep 600')
    const [line] = await once(parent.stdout ?? parent, 'data')
    const pid = Number(String(line).trim())
    const ref = processRef(pid)
    expect(evidenceOf(ref)).toBe('alive')
    // Wait until exec has replaced the shell, because the shell would reap its child.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => stateOf(pid)).toBe('Z')
    expect(() => process.kill(pid, 0)).not.toThrow()
    expect(evidenceOf(ref)).toBe('gone')
    expect(processRef(pid)).toBeUndefined()
  },
)

const stateOf = (pid: number): string | undefined =>
  /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]

test('a process whose pid was reused counts as gone', () => {
  const ref = processRef(process.pid)
  expect(evidenceOf({ ...ref, pid: process.pid, started: 'another:1' })).toBe('gone')
})

test('the state of a process on another machine is unknown, even if its pid is in use here', () => {
  const ref = processRef(process.pid)
  for (const pid of [process.pid, 4_194_303])
    expect(evidenceOf({ ...ref, pid, machine: 'another-machine' })).toBe('unknown')
})

test('the state is unknown if no process is recorded', () => {
  expect(evidenceOf(undefined)).toBe('unknown')
})

test('a process recorded without a start time counts as alive if its pid is in use', () => {
  expect(evidenceOf({ pid: process.pid })).toBe('alive')
  expect(evidenceOf({ pid: 4_194_303 })).toBe('gone')
})

test("another user's process counts as alive even though it cannot be signaled", () => {
  expect(evidenceOf(processRef(1))).toBe('alive')
})

test.runIf(process.platform === 'linux')('a process name may contain spaces and parentheses', async () => {
  const odd = child('sh', '-c', 'printf ") Z 1 (" >/proc/$$/comm; echo ready; sleep 20; :')
  await once(odd.stdout ?? odd, 'data')
  expect(readFileSync(`/proc/${odd.pid}/comm`, 'utf8')).toBe(') Z 1 (\n')
  const ref = processRef(odd.pid)
  expect(ref?.started).toMatch(/^[0-9a-f]+:\d+$/)
  expect(evidenceOf(ref)).toBe('alive')
})
