import { type RoleName, roles } from './roles.ts'
import { printError } from './stdio.ts'

const [role, orders] = process.argv.slice(2)
const play = roles[role as RoleName] as (orders: unknown) => Promise<void>

try {
  await play(JSON.parse(orders ?? '{}'))
} catch (error) {
  printError(error)
  process.exitCode = 1
}
// An open stdin would keep the process alive.
process.exit()
