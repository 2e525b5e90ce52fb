import type { GateName } from '../model/decision.ts'

/** What each reason says, and what would change the answer. `{name}` is filled from the reason's values; `{ref}` is the entry. */
interface Sentence {
  readonly says: string
  readonly change?: string
}

const approve = 'A person can run "lorefence approve {ref}".'
const unreadable = { says: 'It declares a value that cannot be read: {fields}. {also}', change: approve }

/** Gates that act on fields which an author may have written wrongly. */
const withFields: readonly GateName[] = [
  'access',
  'artifact',
  'visibility',
  'sensitivity',
  'authority',
  'delegation',
  'compliance',
  'freshness',
  'deprecated',
  'indexing',
  'payment',
  'rate',
]

const table: Readonly<Record<string, Sentence>> = {
  'not-declared': { says: 'This kind of entry declares nothing about it.' },

  builtin: { says: 'It is built in.' },
  'approval-required': {
    says: 'Nobody has granted its use yet.',
    change: 'A person can run "lorefence trust" on its folder.',
  },
  'approval-stale': {
    says: 'Its entry file is not the one that was granted.',
    change: 'A person can look at it and run "lorefence trust" on its folder again.',
  },
  granted: { says: 'A person granted its files one by one.' },
  followed: { says: 'A person follows its folder.' },

  disabled: { says: 'A person switched it off.', change: 'A person can run "lorefence enable {ref}".' },
  'status-ready': { says: 'Its status is ready.' },
  'status-needs-review': { says: 'It needs review; gaps are to be expected.' },
  'status-stale': { says: 'It is stale; prefer a newer alternative.' },
  'status-draft': { says: 'It is a draft.', change: approve },
  'status-disputed': { says: 'It is disputed.', change: approve },
  'status-archived': { says: 'It is archived.', change: approve },
  'status-archived-unnamed': { says: 'It is archived and was not asked for by name.', change: 'Name it.' },

  'access-open': { says: 'It needs no credential.' },
  'credential-missing': {
    says: 'It needs a credential and the requester is not authenticated.',
    change: 'Authenticate; its publisher offers {offered}.',
  },
  'credential-unobtainable': {
    says: 'It needs a credential, and its manifest offers no way to get one.',
    change: 'Its author can declare a method under auth.',
  },
  'credential-other': {
    says: 'It declares its own ways to authenticate ({offered}), and the requester holds no such credential.',
    change: 'State it ("requester: credentials" in your own config).',
  },
  'credential-held': { says: 'The requester is authenticated.' },
  'scope-held': { says: 'The requester holds the scope "{scope}".' },
  'scope-missing': { says: 'It needs the scope "{scope}".', change: 'Ask for that scope.' },

  'visibility-undeclared': { says: 'It is seen the same way by everybody.' },
  'visibility-default': { says: 'No visibility condition matches; the default holds.' },
  'visibility-unknown': {
    says: 'The environment or role is unknown; the default holds.',
    change: 'Say environment and role.',
  },
  'visibility-condition': { says: 'Visibility condition {condition} matches.' },
  'visibility-uncertain': {
    says: 'Visibility condition {condition} matches, but an earlier one might; the stricter reading holds.',
    change: 'Say environment and role.',
  },

  'sensitivity-undeclared': { says: 'Its sensitivity is undeclared, which is unknown and not public.' },
  'sensitivity-cleared': { says: 'Its sensitivity "{sensitivity}" is within the clearance "{clearance}".' },
  'sensitivity-above-clearance': {
    says: 'Its sensitivity "{sensitivity}" is above the clearance "{clearance}".',
    change: 'Ask with a clearance of "{sensitivity}" ("requester: clearance" in your own config).',
  },
  'clearance-unknown': {
    says: 'Its sensitivity is "{sensitivity}" and the clearance of the requester is unknown, which counts as "{clearance}".',
    change: 'Ask with a clearance of "{sensitivity}" ("requester: clearance" in your own config).',
  },

  'authority-initiative': { says: 'The action "{action}" may be taken without asking.' },
  'authority-requires-approval': {
    says: 'The action "{action}" needs the approval of a person.',
    change: 'A person can run "lorefence approve {ref} --action {action}".',
  },
  'authority-denied': { says: 'The action "{action}" is denied.' },

  'delegation-within': { says: 'The delegation chain is within its limits.' },
  'delegation-too-deep': {
    says: 'The delegation chain is {depth} deep; {limit} is allowed.',
    change: 'Ask from nearer to the owner.',
  },
  'human-approval': { says: 'A person must approve before it is loaded.', change: approve },
  'delegation-not-narrower': {
    says: 'Each hop must narrow its scopes, and this one does not.',
    change: 'Delegate with narrower scopes.',
  },

  'compliance-met': { says: 'No declared restriction stands against it.' },
  'region-unknown': {
    says: 'It may be used in {regions} only, and the region of the requester is unknown.',
    change: 'Say the region ("requester: region" in your own config).',
  },
  'region-outside': { says: 'It may be used in {regions} only, not in {region}.' },
  'external-model': {
    says: 'It must not be sent to an external model.',
    change: 'Use a local model and say so ("requester: model: local" in your own config).',
  },
  'model-unknown': {
    says: 'It must not be sent to an external model, and it is unknown where the model runs.',
    change: 'Use a local model and say so ("requester: model: local" in your own config).',
  },
  'audit-impossible': {
    says: 'Every access must be recorded, but records are kept in memory only.',
    change: 'The operator can set "records: files".',
  },
  'border-unknown': {
    says: 'It must not cross a border, but names no region.',
    change: 'Its author can declare data_residency.',
  },
  'human-approval-restriction': { says: 'A restriction asks for the approval of a person.', change: approve },

  'capabilities-undemanded': { says: 'It expects no capability.' },
  'capabilities-held': { says: 'The requester has the capabilities it expects.' },
  'capabilities-missing': { says: 'It expects capabilities that are not known to be there: {missing}.' },

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
  'not-verified': { says: 'It is only {status}, with a confidence of {confidence}.' },
  'discovery-conflict': { says: 'It is {status}, and "{other}" contradicts it.' },
  'verification-deprecated': {
    says: 'What it describes is no longer there.',
    change: 'Name it to read it for an audit.',
  },
  'verification-deprecated-named': { says: 'What it describes is no longer there; it is read because it was named.' },

  current: { says: 'It is not deprecated.' },
  deprecated: { says: 'It is deprecated.', change: 'Name it to read it all the same.' },
  'deprecated-superseded': {
    says: 'It is deprecated; "{successor}" replaces it.',
    change: 'Read "{successor}", or name this one.',
  },
  'deprecated-named': { says: 'It is deprecated; it is read because it was named.' },
  'deprecated-superseded-named': {
    says: 'It is deprecated and replaced by "{successor}"; it is read because it was named.',
  },

  'indexing-undeclared': { says: 'Nothing is declared about indexing; nothing beyond reading is assumed.' },
  'indexing-allowed': { says: 'Its indexing terms permit it.' },
  'indexing-denied': { says: 'Its indexing terms do not permit "{operation}" to agents.' },

  free: { says: 'It costs nothing.' },
  'payment-metered': { says: 'Each access may cost money.', change: approve },
  'payment-subscription': { says: 'It needs a subscription.', change: approve },
  'payment-unsupported': {
    says: 'It is offered for payment by {offered}, and nothing is paid here.',
    change: 'Its publisher can offer "free" as well.',
  },

  'rate-undeclared': { says: 'It declares no request limit.' },
  'rate-within': { says: 'The request limits are not reached.' },
  'rate-minute': { says: 'The limit of {limit} requests a minute is reached.', change: 'Wait a minute.' },
  'rate-day': { says: 'The limit of {limit} requests a day is reached.', change: 'Wait until the next UTC day.' },

  'artifact-knowledge': { says: 'It is text to be read.' },
  'artifact-eligible': { says: 'It is a {kind} that its author lets be loaded; nothing of it is run.' },
  'artifact-pointer': {
    says: 'It is a {kind}: it is listed, and its text is shown only on approval.',
    change: approve,
  },
  'artifact-unknown': { says: 'Its kind "{kind}" is unknown, so its text is shown only on approval.', change: approve },
  'artifact-ineligible': {
    says: 'It is a {kind} without a valid grant (load_eligible: true and an action_scope).',
    change: approve,
  },

  'audience-anybody': { says: 'It was written for nobody in particular.' },
  'audience-unknown': { says: 'Who the answer is for is unknown.' },
  'audience-fits': { says: 'The requester is among those it was written for.' },
  'audience-other': { says: 'It was written for {audience}, not for {requester}.' },

  ...Object.fromEntries(withFields.map((gate) => [`${gate}-unreadable`, unreadable])),
}

/** A code may carry what was asked about after a colon; the sentence is the same. */
export function sentenceFor(code: string, values: Readonly<Record<string, string>> = {}, ref = ''): Sentence {
  const { says, change } = table[code] ?? table[code.split(':', 1)[0] ?? ''] ?? { says: code }
  const filled = fill(says, values, ref).trimEnd()
  return change === undefined ? { says: filled } : { says: filled, change: fill(change, values, ref) }
}

/** Words and, at the odd places, names; each template is taken apart once. */
const parts = new Map<string, readonly string[]>()

function fill(template: string, values: Readonly<Record<string, string>>, ref: string): string {
  if (!template.includes('{')) return template
  let known = parts.get(template)
  if (!known) parts.set(template, (known = template.split(/[{}]/)))
  let text = ''
  for (let i = 0; i < known.length; i++) {
    const part = known[i] ?? ''
    text += i % 2 === 0 ? part : part === 'ref' ? oneLine(ref) : plain(values[part] ?? '')
  }
  return text
}

const longest = 80

/** Values are an author's words: one short line of them, so that a reason stays our sentence. */
function plain(value: string): string {
  const line = oneLine(value)
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function oneLine(text: string): string {
  return /^[!-~]*(?: [!-~]+)*$/.test(text) ? text : text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

export const sentenceCodes: readonly string[] = Object.keys(table)
