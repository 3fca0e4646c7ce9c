// `npm start`: installs, builds, and shows the main job in a scratch folder that is removed afterwards.
import { prepared } from './prepared.mjs'

prepared()
const { demonstrate } = await import('./demo.mjs')
process.exitCode = await demonstrate()
