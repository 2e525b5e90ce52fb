/** What each reason says, and what would change the answer. `{name}` is filled from the reason's values. */
interface Sentence {
  readonly says: string
  readonly change?: string
}

const table: Readonly<Record<string, Sentence>> = {
  'not-declared': { says: 'This kind of entry declares nothing about it.' },

  builtin: { says: 'It is built in.' },
  'approval-required': { says: 'Nobody has granted its use yet.', change: 'A person can run "lorefence trust" on its folder.' },
  granted: { says: 'A person granted its files one by one.' },
  followed: { says: 'A person follows its folder.' },

  'status-ready': { says: 'Its status is ready.' },
  'status-needs-review': { says: 'It needs review; gaps are to be expected.' },
  'status-stale': { says: 'It is stale; prefer a newer alternative.' },
  'status-draft': { says: 'It is a draft.', change: 'A person can run "lorefence approve".' },
  'status-disputed': { says: 'It is disputed.', change: 'A person can run "lorefence approve".' },
  'status-archived': { says: 'It is archived.', change: 'A person can run "lorefence approve".' },
  'status-archived-unnamed': { says: 'It is archived and was not asked for by name.', change: 'Name it.' },

  'access-open': { says: 'It needs no credential.' },
  'credential-missing': { says: 'Its access is "{access}" and the requester is not authenticated.', change: 'Authenticate.' },
  'credential-held': { says: 'The requester is authenticated.' },
  'scope-undeclared': { says: 'Its access is restricted but it names no scope that could open it.', change: 'Its author can declare auth_scope.' },
  'scope-held': { says: 'The requester holds the scope "{scope}".' },
  'scope-missing': { says: 'It needs the scope "{scope}".', change: 'Ask for that scope.' },

  'visibility-default': { says: 'No visibility condition matches; the default holds.' },
  'visibility-unknown': { says: 'The environment or role is unknown; the default holds.', change: 'Say environment and role.' },
  'visibility-condition': { says: 'Visibility condition {condition} matches.' },
  'visibility-uncertain': { says: 'Visibility condition {condition} matches, but an earlier one might; the stricter reading holds.', change: 'Say environment and role.' },

  'sensitivity-undeclared': { says: 'Its sensitivity is undeclared, which is unknown and not public.' },
  'sensitivity-cleared': { says: 'Its sensitivity "{sensitivity}" is within the clearance "{clearance}".' },
  'sensitivity-above-clearance': { says: 'Its sensitivity "{sensitivity}" is above the clearance "{clearance}".', change: 'Set "requester: clearance" in your own config.' },

  'authority-initiative': { says: 'The action "{action}" may be taken without asking.' },
  'authority-requires-approval': { says: 'The action "{action}" needs a person\'s approval.', change: 'A person can run "lorefence approve".' },
  'authority-denied': { says: 'The action "{action}" is denied.' },

  'delegation-within': { says: 'The delegation chain is within its limits.' },
  'delegation-too-deep': { says: 'The delegation chain is {depth} deep; {limit} is allowed.', change: 'Ask from nearer to the owner.' },
  'human-approval': { says: 'A person must approve before it is loaded.', change: 'A person can run "lorefence approve".' },
  'delegation-not-narrower': { says: 'Each hop must narrow its scopes, and this one does not.', change: 'Delegate with narrower scopes.' },

  'compliance-met': { says: 'No declared restriction stands against it.' },
  'region-unknown': { says: 'It may be used in {regions} only, and the region of the requester is unknown.', change: 'Set "requester: region" in your own config.' },
  'region-outside': { says: 'It may be used in {regions} only, not in {region}.' },
  'external-model': { says: 'It must not be sent to an external model.', change: 'Use a local model and say so with "model=local".' },
  'border-unknown': { says: 'It must not cross a border, but names no region.', change: 'Its author can declare data_residency.' },
  'human-approval-restriction': { says: 'A restriction asks for a person\'s approval.', change: 'A person can run "lorefence approve".' },

  'capabilities-held': { says: 'No capability is missing.' },
  'capabilities-missing': { says: 'It expects capabilities that are not known to be there: {missing}.' },

  fresh: { says: 'It is not stale.' },
  'freshness-unknown': { says: 'It has a freshness policy but was never validated, so its age is unknown.' },
  'stale-warned': { says: 'It was validated on {validated}, more than {limit} days ago.' },
  'stale-degraded': { says: 'It was validated on {validated}, more than {limit} days ago; answers are degraded.' },
  'stale-blocked': { says: 'It was validated on {validated}, more than {limit} days ago, and its policy blocks stale use.', change: 'Ask {contact} to validate it again.' },

  verified: { says: 'It is verified.' },
  'not-verified': { says: 'It is only {status}, with a confidence of {confidence}.' },
  'discovery-conflict': { says: 'It is contradicted by "{other}".' },
  'verification-deprecated': { says: 'What it describes is no longer there.', change: 'Name it to read it for an audit.' },
  'verification-deprecated-named': { says: 'What it describes is no longer there; it is read because it was named.' },

  current: { says: 'It is not deprecated.' },
  deprecated: { says: 'It is deprecated.', change: 'Name it to read it all the same.' },
  'deprecated-superseded': { says: 'It is deprecated; "{successor}" replaces it.', change: 'Read "{successor}", or name this one.' },
  'deprecated-named': { says: 'It is deprecated; it is read because it was named.' },
  'deprecated-superseded-named': { says: 'It is deprecated and replaced by "{successor}"; it is read because it was named.' },

  'indexing-undeclared': { says: 'Nothing is declared about indexing; nothing beyond reading is assumed.' },
  'indexing-allowed': { says: 'Its indexing terms allow reading.' },
  'indexing-denied': { says: 'Its indexing terms do not allow agents to read it.' },

  free: { says: 'It costs nothing.' },
  'payment-metered': { says: 'Each access may cost money.', change: 'A person can run "lorefence approve".' },
  'payment-subscription': { says: 'It needs a subscription.', change: 'A person can run "lorefence approve".' },

  'rate-within': { says: 'The request limits are not reached.' },
  'rate-minute': { says: 'The limit of {limit} requests a minute is reached.', change: 'Wait a minute.' },
  'rate-day': { says: 'The limit of {limit} requests a day is reached.', change: 'Wait until the next UTC day.' },

  'audience-fits': { says: 'The requester is among those it was written for.' },
  'audience-other': { says: 'It was written for {audience}, not for {requester}.' },
}

export function sentenceFor(code: string, values: Readonly<Record<string, string>> = {}): Sentence {
  const { says, change } = table[code] ?? { says: code }
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return change === undefined ? { says: fill(says) } : { says: fill(says), change: fill(change) }
}

export const sentenceCodes: readonly string[] = Object.keys(table)
