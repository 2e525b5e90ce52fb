import { limits } from '../../model/limits.ts'
import type { WorkspaceRepository } from '../../model/records/workspace.ts'
import { splitFrontmatter } from '../../parse/pack/frontmatter.ts'
import { isObject } from '../../parse/read-fields.ts'
import { parseYaml } from '../../parse/yaml/yaml.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { declaredIn } from './declared.ts'
import { ignoredNow } from './release.ts'
import type { WorkspacePorts } from './workspace.ts'

/** An undeclared `SKILL.md`: as for every undeclared file, the scan of its folder is the grant. */
interface SkillFile {
  readonly root: string
  readonly path: string
  readonly name: string
  readonly description: string
  readonly tokens: number
}

/** Where clients look for skills; a scan omits these hidden folders. */
const skillFolders = ['.claude/skills', '.agents/skills', '.codex/skills', '.github/skills', '.opencode/skills']

export function findSkills(ports: WorkspacePorts, repositories: readonly WorkspaceRepository[]): readonly SkillFile[] {
  const declared = declaredIn(
    ports,
    repositories.map(({ root }) => root),
  )
  return repositories.flatMap(({ root, files }) => {
    const scanned = files.filter(({ path }) => fileName(path) === 'SKILL.md').map(({ path }) => path)
    const isIgnored = ignoredNow(ports, root)
    return [...scanned, ...inSkillFolders(ports, root)].flatMap((path) => {
      const place = `${root}/${path}`
      const isOpen = !declared.covers(place) && !declared.isUnclear(place) && !isIgnored(path)
      return isOpen ? (readSkill(ports, root, path) ?? []) : []
    })
  })
}

const inSkillFolders = ({ files }: Pick<WorkspacePorts, 'files'>, root: string): readonly string[] =>
  skillFolders.flatMap((folder) =>
    (files.list(`${root}/${folder}`) ?? [])
      .filter(({ kind }) => kind === 'folder')
      .map(({ name }) => `${folder}/${name}/SKILL.md`)
      .filter((path) => files.kindOf(`${root}/${path}`) === 'file'),
  )

function readSkill({ files }: Pick<WorkspacePorts, 'files'>, root: string, path: string): SkillFile | undefined {
  const read = files.read(root, path, { limit: limits.frontmatterBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  if (!decoded?.ok) return undefined
  const front = splitFrontmatter(decoded.text)
  const fields = front.found ? parseYaml(front.yaml).tree?.value : undefined
  const word = (key: string): string | undefined => {
    const value = isObject(fields) ? fields[key] : undefined
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  return {
    root,
    path,
    name: word('name') ?? fileName(folderOf(path)),
    description: word('description') ?? '',
    tokens: estimateTokens(decoded.text),
  }
}
