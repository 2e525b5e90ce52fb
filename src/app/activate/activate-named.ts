import { findNamed } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Guide, GuideOptions } from '../../model/reading/guide.ts'
import type { UnitList } from '../../model/reading/unit-list.ts'
import type { WholeUnit } from '../../model/reading/whole-unit.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { releaseGuide } from './guide.ts'
import { releaseUnit } from './unit.ts'
import { releaseUnits } from './units.ts'

/** The guide of a pack, the first units of a manifest, or a whole unit; `kind` is set even if it is not released. */
export type Activated =
  | (Guide & { readonly kind: 'guide' })
  | (UnitList & { readonly kind: 'units' })
  | (WholeUnit & { readonly kind: 'unit' })

/** The guide, units or text of the named entry, by its kind. */
export async function activateNamed(
  catalog: Catalog,
  written: string,
  options: GuideOptions,
  reader: Reader,
): Promise<Activated> {
  const named = findNamed(catalog, written)
  if (named?.entry.document.kind !== 'manifest')
    return { kind: 'guide', ...(await releaseGuide(catalog, written, options, reader)) }
  return named.unit
    ? { kind: 'unit', ...(await releaseUnit(catalog, written, options, reader)) }
    : { kind: 'units', ...(await releaseUnits(catalog, named.ref, {}, reader)) }
}
