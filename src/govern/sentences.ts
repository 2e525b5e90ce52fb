import { fieldGates } from './unreadable.ts'

/** The sentence of each reason, and what would change the verdict. `{name}` is a value of the reason, `{ref}` the entry. */
interface Sentence {
  readonly says: string
  readonly change?: string
}

const approve = 'A person can run "lorefence approve {ref}".'
const unreadable: Sentence = {
  says: 'Its "{fields}" cannot be read, so the strictest value is assumed.',
  change: 'Its author can fix it; "lorefence validate" shows where.',
}

const table: Readonly<Record<string, Sentence>> = {
  'not-declared': { says: 'Does not apply to this kind of entry.' },

  builtin: { says: 'It is built in.' },
  'approval-required': { says: 'It is not granted.', change: 'A person can run "lorefence trust" on its folder.' },
  'approval-stale': {
    says: 'Its entry file has changed since it was granted.',
    change: 'A person can review it and run "lorefence trust" on its folder again.',
  },
  granted: { says: 'Granted; each file is pinned by its digest.' },
  followed: { says: 'Granted; its folder is followed.' },

  disabled: { says: 'It is disabled.', change: 'A person can run "lorefence enable {ref}".' },
  'status-ready': { says: 'Its status is ready.' },
  'status-needs-review': { says: 'It needs review and may have gaps.' },
  'status-stale': { says: 'It is stale; prefer a newer alternative.' },
  'status-draft': { says: 'It is a draft.', change: approve },
  'status-disputed': { says: 'It is disputed.', change: approve },
  'status-archived': { says: 'It is archived.', change: approve },
  'status-archived-unnamed': { says: 'It is archived and was not requested by name.', change: 'Request it by name.' },

  'access-open': { says: 'It needs no credential.' },
  'credential-missing': {
    says: 'It needs a credential and the requester is not authenticated.',
    change: 'Authenticate; its publisher offers {offered}.',
  },
  'credential-unobtainable': {
    says: 'It needs a credential, and its manifest declares no method to obtain one.',
    change: 'Its author can declare a method under "auth".',
  },
  'credential-held': { says: 'The requester is authenticated.' },
  'scope-undeclared': {
    says: 'Its access is "restricted", but it declares no scope.',
    change: 'Its author can declare "auth_scope".',
  },
  'scope-held': { says: 'The requester holds the scope "{scope}".' },
  'scope-missing': { says: 'It needs the scope "{scope}".', change: 'Request that scope.' },

  'visibility-undeclared': { says: 'It declares no visibility conditions.' },
  'visibility-default': { says: 'No visibility condition matches; the default applies.' },
  'visibility-unknown': {
    says: 'The environment or role is unknown; the default applies.',
    change: 'Set the environment and role of the requester.',
  },
  'visibility-condition': { says: 'Visibility condition {condition} matches.' },
  'visibility-uncertain': {
    says: 'Visibility condition {condition} matches, but an earlier one may match too; the stricter one applies.',
    change: 'Set the environment and role of the requester.',
  },

  'sensitivity-undeclared': { says: 'Its sensitivity is undeclared: unknown, not public.' },
  'sensitivity-cleared': { says: 'Its sensitivity "{sensitivity}" is within the clearance "{clearance}".' },
  'sensitivity-above-clearance': {
    says: 'Its sensitivity "{sensitivity}" is above the clearance "{clearance}".',
    change: 'Set a clearance of "{sensitivity}" ("requester: clearance" in your own config).',
  },
  'clearance-unknown': {
    says: 'Its sensitivity is "{sensitivity}" and the clearance of the requester is unknown; "{clearance}" is assumed.',
    change: 'Set a clearance of "{sensitivity}" ("requester: clearance" in your own config).',
  },

  'authority-initiative': { says: 'The action "{action}" needs no approval.' },
  'authority-requires-approval': {
    says: 'The action "{action}" needs the approval of a person.',
    change: 'A person can run "lorefence approve {ref} --action {action}".',
  },
  'authority-denied': { says: 'The action "{action}" is denied.' },

  'delegation-within': { says: 'The delegation chain is within its limits.' },
  'delegation-too-deep': {
    says: 'The delegation depth is {depth}; the limit is {limit}.',
    change: 'Use a shorter delegation chain.',
  },
  'human-approval': { says: 'A person must approve it before it is loaded.', change: approve },
  'delegation-not-narrower': {
    says: 'Each delegation must narrow the scopes; this one does not.',
    change: 'Delegate with narrower scopes.',
  },

  'compliance-met': { says: 'No declared restriction applies.' },
  'region-unknown': {
    says: 'It may be used in {regions} only, and the region of the requester is unknown.',
    change: 'Set the region ("requester: region" in your own config).',
  },
  'region-outside': { says: 'It may be used in {regions} only, not in {region}.' },
  'external-model': {
    says: 'It must not be sent to an external model.',
    change: 'Use a local model and declare it ("requester: model: local" in your own config).',
  },
  'model-unknown': {
    says: 'It must not be sent to an external model, and it is unknown where the model runs.',
    change: 'Use a local model and declare it ("requester: model: local" in your own config).',
  },
  'audit-impossible': {
    says: 'Every access must be recorded, but records are kept in memory only.',
    change: 'The operator can set "records: files".',
  },
  'border-unknown': {
    says: 'It must not cross a border, but declares no region.',
    change: 'Its author can declare "data_residency".',
  },
  'human-approval-restriction': { says: 'A restriction requires the approval of a person.', change: approve },

  'capabilities-undemanded': { says: 'It requires no capabilities.' },
  'capabilities-held': { says: 'The requester has the required capabilities.' },
  'capabilities-missing': { says: 'It requires capabilities that the requester does not declare: {missing}.' },

  'freshness-undeclared': { says: 'It has no freshness policy.' },
  fresh: { says: 'It was validated on {validated} and is not stale.' },
  'freshness-unknown': { says: 'It has a freshness policy but was never validated, so its age is unknown.' },
  'stale-warned': { says: 'It was validated on {validated}, more than {limit} days ago.' },
  'stale-degraded': { says: 'It was validated on {validated}, more than {limit} days ago; answers are degraded.' },
  'stale-blocked': {
    says: 'It was validated on {validated}, more than {limit} days ago, and its policy blocks stale use.',
    change: 'Ask {contact} to validate it again.',
  },

  verified: { says: 'It is verified.' },
  'not-verified': { says: 'Its verification status is "{status}", with a confidence of {confidence}.' },
  'discovery-conflict': { says: 'Its verification status is "{status}", and "{other}" contradicts it.' },
  'verification-deprecated': {
    says: 'What it describes no longer exists.',
    change: 'Request it by name to read it for an audit.',
  },
  'verification-deprecated-named': {
    says: 'What it describes no longer exists; it is read because it was requested by name.',
  },

  current: { says: 'It is not deprecated.' },
  deprecated: { says: 'It is deprecated.', change: 'Request it by name to read it anyway.' },
  'deprecated-superseded': {
    says: 'It is deprecated; "{successor}" replaces it.',
    change: 'Read "{successor}", or request this one by name.',
  },
  'deprecated-named': { says: 'It is deprecated; it is read because it was requested by name.' },
  'deprecated-superseded-named': {
    says: 'It is deprecated and replaced by "{successor}"; it is read because it was requested by name.',
  },

  'indexing-undeclared': { says: 'It declares no indexing terms; only reading is assumed to be permitted.' },
  'indexing-allowed': { says: 'Its indexing terms permit it.' },
  'indexing-denied': { says: 'Its indexing terms do not permit "{operation}" for agents.' },

  free: { says: 'It is free.' },
  'payment-metered': { says: 'Each access may cost money.', change: approve },
  'payment-subscription': { says: 'It needs a subscription.', change: approve },

  'rate-undeclared': { says: 'It declares no request limit.' },
  'rate-within': { says: 'The request limits are not reached.' },
  'rate-minute': { says: 'The limit of {limit} requests a minute is reached.', change: 'Wait a minute.' },
  'rate-day': { says: 'The limit of {limit} requests a day is reached.', change: 'Wait until the next UTC day.' },

  'audience-anybody': { says: 'It declares no audience.' },
  'audience-unknown': { says: 'The audience of the requester is unknown.' },
  'audience-fits': { says: 'The requester is in its declared audience.' },
  'audience-other': { says: 'Its declared audience is {audience}, not {requester}.' },

  ...Object.fromEntries([...fieldGates].map((gate) => [`${gate}-unreadable`, unreadable])),
}

/** A code may have an action after a colon; the sentence is the same. */
export function sentenceFor(code: string, values: Readonly<Record<string, string>> = {}, ref = ''): Sentence {
  const { says, change } = table[code] ?? table[code.split(':', 1)[0] ?? ''] ?? { says: code }
  return change === undefined
    ? { says: fill(says, values, ref) }
    : { says: fill(says, values, ref), change: fill(change, values, ref) }
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

/** Values are written by an author: one short line each, so that a reason stays our sentence. */
function plain(value: string): string {
  const line = oneLine(value)
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function oneLine(text: string): string {
  return /^[!-~]*(?: [!-~]+)*$/.test(text) ? text : text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

export const sentenceCodes: readonly string[] = Object.keys(table)
