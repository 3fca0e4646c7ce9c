import { existsSync } from 'node:fs'
import { packedHistories, unpacked } from '../histories.ts'
import { measure } from './report.ts'

/** Compares the rules of src/meaning with what was found by reading; see README.md beside this. */
const [root = '.'] = process.argv.slice(2)
const packed = packedHistories(root)
if (existsSync(packed)) measure(root, unpacked(packed))
else
  console.log(`meaning: no histories in ${packed}, so nothing was measured (LEFTOFF_BENCH_DATA says where)`)
