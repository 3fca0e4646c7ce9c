// How long a hook waits for others. The agent waits for the hook all that time.

/** How long to wait for a log that another process has locked. After that the payload is spooled. */
export const BUSY_MS = 250
/** How long the brief waits for git. After that it is composed without git. */
export const GIT_MS = 150
/** How long to wait for a client that does not read its hook's output. */
export const OUTPUT_MS = 200
