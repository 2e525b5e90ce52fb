import type { EntrySignature } from '../../model/documents/signature.ts'
import { always, notDeclared, type GateFinding, type Gate, type Subject } from '../gate.ts'

const spec = 'KCP §16.2'
const unsigned = always({ verdict: 'allow', code: 'signature-absent', spec })
const required = always({ verdict: 'deny', code: 'signature-required', spec })

/** KCP §16: who signed the entry. */
export const signature: Gate = (subject) => {
  const finding = signatureFinding(subject, (subject.kind === 'unit' ? subject.manifestRef : undefined) ?? subject.ref)
  // A fetched signature proves the manifest, and only the content whose hash the manifest declares.
  const isProven = subject.kind !== 'unit' || subject.signature?.origin.kind !== 'fetched' || subject.unit.contentHash
  return finding.code === 'signature-trusted' && !isProven
    ? { ...finding, code: 'signature-trusted-unhashed' }
    : finding
}

/**
 * An invalid signature refuses everything; in a followed folder it asks, because the person's own edits precede the
 * next signature. A valid one opens nothing: that needs a grant.
 */
export function signatureFinding(
  {
    builtin,
    grant,
    signature: found,
    signersRequired = 0,
  }: Pick<Subject, 'builtin' | 'grant' | 'signature' | 'signersRequired'>,
  entry: string,
): GateFinding {
  if (builtin) return notDeclared
  if (found?.tier === 'failed')
    return {
      verdict: grant?.follow ? 'ask' : 'deny',
      code: found.code,
      values: valuesOf(found),
      spec,
      asksAbout: entry,
    }
  if ((found?.signers.length ?? 0) < signersRequired) return required
  return found && found.code !== 'signature-absent'
    ? { verdict: 'allow', code: found.code, values: valuesOf(found), spec }
    : unsigned
}

const valuesOf = ({ signers, key = '', edition, newest }: EntrySignature): Readonly<Record<string, string>> => ({
  keys: signers.map((id) => `"${id}"`).join(', '),
  key,
  version: edition?.version ?? edition?.updated ?? '',
  newest: newest?.version ?? newest?.updated ?? '',
})
