import { Problem } from '../../problem.ts'
import type { Asking, Connections } from './driver.ts'
import { CURRENT_SCHEMA, SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** Makes the tables where there are none. Who comes at the same time waits, and finds them made. */
export function prepared(connections: Connections): Promise<void> {
  return connections.transaction(async (asking) => {
    await asking.all(`SELECT pg_advisory_xact_lock(hashtextextended('leftoff schema', 0))`)
    const version = await versionOf(asking)
    if (version === undefined) await asking.all(CURRENT_SCHEMA)
    else if (version > SCHEMA_VERSION) throw newer(version)
  })
}

async function versionOf(asking: Asking): Promise<number | undefined> {
  const [made] = await asking.all('SELECT to_regclass($1) AS release', [`${SCHEMA}.release`])
  if (!made?.release) return undefined
  const [row] = await asking.all(`SELECT max(version) AS version FROM ${SCHEMA}.release`)
  return Number(row?.version ?? 0)
}

const newer = (version: number): Problem =>
  new Problem({
    code: 'log-newer',
    message: `the database has version ${version} of leftoff's tables, and this release knows ${SCHEMA_VERSION}`,
    fix: 'upgrade leftoff; nothing was changed',
  })
