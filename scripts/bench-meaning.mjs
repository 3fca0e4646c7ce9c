// How well src/meaning understands real messages; see bench/meaning/README.md.
import { runBundled } from './bundled.mjs'

await runBundled('bench/meaning/main.ts')
