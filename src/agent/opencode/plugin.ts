import { pluginOf } from './plugin/hooks.ts'

/** Replaced when it is installed: the folder of the spool, and the command that answers. */
declare const __LEFTOFF_SPOOL__: string
declare const __LEFTOFF_HOOK__: string

/** opencode runs every function that a plugin exports, so this is the only one. */
export const Leftoff = pluginOf({ spool: __LEFTOFF_SPOOL__, command: __LEFTOFF_HOOK__ })
