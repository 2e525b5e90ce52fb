import { parseManifest } from '../dist/index.js'
import { manifest as manifestText } from './data.mjs'
import { loadEngine } from './engine.mjs'
import { race } from './measure.mjs'

export const title = 'Evaluating every gate for 10,000 units, against parsing their manifest'

export async function run() {
  const { decide, effectiveUnit } = await loadEngine()
  const text = manifestText(10_000)
  const { manifest } = parseManifest(text, { file: 'knowledge.yaml' })
  const now = new Date('2026-05-06T09:10:00Z')
  const requester = {
    environment: 'production',
    role: 'operator',
    clearance: 'internal',
    model: 'external',
    region: 'NO',
  }
  const gate = () => {
    for (const unit of manifest.units) {
      decide(
        {
          kind: 'unit',
          ref: `unit:bench/${unit.id}`,
          unit: effectiveUnit(manifest, unit),
          grant: { path: '', given: 'terminal', at: '', follow: true },
        },
        requester,
        { action: 'read', activation: 'resolver-driven', now },
      )
    }
  }
  return [{ name: '10,000 units', ...race(() => parseManifest(text, { file: 'knowledge.yaml' }), gate, 5), limit: 0.2 }]
}
