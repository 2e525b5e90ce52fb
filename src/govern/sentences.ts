import { grantCodes } from '../model/decisions/decision.ts'
import { fieldGates } from './unreadable.ts'

/**
 * The sentence of a reason, and what would change the verdict. `{name}` is a value of the reason, `{ref}` the entry.
 */
interface Sentence {
  readonly sentence: string
  readonly change?: string
}

const approve = 'A person can run "lorefence approve {ref}".'
const followed = 'in a folder that you follow, "lorefence approve {ref}" opens it for 24 hours.'
const signAgain = `Its publisher can sign it again; ${followed}`
const startAgain = `To start again from it: "lorefence trust --remove" and "lorefence trust" on its folder; ${followed}`
const loosened: Sentence = {
  sentence: 'An override loosens what the included manifest declares: {fields}.',
  change: approve,
}
const unreadable: Sentence = { sentence: 'It declares a value that cannot be read: {fields}.', change: approve }

const table: Readonly<Record<string, Sentence>> = {
  'not-declared': { sentence: 'Does not apply to this kind of entry.' },

  builtin: { sentence: 'It is built in.' },
  [grantCodes.ungranted]: {
    sentence: 'It is not granted.',
    change: 'A person can run "lorefence trust" on its folder.',
  },
  [grantCodes.changed]: {
    sentence: 'Its entry file has changed since it was granted.',
    change: 'A person can review it and run "lorefence trust" on its folder again.',
  },
  'source-changed': {
    sentence: 'It waits for "{path}", which names it too and has changed since it was granted.',
    change: 'A person can review it and run "lorefence trust" on its folder again.',
  },
  'source-missing': {
    sentence: 'It waits for "{path}", which was granted, may restrict it and is missing.',
    change: 'A person can restore it, or end its grant with "lorefence trust --remove".',
  },
  'source-unusable': {
    sentence: 'It waits for "{path}", which was granted, may restrict it and cannot be used.',
    change: 'A person can fix it and grant it again, or end its grant with "lorefence trust --remove".',
  },
  granted: { sentence: 'Granted; each file is pinned by its digest.' },
  followed: { sentence: 'Granted; its folder is followed.' },

  disabled: { sentence: 'It is disabled.', change: 'A person can run "lorefence enable {ref}".' },
  'status-ready': { sentence: 'Its status is ready.' },
  'status-needs-review': { sentence: 'It needs review and may have gaps.' },
  'status-stale': { sentence: 'It is stale; prefer a newer alternative.' },
  'status-draft': { sentence: 'It is a draft.', change: approve },
  'status-disputed': { sentence: 'It is disputed.', change: approve },
  'status-archived': { sentence: 'It is archived.', change: approve },
  'status-archived-unnamed': {
    sentence: 'It is archived and was not requested by name.',
    change: 'Request it by name.',
  },

  'access-open': { sentence: 'It needs no credential.' },
  'credential-missing': {
    sentence: 'It needs a credential and the requester is not authenticated.',
    change: 'Authenticate; its publisher offers {offered}.',
  },
  'credential-unobtainable': {
    sentence: 'It needs a credential, and its manifest declares no method to obtain one.',
    change: 'Its author can declare a method under "auth".',
  },
  'credential-other': {
    sentence: 'It declares its own authentication methods ({offered}), and the requester holds no such credential.',
    change: 'Set it ("requester: credentials" in your own config).',
  },
  'credential-held': { sentence: 'The requester is authenticated.' },
  'scope-held': { sentence: 'The requester holds the scope "{scope}".' },
  'scope-missing': { sentence: 'It needs the scope "{scope}".', change: 'Request that scope.' },

  'visibility-undeclared': { sentence: 'It declares no visibility conditions.' },
  'visibility-default': { sentence: 'No visibility condition matches; the default applies.' },
  'visibility-unknown': {
    sentence: 'The environment or role is unknown; the default applies.',
    change: 'Set the environment and role of the requester.',
  },
  'visibility-condition': { sentence: 'Visibility condition {condition} matches.' },
  'visibility-uncertain': {
    sentence: 'Visibility condition {condition} matches, but an earlier one may match too; the stricter one applies.',
    change: 'Set the environment and role of the requester.',
  },

  'private-file': {
    sentence: 'Its file "{name}" is private by convention: such files contain keys, passwords or settings of accounts.',
    change: approve,
  },
  'sensitivity-undeclared': {
    sentence: 'Its sensitivity is undeclared: unknown, not public.',
    change: 'Declare its "sensitivity" in the manifest.',
  },
  'sensitivity-cleared': { sentence: 'Its sensitivity "{sensitivity}" is within the clearance "{clearance}".' },
  'sensitivity-above-clearance': {
    sentence: 'Its sensitivity "{sensitivity}" is above the clearance "{clearance}".',
    change: 'Set a clearance of "{sensitivity}" ("requester: clearance" in your own config).',
  },
  'clearance-unknown': {
    sentence:
      'Its sensitivity is "{sensitivity}" and the clearance of the requester is unknown; "{clearance}" is assumed.',
    change: 'Set a clearance of "{sensitivity}" ("requester: clearance" in your own config).',
  },

  'authority-initiative': { sentence: 'The action "{action}" needs no approval.' },
  'authority-requires-approval': {
    sentence: 'The action "{action}" needs the approval of a person.',
    change: 'A person can run "lorefence approve {ref} --action {action}".',
  },
  'authority-denied': { sentence: 'The action "{action}" is denied.' },

  'delegation-within': { sentence: 'The delegation chain is within its limits.' },
  'delegation-too-deep': {
    sentence: 'The delegation depth is {depth}; the limit is {limit}.',
    change: 'Use a shorter delegation chain.',
  },
  'human-approval': { sentence: 'A person must approve it before it is loaded.', change: approve },
  'delegation-not-narrower': {
    sentence: 'Each delegation must narrow the scopes; this one does not.',
    change: 'Delegate with narrower scopes.',
  },

  'compliance-met': { sentence: 'No declared restriction applies.' },
  'region-unknown': {
    sentence: 'It may be used in {regions} only, and the region of the requester is unknown.',
    change: 'Set the region ("requester: region" in your own config).',
  },
  'region-outside': { sentence: 'It may be used in {regions} only, not in {region}.' },
  'external-model': {
    sentence: 'It must not be sent to an external model.',
    change: 'Use a local model and declare it ("requester: model: local" in your own config).',
  },
  'model-unknown': {
    sentence: 'It must not be sent to an external model, and it is unknown where the model runs.',
    change: 'Use a local model and declare it ("requester: model: local" in your own config).',
  },
  'audit-impossible': {
    sentence: 'Every access must be recorded, but records are kept in memory only.',
    change: 'The operator can set "records: files".',
  },
  'border-unknown': {
    sentence: 'It must not cross a border, but declares no region.',
    change: 'Its author can declare "data_residency".',
  },
  'human-approval-restriction': { sentence: 'A restriction requires the approval of a person.', change: approve },

  'capabilities-undemanded': { sentence: 'It requires no capabilities.' },
  'capabilities-held': { sentence: 'The requester has the required capabilities.' },
  'capabilities-missing': { sentence: 'It requires capabilities that the requester does not declare: {missing}.' },

  'freshness-undeclared': { sentence: 'It has no freshness policy.' },
  fresh: { sentence: 'It was validated on {validated} and is not stale.' },
  'freshness-unknown': { sentence: 'It has a freshness policy but was never validated, so its age is unknown.' },
  'stale-warned': { sentence: 'It was validated on {validated}, more than {limit} days ago.' },
  'stale-degraded': { sentence: 'It was validated on {validated}, more than {limit} days ago; answers are degraded.' },
  'stale-blocked': {
    sentence: 'It was validated on {validated}, more than {limit} days ago, and its policy blocks stale use.',
    change: 'Ask {contact} to validate it again.',
  },

  'temporal-undeclared': { sentence: 'It declares no period of validity.' },
  'temporal-valid': { sentence: 'It is in its period of validity.' },
  'temporal-not-yet': { sentence: 'It is valid from {date}, not yet today.', change: approve },
  'temporal-expired': { sentence: 'It was valid until {date}.', change: approve },
  'temporal-not-yet-unnamed': {
    sentence: 'It is valid from {date}, not yet today.',
    change: 'Request it by name; a person can then approve it.',
  },
  'temporal-expired-unnamed': {
    sentence: 'It was valid until {date}.',
    change: 'Request it by name; a person can then approve it.',
  },
  'temporal-not-yet-listed': { sentence: 'It is valid from {date}, not yet today; it is listed and not read.' },
  'temporal-expired-listed': { sentence: 'It was valid until {date}; it is listed and not read.' },

  'hash-undeclared': { sentence: 'It declares no hash of its content.' },
  'hash-declared': { sentence: 'It declares a hash of its content, which is compared when it is read.' },
  'hash-required': {
    sentence: 'It declares no hash of its content, and "require_unit_hashes" is set.',
    change: 'Its author can declare content_hash.',
  },

  'delegation-unproven': {
    sentence: 'It requires a proof of every delegation, and the requester presents none.',
    change: 'Present a proof ("requester: delegation_proof" in your own config).',
  },
  'attestation-missing': {
    sentence: 'It is for agents that are attested by {providers}.',
    change:
      'Present an attestation or an accepted credential ' +
      '("requester: attestations" or "credentials" in your own config).',
  },

  'source-not-yet': { sentence: 'The manifest {by} declares its manifest, "{id}", from {value} on.', change: approve },
  'source-expired': { sentence: 'The manifest {by} declared its manifest, "{id}", until {value}.', change: approve },
  'source-superseded': { sentence: 'The manifest {by} replaced its manifest, "{id}", by "{value}".', change: approve },
  'source-unreadable': {
    sentence: 'The manifest {by} declares its manifest, "{id}", with a window that cannot be read: {value}.',
    change: approve,
  },
  'source-listed': { sentence: 'The manifest {by} does not include its manifest, "{id}", now.' },
  'source-closed-unnamed': {
    sentence: 'The manifest {by} does not include its manifest, "{id}", now: {value}.',
    change: 'Request it by name.',
  },
  'source-context': {
    sentence: 'The manifest {by} declares its manifest, "{id}", for the environment {value}.',
    change:
      'Set the environment ("requester: environment" in your own config, or KCP_ENVIRONMENT), or request it by name.',
  },
  'source-context-named': {
    sentence: 'The manifest {by} declares its manifest, "{id}", for the environment {value}; it was requested by name.',
  },

  'signature-absent': { sentence: 'It is not signed.' },
  'signature-unchecked': {
    sentence: 'It is signed, and there is no key here to check that with: it counts as unsigned.',
  },
  'signature-known': {
    sentence: 'Its signature holds, by the key {key} that it brings itself; that key is not one of yours.',
  },
  'signature-elsewhere': {
    sentence: 'Its signature holds, by a key of yours that is bound to other origins than this.',
  },
  'signature-too-few': {
    sentence: 'Its signature by {keys} holds; more of your keys must sign it to make it trusted.',
  },
  'signature-listed': {
    sentence: 'Its signature by {keys}, of your trusted keys, holds; nobody established where it comes from.',
  },
  'signature-not-served': {
    sentence:
      'Its signature by {keys}, of your trusted keys, holds; it was fetched from an address that it does not list.',
  },
  'signature-trusted-unhashed': {
    sentence:
      'The signature of its manifest by {keys}, of your trusted keys, holds; it declares no hash of its own content.',
  },
  'signature-trusted': { sentence: 'Its signature by {keys}, of your trusted keys, holds.' },
  'signature-required': {
    sentence: 'It is not signed by enough of your trusted keys, and "require_signatures" is set.',
    change: 'Add the key of its publisher to "trusted_keys" in your own config, or have it signed.',
  },
  'include-failed': {
    sentence:
      'The included manifest "{file}" is not the one that is pinned: ' +
      '{field} expects "{expected}", observed "{observed}".',
    change: 'Its author can restore the included manifest, or pin the new one.',
  },
  'include-unverified': {
    sentence:
      'The included manifest "{file}" has no pin, and the manifest that includes it is trusted by its signature.',
    change: 'Its publisher can add "integrity" to the include and sign again.',
  },
  'signature-mismatch': { sentence: 'Its signature does not match its content.', change: signAgain },
  'signature-unreadable': { sentence: 'Its signature file cannot be read as a signature.', change: signAgain },
  'signature-algorithm': { sentence: 'Its signature is of another algorithm than Ed25519.', change: signAgain },
  'signature-revoked': { sentence: 'It is signed by a revoked key.', change: signAgain },
  'signature-publisher': {
    sentence: 'It comes from an origin of one of your trusted keys, and no such key has signed it.',
    change: signAgain,
  },
  'signature-lost': {
    sentence: 'Your trusted keys signed it before (version {newest}), and do not sign it any more.',
    change: startAgain,
  },
  'signature-rollback': {
    sentence: 'It is version {version}; version {newest} was signed and used here before.',
    change: startAgain,
  },

  verified: { sentence: 'It is verified.' },
  'not-verified': { sentence: 'Its verification status is "{status}", with a confidence of {confidence}.' },
  'discovery-conflict': { sentence: 'Its verification status is "{status}", and "{other}" contradicts it.' },
  'verification-deprecated': {
    sentence: 'What it describes no longer exists.',
    change: 'Request it by name to read it for an audit.',
  },
  'verification-deprecated-named': {
    sentence: 'What it describes no longer exists; it is read because it was requested by name.',
  },

  current: { sentence: 'It is not deprecated.' },
  deprecated: { sentence: 'It is deprecated.', change: 'Request it by name to read it anyway.' },
  'deprecated-superseded': {
    sentence: 'It is deprecated; "{successor}" replaces it.',
    change: 'Read "{successor}", or request this one by name.',
  },
  'deprecated-named': { sentence: 'It is deprecated; it is read because it was requested by name.' },
  'deprecated-superseded-named': {
    sentence: 'It is deprecated and replaced by "{successor}"; it is read because it was requested by name.',
  },

  'indexing-undeclared': { sentence: 'It declares no indexing terms; only reading is assumed to be permitted.' },
  'indexing-allowed': { sentence: 'Its indexing terms permit it.' },
  'indexing-denied': { sentence: 'Its indexing terms do not permit "{operation}" for agents.' },

  free: { sentence: 'It is free.' },
  'payment-metered': { sentence: 'Each access may cost money.', change: approve },
  'payment-subscription': { sentence: 'It needs a subscription.', change: approve },
  'payment-unsupported': {
    sentence: 'It must be paid for by {offered}, which is not supported.',
    change: 'Its publisher can offer "free" as well.',
  },

  'rate-undeclared': { sentence: 'It declares no request limit.' },
  'rate-within': { sentence: 'The request limits are not reached.' },
  'rate-minute': { sentence: 'The limit of {limit} requests a minute is reached.', change: 'Wait a minute.' },
  'rate-unlimited': { sentence: 'Its tier of requesters has no request limit.' },
  'rate-hour': { sentence: 'The limit of {limit} requests an hour is reached.', change: 'Wait an hour.' },
  'rate-day': { sentence: 'The limit of {limit} requests a day is reached.', change: 'Wait until the next UTC day.' },

  'artifact-knowledge': { sentence: 'It is text to read.' },
  'artifact-eligible': { sentence: 'It is a {kind} that its author allows to be loaded; nothing of it is run.' },
  'artifact-pointer': {
    sentence: 'Its kind is "{kind}": it is listed, and its text needs an approval.',
    change: approve,
  },
  'artifact-unknown': { sentence: 'Its kind "{kind}" is unknown, so its text needs an approval.', change: approve },
  'artifact-ineligible': {
    sentence: 'It is a {kind} without "load_eligible: true" and an action scope.',
    change: approve,
  },

  'audience-anybody': { sentence: 'It declares no audience.' },
  'audience-unknown': { sentence: 'The audience of the requester is unknown.' },
  'audience-fits': { sentence: 'The requester is in its declared audience.' },
  'audience-other': { sentence: 'Its declared audience is {audience}, not {requester}.' },

  ...Object.fromEntries([...fieldGates].map((gate) => [`${gate}-unreadable`, unreadable])),
  ...Object.fromEntries([...fieldGates].map((gate) => [`${gate}-loosened`, loosened])),
}

/** A code may have an action after a colon; the sentence is the same. */
export function sentenceFor(code: string, values: Readonly<Record<string, string>> = {}, ref = ''): Sentence {
  const [base = '', also] = code.split(/:(.*)/s, 2)
  const { sentence, change } = table[code] ?? table[base] ?? { sentence: code }
  // An unreadable field of a gate that asks anyway: both are one question.
  const both =
    also !== undefined && /-(?:unreadable|loosened)$/.test(base) ? ` ${sentenceFor(also, values, ref).sentence}` : ''
  const filled = `${fill(sentence, values, ref)}${both}`
  return change === undefined ? { sentence: filled } : { sentence: filled, change: fill(change, values, ref) }
}

/** Words and, at the odd indexes, names; each template is split once. */
const parts = new Map<string, readonly string[]>()

function fill(template: string, values: Readonly<Record<string, string>>, ref: string): string {
  if (!template.includes('{')) return template
  let known = parts.get(template)
  if (!known) parts.set(template, (known = template.split(/[{}]/)))
  let text = ''
  for (let i = 0; i < known.length; i++) {
    const part = known[i] ?? ''
    if (i % 2 === 0) text += part
    else text += part === 'ref' ? oneLine(ref) : plain(values[part] ?? '')
  }
  return text
}

const longest = 80

/** Values come from an author: each is cut to one short line, so that it cannot take over the sentence. */
function plain(value: string): string {
  const line = oneLine(value)
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function oneLine(text: string): string {
  return /^[!-~]*(?: [!-~]+)*$/.test(text) ? text : text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

export const sentenceCodes: readonly string[] = Object.keys(table)
