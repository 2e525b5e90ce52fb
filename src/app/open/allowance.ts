import type { EntryFile, Standing } from '../../model/catalog.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { diagnose } from '../../parse/diagnose.ts'

/**
 * Limits of one scan. Ungranted entries have separate limits, so that many of them do not affect granted ones. Whatever
 * exceeds a limit is counted and reported with the place of the first.
 */
export class Allowance {
  #ungranted = { bytes: limits.ungrantedBytes, entries: limits.ungrantedEntries }
  #granted = { bytes: limits.catalogBytes, units: limits.catalogUnits }
  readonly #passedOver = new Tally()
  readonly #headOnly = new Tally()
  readonly #notRead = new Tally()
  readonly #notFollowed = new Tally()
  /** Manifests that are found only because others declare them. */
  readonly #declared = { granted: limits.federatedManifests, ungranted: limits.federatedManifests }

  /** Maximum bytes of an ungranted manifest that is read in full. */
  get ungrantedDocument(): number {
    return Math.min(limits.ungrantedDocumentBytes, this.#ungranted.bytes)
  }

  /** Whether the limits for ungranted entries are used up. */
  get isSpent(): boolean {
    return this.#ungranted.bytes <= 0 || this.#ungranted.entries <= 0
  }

  passOver(found: EntryFile): void {
    this.#passedOver.add(found)
  }

  takeUngranted(bytes: number): void {
    this.#ungranted.bytes -= bytes
    this.#ungranted.entries -= 1
  }

  takeHead(found: EntryFile, bytes: number): void {
    this.#headOnly.add(found)
    this.takeUngranted(bytes)
  }

  /** Whether a granted manifest of this size is read. */
  takesGranted(found: EntryFile, bytes: number): boolean {
    const fits = bytes <= this.#granted.bytes && this.#granted.units > 0
    if (fits) this.#granted.bytes -= bytes
    else this.#notRead.add(found)
    return fits
  }

  takeUnits(units: number): void {
    this.#granted.units -= units
  }

  /** Whether a manifest is read that is only declared by one of this standing. */
  takesDeclared(found: EntryFile, standing: Standing): boolean {
    const by = standing === 'ungranted' ? 'ungranted' : 'granted'
    const fits = this.#declared[by] > 0
    if (fits) this.#declared[by] -= 1
    else this.#notFollowed.add(found)
    return fits
  }

  diagnostics(): readonly Diagnostic[] {
    return [
      ...this.#notRead.report(
        (count) =>
          `${count} granted ${count === 1 ? 'manifest was' : 'manifests were'} not read: together the granted manifests exceed ${mebibytes(limits.catalogBytes)} or ${limits.catalogUnits} units.`,
      ),
      ...this.#notFollowed.report(
        (count) =>
          `${count} declared ${count === 1 ? 'manifest was' : 'manifests were'} not read: of manifests that only others declare, ${limits.federatedManifests} are read.`,
      ),
      ...this.#headOnly.report(
        (count) =>
          `${count} ungranted ${count === 1 ? 'manifest is' : 'manifests are'} large; only the beginning was read.`,
      ),
      ...this.#passedOver.report(
        (count) =>
          `${count} ungranted ${count === 1 ? 'pack or manifest was' : 'packs and manifests were'} not read: the others exceed ${mebibytes(limits.ungrantedBytes)} or ${limits.ungrantedEntries} entries.`,
      ),
    ]
  }
}

const mebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`

class Tally {
  #count = 0
  #first: EntryFile | undefined

  add(found: EntryFile): void {
    this.#count += 1
    this.#first ??= found
  }

  report(message: (count: number) => string): readonly Diagnostic[] {
    return this.#first
      ? diagnose(
          [
            {
              code: 'AK115',
              message: message(this.#count),
              help: 'Grant what you need by its path with "lorefence trust", or exclude folders with "ignore" in the config.',
            },
          ],
          { file: this.#first.path, text: '' },
        )
      : []
  }
}
