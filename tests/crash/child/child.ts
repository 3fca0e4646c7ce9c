import { type RoleName, roles } from './roles.ts'
import { complain } from './voice.ts'

const [role, orders] = process.argv.slice(2)
const play = roles[role as RoleName] as (orders: unknown) => Promise<void>

try {
  await play(JSON.parse(orders ?? '{}'))
} catch (error) {
  complain(error)
  process.exitCode = 1
}
// An open stdin would keep it alive.
process.exit()
