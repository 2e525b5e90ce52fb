import { joinFenced } from '../../fence/fence.ts'
import { fenceManifestText } from '../../fence/text.ts'
import { scopeRemark } from '../../text/detect/action-scope.ts'
import { withoutCommands } from '../../catalog/withheld-metadata.ts'
import { withheldMetadata } from '../../catalog/withheld-metadata.ts'
import { findNamed, findRef, unitRef, type NamedEntry } from '../../catalog/refs.ts'
import { needsAttestation } from '../../govern/gates/access.ts'
import { disabledOmission, omissionOf } from '../../govern/omission.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { RefusedGuide, UnknownGuide } from '../../model/reading/guide.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { ReceiptSpan, WithheldText } from '../../model/records/receipt.ts'
import type { ReleasedUnits, ListedUnit, UnitList, UnitRemark, UnitsOptions } from '../../model/reading/unit-list.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import type { Release } from '../../record/receipt.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { digest } from '../../text/bytes/digest.ts'
import { listLine, shortened } from '../../text/markup/list-line.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { deciderFor, type Decider } from '../decide/decide-ref.ts'
import { sameFiles } from '../decide/same-file.ts'
import { entriesNow, standingOf } from '../decide/standing.ts'
import { closedDecision, listRelease } from '../list/list.ts'
import { appendRelease } from '../shared/record-release.ts'
import { unknownName } from '../shared/not-found.ts'

const longestIntent = 100

/** The units of one manifest, by ref, slug or path: decide, fence, record, release. Nothing is opened. */
export async function releaseUnits(
  catalog: Catalog,
  written: string,
  options: UnitsOptions,
  reader: Reader,
): Promise<UnitList> {
  const prepared = await prepareUnits(catalog, written, options, reader)
  if ('outcome' in prepared) return prepared
  const { result, release, now } = prepared
  return result.units.length === 0 ? result : { ...result, receipt: await appendRelease(release, now, reader) }
}

/** A page that is not recorded yet. */
interface PreparedUnits {
  readonly result: Omit<ReleasedUnits, 'receipt'>
  readonly release: Release
  readonly now: Date
}

export async function prepareUnits(
  catalog: Catalog,
  written: string,
  { replayOf, ...options }: UnitsOptions,
  reader: Reader,
): Promise<PreparedUnits | RefusedGuide | UnknownGuide> {
  const named = findRef(catalog, `manifest:${written}`) ?? findNamed(catalog, written)
  if (named?.entry.document.kind !== 'manifest' || named.unit) return unknownName(catalog, written)
  const { ref } = named
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, { now })
  const [entry = named.entry] = entriesNow([named.entry], decider)
  const closed = refusalOf(entry, decider)
  if (closed) return closed
  const seen = visibleUnits(catalog, { ...named, document: named.entry.document }, { decider, reader, now })
  const tokenizer = await loadTokenizer()
  const { units, from, fenced, tokens, budget } = fitPage(
    ref,
    seen.map(({ listed }) => listed),
    options,
    tokenizer,
  )
  const next = from + units.length
  const page = seen.slice(from - 1, next - 1)
  const withheldText = page.flatMap(({ withheld }) => withheld)
  const given = {
    activation: 'explicit',
    named: [ref],
    task: canonicalJson(options),
    hasWords: false,
    decisions: page.map(({ decision }) => decision),
    spans: units.map((unit) => spanOf(unit, entry)),
    fenced,
    ...(withheldText.length > 0 ? { withheldText } : {}),
    budget,
    tokenizer: tokenizer.name,
    ...(replayOf === undefined ? {} : { replayOf }),
  } as const
  const result = {
    outcome: 'given',
    ref,
    units,
    from,
    total: seen.length,
    ...(next <= seen.length && units.length > 0 ? { next } : {}),
    fenced,
    tokens,
    tokenizer: tokenizer.name,
  } as const
  return { result, release: listRelease(given, reader), now }
}

const spanOf = (unit: ListedUnit, { found, headDigest }: CatalogEntry): ReceiptSpan => ({
  ref: unit.ref,
  path: found.file,
  start: 0,
  end: 0,
  fileDigest: headDigest,
  spanDigest: digest(lineOf(unit)),
})

/** The units of an ungranted or disabled manifest are not listed. */
function refusalOf(entry: CatalogEntry, decider: Decider): RefusedGuide | undefined {
  const { ref, enabled } = entry
  if (!enabled) return { outcome: 'refused', ref, verdict: 'deny', omitted: [disabledOmission(ref)] }
  const decision = closedDecision(entry, decider)
  const verdict = decision?.verdict === 'deny' ? 'deny' : 'ask'
  return decision && { outcome: 'refused', ref, verdict, decision, omitted: [omissionOf(decision)] }
}

interface Asking {
  readonly decider: Decider
  readonly reader: Reader
  readonly now: Date
}

interface SeenUnit {
  readonly listed: ListedUnit
  readonly decision: Decision
  readonly withheld: readonly WithheldText[]
}

/**
 * Denied units are left out, and units that need approval are named only (AK-101). The first of an id counts (KCP §7).
 */
function visibleUnits(
  catalog: Catalog,
  { entry, document }: NamedEntry & { readonly document: Manifest },
  { decider, reader, now }: Asking,
): readonly SeenUnit[] {
  const shared = sameFiles(catalog, reader.ports.files, decider)
  const known = new Set<string>()
  const governing = (entry.governedBy ?? [])
    .filter(({ by }) => standingOf(by.found, decider.grantFor(by)) !== 'ungranted')
    .map(({ requirements }) => requirements)
  const isForAttested = (unit: Unit): boolean => needsAttestation(document, effectiveUnit(document, unit), governing)
  return document.units.flatMap((unit) => {
    const ref = unitRef(entry.ref, unit.id)
    if (known.has(ref) || decider.isDisabled(ref)) return []
    known.add(ref)
    const named = { ref, entry, unit }
    const decision = decider.decideShared(named, shared.sharersOf(named), {
      action: 'read',
      activation: 'explicit',
      now,
    })
    if (!decision || decision.verdict === 'deny' || isOutsideWindow(decision)) return []
    return [
      {
        listed:
          decision.verdict === 'ask'
            ? { ref, remark: 'needs approval' }
            : { ref, ...intentOf(unit), ...remarkOn(unit, isForAttested(unit)), ...scopeOf(unit) },
        decision,
        withheld: withheldMetadata(unit).map((text) => ({ ref, ...text })),
      },
    ]
  })
}

function intentOf(unit: Unit): { readonly intent?: string } {
  const { intent } = withoutCommands(unit)
  return intent === '' ? {} : { intent: shortened(listLine(intent), longestIntent) }
}

const scopeOf = ({ actionScope }: Unit): { readonly action_scope?: unknown } =>
  actionScope === undefined ? {} : { action_scope: actionScope }

/** KCP §4.22: no list shows a unit that is not valid today. */
export const isOutsideWindow = ({ reasons }: Decision): boolean =>
  reasons.some(
    ({ gate, verdict, code }) => gate === 'temporal' && verdict === 'ask' && !code.startsWith('temporal-unreadable'),
  )

function remarkOn({ deprecated, hints }: Unit, isForAttested: boolean): { readonly remark?: UnitRemark } {
  if (isForAttested) return { remark: 'for attested agents' }
  if (deprecated) return { remark: 'deprecated' }
  return hints?.loadStrategy === 'never' ? { remark: 'read by name only' } : {}
}

const ordinaryPage = 50
const ordinaryTokens = 2000

interface UnitPage extends Pick<ReleasedUnits, 'units' | 'from' | 'fenced' | 'tokens'> {
  readonly budget: number
}

/** A longer ref would not fit any page and would hide all units after it. */
const longestRef = 300

/** The line of one unit in a list. */
function lineOf({ ref, intent, remark, action_scope: scope }: ListedUnit): string {
  const name = shortened(listLine(ref), longestRef)
  const unit = `${name}${intent === undefined ? '' : `: ${intent}`}${remark === undefined ? '' : ` (${remark})`}`
  return scope === undefined ? unit : `${unit} · ${scopeRemark(scope)}`
}

/** As many units as fit the page and its tokens, from a position on. */
function fitPage(
  manifestRef: string,
  all: readonly ListedUnit[],
  { from = 1, limit = ordinaryPage, maxTokens: budget = ordinaryTokens }: UnitsOptions,
  tokenizer: Tokenizer,
): UnitPage {
  const start = Math.max(1, Math.floor(from))
  const wanted = all.slice(start - 1, start - 1 + Math.max(1, Math.floor(limit)))
  const fence = (units: readonly ListedUnit[]): Fenced =>
    fenceManifestText(
      [`Units ${start}–${start + units.length - 1} of ${all.length}:`, ...units.map(lineOf)].join('\n'),
      manifestRef,
    )
  for (
    let units = wanted;
    units.length > 0;
    units = units.slice(0, Math.min(units.length - 1, Math.floor(units.length * 0.9)))
  ) {
    const fenced = fence(units)
    const tokens = tokenizer.count(fenced)
    if (tokens <= budget) return { units, from: start, fenced, tokens, budget }
  }
  return { units: [], from: start, fenced: joinFenced([]), tokens: 0, budget }
}
