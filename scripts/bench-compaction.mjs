// How much a summary of older messages keeps of what a session uses again; see docs/compaction.md.
import { runBundled } from './bundled.mjs'

await runBundled('bench/compaction/main.ts', { packages: ['gpt-tokenizer'] })
