import type { OutlineNode } from '../../author/edit/outline.ts'
import { plainRef, unitRef } from '../../catalog/refs.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import { mirrorFromRoot, pathFromRoot } from '../../parse/local-manifest.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { parsePack } from '../../parse/pack/pack.ts'
import { joinPath } from '../../text/paths/paths.ts'
import { childOf, wordIn } from './edited-document.ts'
import { placeOf, type Workspace } from './workspace.ts'

/** A unit as its manifest declares it, valid or not. */
interface DeclaredUnit {
  readonly id: string
  readonly span: Span
  readonly intent: string
  readonly path: string
}

export function namesOfUnits(root: OutlineNode, text: string): readonly DeclaredUnit[] {
  return (childOf(root, 'units')?.children ?? []).flatMap((item) => {
    const span = childOf(item, 'id')?.value
    const field = (name: string): string => wordIn(text, childOf(item, name)?.value)
    return span ? [{ id: wordIn(text, span), span, intent: field('intent'), path: field('path') }] : []
  })
}

/** Ids under `manifests`, each with the file of the workspace that it names. */
export function namesOfManifests(
  root: OutlineNode,
  text: string,
): readonly { readonly id: string; readonly file: string | undefined }[] {
  return (childOf(root, 'manifests')?.children ?? []).flatMap((item) => {
    const field = (name: string): string => wordIn(text, childOf(item, name)?.value)
    const file = mirrorFromRoot(field('local_mirror'), '') ?? pathFromRoot(field('url'), '')
    return field('id') === '' ? [] : [{ id: field('id'), file }]
  })
}

/** The refs of packs, manifests and units in the workspace, sorted. */
export function workspaceRefs(workspace: Workspace): readonly string[] {
  const refs = workspace.documents().flatMap((document): readonly string[] => {
    const text = workspace.textOf(placeOf(document)) ?? ''
    if (/\.md$/i.test(document.file)) {
      const { pack } = parsePack(text)
      return pack ? [`pack:${pack.name}`] : []
    }
    const { manifest } = /knowledge\.ya?ml$/i.test(document.file) ? parseManifest(text) : {}
    if (!manifest) return []
    const ref = plainRef(manifest)
    return [ref, ...manifest.units.map(({ id }) => unitRef(ref, id))]
  })
  return [...new Set(refs)].sort()
}

/** Files and folders in a folder that continue a partly written path; folders end in a slash. */
export function pathsFrom(workspace: Workspace, folder: string, written: string): readonly string[] {
  const slash = written.lastIndexOf('/')
  const inside = slash < 0 ? '' : written.slice(0, slash)
  if (/^[/\\]|^[a-z][a-z0-9+.-]*:|(?:^|\/)\.\.(?:\/|$)/i.test(written)) return []
  const entries = workspace.files.list(inside === '' ? folder : `${folder}/${joinPath(inside)}`) ?? []
  return entries
    .filter(({ name, kind }) => (kind === 'file' || kind === 'folder') && !/^(?:\.git|node_modules)$/.test(name))
    .map(({ name, kind }) => `${inside === '' ? '' : `${inside}/`}${name}${kind === 'folder' ? '/' : ''}`)
}
