import type { TranscriptFile } from '../../src/agent/transcript/reader.ts'

/** An in-memory transcript. Like the chunks of a real file, its chunks reuse one buffer. */
export function memoryFile(
  path: string,
  content: string | Uint8Array,
  more: { readonly modifiedAt?: number; readonly piece?: number; readonly folder?: string } = {},
): TranscriptFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const piece = more.piece ?? 64 * 1024
  return {
    path,
    bytes: bytes.length,
    modifiedAt: more.modifiedAt ?? 0,
    folder: more.folder ?? '/work/app',
    *chunks() {
      const buffer = Buffer.alloc(piece)
      for (let at = 0; at < bytes.length; at += piece) {
        const part = bytes.subarray(at, at + piece)
        buffer.set(part)
        yield buffer.subarray(0, part.length)
        buffer.fill(0x58)
      }
    },
  }
}
