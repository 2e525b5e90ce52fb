import fc from 'fast-check'

// A random test has the same result on every machine; `SEED=random` or a number tries other cases.
const { SEED: seed = '1' } = process.env
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
