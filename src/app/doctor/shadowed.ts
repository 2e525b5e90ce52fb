import type { ShadowedEntry } from '../../model/catalog.ts'
import type { Check, CheckItem, Examined } from './check.ts'

/** To be hidden by a nearer pack is what a name is for; to be hidden by a less trusted one is not (AK-108). */
export const shadowed: Check = {
  id: 'shadowed',
  title: 'Packs that are hidden by another of their name',
  look: (examined) =>
    examined.catalog.shadowed.map((entry) => ({ ref: entry.ref, path: entry.found.path, ...judge(entry, examined) })),
}

function judge(entry: ShadowedEntry, { catalog, commands }: Examined): Pick<CheckItem, 'state' | 'detail' | 'command'> {
  const winner = `"${entry.shadowedBy}"`
  switch (entry.why) {
    case 'ungranted':
      return {
        state: 'mend',
        detail: `It is nearer, but nobody has granted its use; ${winner} is used instead.`,
        command: commands.trust(entry.found),
      }
    case 'stale':
      return {
        state: 'mend',
        detail: `It is nearer, but stale; ${winner} is used instead, which is ready and newer. Renew it or remove it.`,
        command: commands.afterEdit(entry),
      }
    case 'precedence': {
      const trusted = catalog.diagnostics.find(
        ({ code, related = [] }) => code === 'AK612' && related.some(({ where }) => where.file === entry.found.path),
      )
      const detail = trusted
        ? `${trusted.message} Rename one of them; until then this one is reached by its path.`
        : `${winner} is used, which comes before it; this one is reached by its path.`
      return { state: trusted ? 'mend' : 'note', detail, command: commands.activate(entry.found) }
    }
  }
}
