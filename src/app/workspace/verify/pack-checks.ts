import { readPack } from '../../../parse/pack/pack.ts'
import { pointer } from '../../../parse/yaml/tree.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { declaredPaths } from '../../../validate/pack-facts/declared-paths.ts'
import { guideTargets } from '../../../validate/pack-facts/guide-targets.ts'
import { newestCompileRun } from '../../../validate/pack-facts/newest-compile-run.ts'
import { sourceMapOf } from '../../../validate/pack-facts/pack-source-map.ts'
import { findTarget } from '../../../validate/pack-facts/pack-target.ts'
import { dateFact } from './dates.ts'
import { contradicted, proved, unknown, type Declared, type FactCheck, type PackSubject } from './fact.ts'
import { linkFacts } from './links.ts'

type PackCheck = FactCheck<PackSubject>

const targetFact = ({ folder }: PackSubject, path: string): Pick<Declared, 'verdict' | 'detail'> => {
  const { kind } = findTarget(folder, path)
  if (kind === 'remote') return unknown(`${showValue(path)} is on the web; nothing was fetched.`)
  if (kind === 'outside') return contradicted(`${showValue(path)} leaves the pack.`)
  return kind === 'missing'
    ? contradicted(`${showValue(path)} does not exist in the pack.`)
    : proved(`${showValue(path)} exists.`)
}

const paths: PackCheck = {
  check: 'path',
  codes: ['AK401', 'AK405', 'AK410', 'AK413', 'AK501'],
  *facts(subject) {
    for (const { path, pointer: at } of declaredPaths(subject.head)) yield { pointer: at, ...targetFact(subject, path) }
  },
}

const hashes: PackCheck = {
  check: 'hash',
  codes: ['AK610'],
  *facts({ head, folder }) {
    const declared = head.metadata?.producedBy?.digest
    if (declared === undefined) return
    const built = newestCompileRun(folder)?.record.builderSkill?.digest
    yield {
      pointer: '/metadata/producedBy/digest',
      ...(built === undefined
        ? unknown('No run record shows the digest of the producer.')
        : proved('The newest compile run has this digest.')),
    }
  },
}

const dates: PackCheck = {
  check: 'date',
  codes: [],
  *facts({ head, folder, document, changes, now }) {
    if (head.updated === undefined) return
    const change = changes.newestIn(folder.root)
    const own = `${folder.root}/${document}`
    const wasSetThere = (): boolean | undefined => {
      if (change?.commit === undefined || change.commit !== changes.of(own)?.commit) return undefined
      const before = changes.before(own)
      return before === undefined || readPack(before, document).head?.updated !== head.updated
    }
    yield { pointer: '/updated', ...dateFact('updated', head.updated, { change, now, wasSetThere }) }
  },
}

const references: PackCheck = {
  check: 'reference',
  codes: ['AK406', 'AK407', 'AK408', 'AK409', 'AK414'],
  *facts(subject) {
    const { folder, document } = subject
    const isPattern = (path: string): boolean => /[*<>{}]/.test(path)
    const targets = guideTargets(subject).filter(({ path, escapes }) => !escapes && !isPattern(path))
    // `validate` reports targets that are missing.
    for (const { path } of targets)
      if (findTarget(folder, path).kind !== 'missing') yield { pointer: '', ...targetFact(subject, path) }
    const map = sourceMapOf(folder)
    for (const { claimId, index, path = '' } of map?.claims ?? [])
      if (map && path !== '')
        yield {
          pointer: pointer('claims', index),
          file: map.file.path,
          ...proved(`The source of the claim ${showValue(claimId ?? String(index))} exists.`),
        }
    yield* linkFacts(
      subject,
      folder.files.filter((file) => file !== document),
    )
  },
}

/** Packs declare neither triggers nor windows. */
export const packChecks: readonly PackCheck[] = [paths, hashes, dates, references]
