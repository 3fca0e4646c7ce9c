import fc from 'fast-check'

// With LEFTOFF_SEED every property draws the same cases each time it is run; without it, other ones.
const seed = Number(process.env.LEFTOFF_SEED)
if (Number.isInteger(seed)) fc.configureGlobal({ seed })
