import { resolve } from 'node:path'
import { decide } from '../../govern/decide.ts'
import type { Reason } from '../../model/decisions/decision.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import type { ValidatedPaths } from './validate-paths.ts'

/** A manifest none of whose units can be read even when it is granted, and why. */
export interface ClosedManifest {
  readonly path: string
  readonly units: number
  readonly reasons: readonly { readonly sentence: string; readonly units: number }[]
}

interface ClosedOptions {
  readonly cwd: string
  readonly now: Date
  readonly requester: Requester
}

/** The validated manifests whose units are all refused or all need an approval. */
export function closedManifests(
  files: Files,
  { documents }: ValidatedPaths,
  { cwd, now, requester }: ClosedOptions,
): readonly ClosedManifest[] {
  return documents.flatMap(({ path, format, parsed }) => {
    if (format !== 'manifest' || !parsed) return []
    const place = resolve(cwd, path)
    const read = files.read(resolve(place, '..'), fileName(path), { limit: limits.documentBytes })
    const manifest = read.ok ? parseManifest(read.bytes).manifest : undefined
    if (!manifest || manifest.units.length === 0) return []
    const grant = { path: folderOf(place), given: 'terminal', at: now.toISOString(), follow: true } as const
    const counts = new Map<string, number>()
    for (const unit of manifest.units) {
      const { auth } = manifest
      const subject = {
        kind: 'unit',
        ref: unit.id,
        grant,
        unit: effectiveUnit(manifest, unit),
        ...(auth ? { auth } : {}),
      } as const
      const { verdict, reasons } = decide(subject, requester, { action: 'read', activation: 'explicit', now })
      if (verdict === 'allow') return []
      const because = reasons.find((reason) => reason.verdict === verdict)
      if (because) counts.set(sentenceOf(because), (counts.get(sentenceOf(because)) ?? 0) + 1)
    }
    const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([sentence, units]) => ({ sentence, units }))
    return [{ path, units: manifest.units.length, reasons: sorted }]
  })
}

const sentenceOf = ({ sentence, change }: Reason): string => [sentence, change].filter(Boolean).join(' ')
