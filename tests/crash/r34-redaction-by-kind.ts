import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { SqliteIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { END } from '../../src/spool/spool.ts'
import { isUnprotected, mayLookLikeWord, type SecretKind, secretKinds } from '../redact/kinds/kinds.ts'
import { type SecretSample, tellingParts } from '../redact/kinds/sample.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { hookWorld } from './kit/hook-world.ts'
import { openLog } from './kit/open-log.ts'

/** A text that every payload contains. If it is not found on disk, the search for secrets proves nothing. */
const CANARY = 'canary-in-every-payload'
/** The share of leaks that is tolerated, because random letters sometimes form a word. */
const MAX_WORD_SHARE = 0.02
/**
 * The tolerated share of chance leaks: a generated password without quotes may look like a name in code. A
 * missing rule leaks in every context.
 */
const MAX_CHANCE_SHARE = 0.003

export const redactionByKind: Campaign = {
  id: 'R34',
  title: 'redaction by kind',
  async run(trial) {
    const rounds = trial.size({ change: 1, night: 20 })
    const kinds = secretKinds().filter(({ name }) => !isUnprotected(name))
    const words = { samples: 0, leaks: 0 }
    const others = { samples: 0, leaks: 0 }
    for (let round = 0; round < rounds; round += 1)
      for (let from = 0; from < kinds.length; from += BATCH) {
        trial.step(`round ${round}, from ${kinds[from]?.name}`)
        const batch = kinds.slice(from, from + BATCH)
        for (const { kind, samples, leaks } of await storeKinds(trial, batch, `${round}-${from}`)) {
          const isWord = mayLookLikeWord(kind.name)
          const mostLeaks = isWord ? MAX_CONTEXTS : kind.family === 'key' ? 0 : 1
          require(leaks.length <= mostLeaks, `${kind.name} is on disk: ${leaks.join(', ')}`)
          const counts = isWord ? words : others
          counts.samples += samples
          counts.leaks += leaks.length
        }
      }
    const mostWords = words.samples * MAX_WORD_SHARE
    const mostOthers = others.samples * MAX_CHANCE_SHARE
    require(words.leaks <=
      mostWords, `${words.leaks} of ${words.samples} letters and short values are on disk`)
    require(others.leaks <= mostOthers, `${others.leaks} of ${others.samples} secrets are on disk`)
    return `${kinds.length} kinds, leaks: ${others.leaks} of ${others.samples} secrets, ${words.leaks} of ${words.samples} wordlike ones`
  },
}

/** The maximum number of contexts in which a wordlike kind may leak. */
const MAX_CONTEXTS = 4

/** The number of kinds stored in one home. */
const BATCH = 40

interface StoredKind {
  readonly kind: SecretKind
  readonly samples: number
  /** The contexts in which the secret was found in a file. */
  readonly leaks: readonly string[]
}

type PlacedSample = SecretSample & { readonly kind: SecretKind; readonly context: string }

/** Stores kinds in every context: as tool output, as a prompt, and in a payload that cannot be parsed. */
async function storeKinds(
  trial: Trial,
  kinds: readonly SecretKind[],
  name: string,
): Promise<readonly StoredKind[]> {
  const home = join(trial.folder, name)
  const samples = kinds.flatMap((kind): readonly PlacedSample[] => {
    const chance = trial.random(`R34/${name}/${kind.name}`).fraction
    return kind.contexts.map((context) => ({ kind, context, ...kind.make(context, chance) }))
  })
  const log = openLog(home)
  const spool = new Maildir(join(home, 'spool'))
  const index = new SqliteIndex({ path: join(home, 'index.db'), readOnly: false })
  const world = { ...hookWorld(log, spool, trial.folder), index }
  deliver(home, [
    ...samples.flatMap(payloadsWith),
    ...kinds.map((kind) => brokenPayload(samples.filter((sample) => sample.kind === kind))),
  ])
  const { quarantined } = await drainSpool(world)
  require(quarantined === kinds.length, `${quarantined} of ${kinds.length} broken payloads were quarantined`)
  await refreshIndex(world)
  const leaking = new Set(leaksIn(home, samples))
  await log.close()
  index.close()
  for (const sample of leaksIn(home, samples)) leaking.add(sample)
  return kinds.map((kind) => {
    const own = samples.filter((sample) => sample.kind === kind)
    const leaks = own.filter((sample) => leaking.has(sample)).map(({ context }) => context)
    return { kind, samples: own.length, leaks }
  })
}

const brokenPayload = (samples: readonly SecretSample[]): string =>
  `{"broken": ${JSON.stringify(samples.map(({ text }) => text))}`

/** Delivers like the shell, but without the cost of a sync. */
function deliver(home: string, payloads: readonly string[]): void {
  const folder = join(home, 'spool', 'new')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [number, payload] of payloads.entries())
    writeFileSync(join(folder, `claude-code.sh-${String(number).padStart(16, '0')}`), payload + END, {
      mode: 0o600,
    })
}

function payloadsWith({ text }: SecretSample, number: number): readonly string[] {
  const session = { session_id: 'secrets', cwd: '/work/app' }
  const call = { tool_name: 'Bash', tool_use_id: `call-${number}`, tool_input: { command: `show ${text}` } }
  const prompt = { ...session, hook_event_name: 'UserPromptSubmit', prompt: `${CANARY}\n${text}` }
  const output = {
    ...session,
    hook_event_name: 'PostToolUse',
    ...call,
    tool_response: { stdout: `${CANARY}\n${text}` },
  }
  return [JSON.stringify(prompt), JSON.stringify(output)]
}

function leaksIn(home: string, samples: readonly PlacedSample[]): readonly PlacedSample[] {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  const bytes = Buffer.concat(files)
  require(bytes.includes(CANARY), 'nothing was stored')
  return samples.filter(({ secrets }) => secrets.flatMap(tellingParts).some((part) => bytes.includes(part)))
}
