import type { Span } from '../../model/codes/diagnostic.ts'
import { type ContextMap, readContextMap } from '../../parse/pack/context-map.ts'
import { findLinks } from '../../text/markdown/links.ts'
import { percentDecoded, localPath, pathProblem } from '../../text/paths/paths.ts'
import type { CheckedPack } from '../rule.ts'

/** A file or folder that the body of KNOWLEDGE.md points at; offsets are those of the path as written. */
export interface GuideTarget extends Span {
  readonly path: string
  /** The path as written leaves the pack. */
  readonly escapes: boolean
}

const maps = new WeakMap<CheckedPack, ContextMap>()
const targets = new WeakMap<CheckedPack, readonly GuideTarget[]>()

/** The context map of the guide, read once for all rules. */
export function contextMapOf(subject: CheckedPack): ContextMap {
  const map = maps.get(subject) ?? readContextMap(subject.text, subject.bodyStart)
  maps.set(subject, map)
  return map
}

/** Markdown links and the paths of the context map, without web addresses and anchors in the same file. */
export function guideTargets(subject: CheckedPack): readonly GuideTarget[] {
  const found = targets.get(subject) ?? findTargets(subject)
  targets.set(subject, found)
  return found
}

function findTargets(subject: CheckedPack): readonly GuideTarget[] {
  const found = new Map<number, GuideTarget>()
  for (const { destination, start, end } of findLinks(subject.text, subject.bodyStart)) {
    const path = localPath(destination)
    if (path !== undefined)
      found.set(start, { path: percentDecoded(path), escapes: leadsOut(percentDecoded(path)), start, end })
  }
  for (const { path, start, end } of contextMapOf(subject).entries) {
    if (!found.has(start)) found.set(start, { path, escapes: leadsOut(path), start, end })
  }
  return [...found.values()].sort((a, b) => a.start - b.start)
}

const leadsOut = (path: string): boolean => /^file:/i.test(path) || pathProblem(path) !== undefined
