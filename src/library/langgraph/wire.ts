import type {
  BaseCheckpointSaver,
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
} from '@langchain/langgraph-checkpoint'
import type { SerializedValue } from '../../event/graph.ts'
import type { Redactor } from '../../redact/redact.ts'

export type { Checkpoint, CheckpointListOptions, CheckpointMetadata, CheckpointTuple }
export type Config = Parameters<BaseCheckpointSaver['getTuple']>[0]
export type Writes = Parameters<BaseCheckpointSaver['putWrites']>[1]
type Serde = BaseCheckpointSaver['serde']

/** Identifies a checkpoint. */
interface CheckpointAddress {
  readonly thread: string | undefined
  readonly namespace: string | undefined
  readonly checkpoint: string | undefined
}

export function addressOf({ configurable = {} }: Config): CheckpointAddress {
  const checkpoint = textIn(configurable, 'checkpoint_id') ?? textIn(configurable, 'thread_ts')
  const thread = textIn(configurable, 'thread_id')
  return {
    thread: thread || undefined,
    namespace: textIn(configurable, 'checkpoint_ns'),
    checkpoint: checkpoint || undefined,
  }
}

/** Some programs use numbers as thread ids. */
function textIn(values: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = values[key]
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined
}

export const configOf = (thread: string, namespace: string, checkpoint: string): Config => ({
  configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: checkpoint },
})

/** Redacts secrets and keeps the value deserializable. */
export async function serialize(serde: Serde, value: unknown, redact: Redactor): Promise<SerializedValue> {
  const [form, bytes] = await serde.dumpsTyped(value)
  if (form !== 'json') return { form, bytes: Buffer.from(bytes).toString('base64') }
  return { form, text: redactJson(Buffer.from(bytes).toString(), redact) }
}

export const deserialize = async (
  serde: Serde,
  { form, text, bytes = '' }: SerializedValue,
): Promise<unknown> => serde.loadsTyped(form, text ?? new Uint8Array(Buffer.from(bytes, 'base64')))

export const asCheckpoint = (value: unknown): Checkpoint => value as Checkpoint
export const asMetadata = (value: unknown): CheckpointMetadata => value as CheckpointMetadata

/**
 * Redacts the full text first, because the key of a value may show that it is a secret. If the result is no
 * longer JSON, redacts each value instead.
 */
function redactJson(json: string, redact: Redactor): string {
  const { text, findings } = redact(json)
  if (findings.length === 0 || isJson(text)) return text
  const clean = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? redact(value).text : value
  return JSON.stringify(JSON.parse(json), clean)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // the caller redacts each value
  }
}
