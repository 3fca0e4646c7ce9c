import { pluginOf } from './plugin/hooks.ts'

/** Replaced with paths at installation. */
declare const __LEFTOFF_SPOOL__: string
declare const __LEFTOFF_HOOK__: string

/** The only export: opencode runs every function that a plugin exports. */
export const Leftoff = pluginOf({ spool: __LEFTOFF_SPOOL__, command: __LEFTOFF_HOOK__ })
