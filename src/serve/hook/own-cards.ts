import type { FoundCard } from '../../app/commands/find-card.ts'
import { ownCard } from '../../app/commands/own-card.ts'
import { diskFiles } from '../../io/disk/disk-files.ts'
import { grantStore } from '../../io/stores/entry-stores.ts'

/** Loaded only if a project or user has cards of its own: it needs YAML, grants and digests. */
export const ownCardOf = (
  key: string,
  { project, home, state }: { readonly project: string; readonly home: string; readonly state: string },
): FoundCard | undefined => ownCard(key, { files: diskFiles, grants: grantStore(state), project, home })
