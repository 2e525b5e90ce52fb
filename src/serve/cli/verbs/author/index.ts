export { initVerb } from '../init/init.ts'
export { compileVerb, splitVerb } from './split.ts'
