import type { FederatedManifest } from '../../../../model/documents/manifest.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { circularLinks } from '../../../../text/cycles.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { timeSpan } from '../../../../text/notations/dates.ts'
import { fieldPointer, isAbsent, mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

export const manifestUndescribed: ManifestRule = {
  codes: ['KCP707'],
  needs: 'head',
  check({ raw }, report) {
    for (const entry of mappingsIn(raw['manifests'], ['manifests'])) {
      const lacking = ['label', 'relationship'].filter((field) => isAbsent(entry.fields[field]))
      if (lacking.length === 0) continue
      report({
        code: 'KCP707',
        message: `The federated manifest has no ${lacking.map((field) => `"${field}"`).join(' and no ')}.`,
        pointer: fieldPointer(entry, 'id'),
      })
    }
  },
}

/** KCP §3.6: an empty list of environments restricts nothing. */
export const federatedContextEmpty: ManifestRule = {
  codes: ['KCP711'],
  needs: 'head',
  check({ raw }, report) {
    for (const entry of mappingsIn(raw['manifests'], ['manifests'])) {
      const { context } = entry.fields
      if (Array.isArray(context) && context.length === 0)
        report({
          code: 'KCP711',
          message: 'The federated manifest is declared for no environment, which means for all.',
          pointer: fieldPointer(entry, 'context'),
        })
    }
  },
}

/** KCP §3.6: an agent has to know which credential is meant. */
export const agentIdentityUnclear: ManifestRule = {
  codes: ['KCP712'],
  needs: 'head',
  check({ manifest }, report) {
    for (const [position, { agentIdentity }] of (manifest.manifests ?? []).entries()) {
      const { required, credentialHint: hint, issuerHint: issuer } = agentIdentity ?? {}
      const at = pointer('manifests', position, 'agent_identity')
      if (required === true && hint === undefined)
        report({ code: 'KCP712', message: 'An identity is required, and nothing says which credential.', pointer: at })
      if (issuer !== undefined && hint !== undefined && hint !== 'oauth2')
        report({
          code: 'KCP712',
          message: `The credential ${showValue(hint)} has an issuer, which only "oauth2" has.`,
          pointer: at,
        })
    }
  },
}

/** KCP §3.6: federated manifests have validity windows like units (§4.22). */
export const federatedWindow: ManifestRule = {
  codes: ['KCP713', 'KCP714'],
  needs: 'head',
  check({ manifest: { manifests = [] }, now }, report) {
    const ids = new Set(manifests.flatMap(({ id }) => id ?? []))
    const circular = circularManifests(manifests)
    for (const [position, { id = '', temporal }] of manifests.entries()) {
      if (!temporal) continue
      const { validFrom = '', validUntil = '', supersededBy } = temporal
      const [from, until] = [timeSpan(validFrom), timeSpan(validUntil)]
      const warn = (message: string, field: string): void =>
        report({ code: 'KCP713', message, pointer: pointer('manifests', position, 'temporal', field) })
      if (from && until && until.end < from.start)
        warn(`The federated manifest "${id}" is declared until "${validUntil}", before "${validFrom}".`, 'valid_until')
      if (supersededBy !== undefined && !ids.has(supersededBy))
        warn(
          `The federated manifest "${id}" is replaced by ${showValue(supersededBy)}, which is not declared.`,
          'superseded_by',
        )
      if (now && until && now.getTime() > until.end && (supersededBy === undefined || !ids.has(supersededBy)))
        warn(
          `The federated manifest "${id}" was declared until "${validUntil}", and nothing replaces it.`,
          'valid_until',
        )
      if (circular.has(id))
        report({
          code: 'KCP714',
          message: `The federated manifest "${id}" is replaced by "${supersededBy}", which leads back to it.`,
          pointer: pointer('manifests', position, 'temporal', 'superseded_by'),
        })
    }
  },
}

const circularManifests = (manifests: readonly FederatedManifest[]): ReadonlySet<string> =>
  circularLinks(
    new Map(
      manifests.flatMap(({ id, temporal }) =>
        id === undefined || temporal?.supersededBy === undefined ? [] : [[id, temporal.supersededBy] as const],
      ),
    ),
  )
