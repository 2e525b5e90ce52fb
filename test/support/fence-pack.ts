import type { Pack } from '../../src/model/documents/pack.ts'

const base: Pack = {
  kind: 'pack',
  name: 'harbor-kiosk',
  description: 'Facts about the kiosk.',
  type: 'brand-product',
  status: 'ready',
  profile: 'document-first',
  profileSource: 'declared',
  mode: 'data',
  grounding: undefined,
  trust: 'official',
  head: { name: 'harbor-kiosk' } as unknown as Pack['head'],
  bodyStart: 0,
}

/** A readable pack, as the fence sees one. */
export const packOf = (changes: Partial<Pack> = {}): Pack => ({ ...base, ...changes })
