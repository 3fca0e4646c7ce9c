import { spawnSync } from 'node:child_process'

export const NOBODY = 65534
export const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
/** Only root can switch to another user. */
export const canDropRights = process.getuid?.() === 0 && !spawnSync('setpriv', ['--version']).error
