import fc from 'fast-check'

// LEFTOFF_SEED makes property tests deterministic.
const seed = Number(process.env.LEFTOFF_SEED)
if (Number.isInteger(seed)) fc.configureGlobal({ seed })
