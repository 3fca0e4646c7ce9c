// `npm test`: installs and builds what it needs, runs the tests, and closes with the counts on a line of their own.
import { prepared } from './prepared.mjs'
import { vitestRun } from './vitest-run.mjs'

prepared()
process.exitCode = vitestRun(process.argv.slice(2), { reporter: 'dot' })
