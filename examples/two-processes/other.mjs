// Joins a session that another process is using, and adds a message.
import { openSessions } from 'leftoff'

const [home, project, id] = process.argv.slice(2)
const sessions = await openSessions({ home, project })
const session = await sessions.resume(id)
if (!session.sharedWith) throw new Error('the session is not shared')
await session.add({ role: 'user', content: 'from the other process' })
await sessions.close()
