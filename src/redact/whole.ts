/** With all rules. What answers an agent loads it from a file beside it (scripts/quick-parts.mjs). */
export { createRedactor as wholeRedactor } from './redact.ts'
