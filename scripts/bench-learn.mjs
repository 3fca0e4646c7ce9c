// How well src/learn finds corrections in real sessions; see bench/learn/README.md.
import { runBundled } from './bundled.mjs'

await runBundled('bench/learn/main.ts')
