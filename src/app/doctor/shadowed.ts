import type { ShadowedEntry } from '../../model/catalog.ts'
import type { Check, CheckItem, Examined } from './check.ts'

/** Being hidden by a nearer pack is intended; being hidden by a less trusted one is not (AK-108). */
export const shadowed: Check = {
  id: 'shadowed',
  title: 'Packs that are hidden by another pack of the same name',
  look: (examined) =>
    examined.catalog.shadowed.map((entry) => ({
      ref: entry.ref,
      path: entry.found.path,
      ...detailOf(entry, examined),
    })),
}

function detailOf(
  entry: ShadowedEntry,
  { catalog, commands }: Examined,
): Pick<CheckItem, 'state' | 'detail' | 'command'> {
  const winner = `"${entry.shadowedBy}"`
  switch (entry.why) {
    case 'ungranted':
      return {
        state: 'fix',
        detail: `It is nearer, but not granted; ${winner} is used instead.`,
        command: commands.trust(entry.found),
      }
    case 'stale':
      return {
        state: 'fix',
        detail: `It is nearer, but stale; ${winner} is used instead, which is ready and newer. Update it or remove it.`,
        command: commands.afterEdit(entry),
      }
    case 'precedence': {
      const trusted = catalog.diagnostics.find(
        ({ code, related = [] }) => code === 'AK612' && related.some(({ where }) => where.file === entry.found.path),
      )
      const detail = trusted
        ? `${trusted.message} Rename one of them; until then, use the path of this one.`
        : `${winner} has precedence; use the path of this one.`
      return { state: trusted ? 'fix' : 'note', detail, command: commands.activate(entry.found) }
    }
  }
}
