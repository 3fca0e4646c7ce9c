import { describe, expect, test } from 'vitest'
import { desk } from '../support/desk.ts'

describe('a rule that its user tells', () => {
  test('is in every brief of the project that it concerns, and in no list of sessions', async () => {
    const here = await desk()
    const added = await here.json(['memory', 'add', 'Use pnpm, never npm.'])
    expect(added).toMatchObject({ state: 'approved', scope: { kind: 'project' }, by: 'user' })
    expect((await here.run(['brief'])).out).toContain('Your rules:\n- Use pnpm, never npm.')
    expect((await here.json(['session', 'list', '--all'])).sessions).toEqual([])
    expect((await here.json(['memory', 'list'])).memories).toHaveLength(1)
    expect((await here.json(['memory', 'search', 'npm'])).memories[0].id).toBe(added.id)
  })

  test('twice is one rule', async () => {
    const here = await desk()
    for (const words of ['Use pnpm', 'use pnpm.']) await here.json(['memory', 'add', words, '--everywhere'])
    expect((await here.json(['memory', 'list'])).memories).toHaveLength(1)
  })

  test('can be changed, rejected, approved again and erased', async () => {
    const here = await desk()
    const { id } = await here.json(['memory', 'add', 'Speak of the zanzibar affair'])
    const changed = await here.json(['memory', 'edit', id.slice(0, 8), 'Never speak of the zanzibar affair'])
    expect(changed).toMatchObject({ id, rule: 'Never speak of the zanzibar affair' })
    await here.json(['memory', 'edit', id, '--everywhere'])
    await here.json(['memory', 'reject', id])
    expect((await here.run(['brief'])).out).not.toContain('zanzibar')
    await here.json(['memory', 'approve', id])
    expect((await here.run(['brief'])).out).toContain('Never speak of the zanzibar affair')
    await here.json(['memory', 'forget', id])
    expect((await here.json(['memory', 'list', '--all'])).memories).toEqual([])
    expect((await here.run(['brief'])).out).not.toContain('zanzibar')
  })

  test('that nobody knows is not found, and what is unclear is said', async () => {
    const here = await desk()
    expect((await here.run(['memory', 'approve', 'mem_nothing'])).code).toBe(3)
    const { id } = await here.json(['memory', 'add', 'Use pnpm'])
    expect((await here.run(['memory', 'edit', id])).code).toBe(2)
    expect((await here.run(['memory', 'add', 'x', '--everywhere', '--here'])).code).toBe(2)
  })
})
