import { expect, test } from 'vitest'
import { openSessions } from '../../src/library/open-sessions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const url = process.env.PG_URL
const tenant = `library ${process.pid}`
const machine = (project: string) =>
  openSessions({ url: url ?? '', tenant, project, home: temporaryFolder() })

test.skipIf(url === undefined)('two machines share one log on Postgres', async () => {
  const project = temporaryFolder()
  const [one, two] = [await machine(project), await machine(project)]
  const session = await one.resumeOrStart({ endWithProcess: false })
  await session.add({ role: 'user', content: 'which port?' })
  const same = await two.resume(session.id, { endWithProcess: false })
  await same.add({ role: 'assistant', content: '8080' })
  const added = await session.add({ role: 'user', content: 'and the host?' })
  expect(added.missed.map(({ message }) => message.content)).toEqual(['8080'])
  expect((await same.context({ budget: 1000 })).messages).toHaveLength(3)
  expect((await two.list()).map(({ id }) => id)).toEqual([session.id])
  await session.end()
  for (const sessions of [one, two]) await sessions.close()
})

test.skipIf(url === undefined)('another tenant of the same database sees no sessions', async () => {
  const project = temporaryFolder()
  const mine = await machine(project)
  await mine.start({ endWithProcess: false })
  const others = await openSessions({
    url: url ?? '',
    tenant: `${tenant} other`,
    project,
    home: temporaryFolder(),
  })
  expect(await others.list()).toEqual([])
  for (const sessions of [mine, others]) await sessions.close()
})

test('an unreachable server and an invalid URL are reported without the password', async () => {
  const away = openSessions({ url: 'postgres://me:hunter2@127.0.0.1:9/x', home: temporaryFolder() })
  await expect(away).rejects.toMatchObject({ code: 'postgres-unreachable' })
  await expect(away).rejects.not.toThrow('hunter2')
  const odd = openSessions({ url: 'mysql://me:hunter2@there', home: temporaryFolder() })
  await expect(odd).rejects.toMatchObject({ code: 'postgres-address' })
  await expect(odd).rejects.not.toThrow('hunter2')
})
