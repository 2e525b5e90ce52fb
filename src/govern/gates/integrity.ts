import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.21'
const undeclared = always({ verdict: 'allow', code: 'hash-undeclared', spec })

/**
 * KCP §3.11, §4.21: whether the included manifest matches its pin, and whether the unit declares a hash. The bytes are
 * compared with the hash when they are read.
 */
export const integrity: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  if (subject.include) {
    const { code, ...values } = subject.include
    return { verdict: 'deny', code, values, spec: 'KCP §3.11' }
  }
  const { contentHash } = subject.unit
  if (contentHash)
    return { verdict: 'allow', code: 'hash-declared', pointer: writtenAt(subject.unit, 'unit', 'content_hash'), spec }
  return subject.hashRequired ? { verdict: 'deny', code: 'hash-required', spec } : undeclared
}
