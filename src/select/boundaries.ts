/** Titles under which a document says what it does not promise, allow or know. The one definition of a boundary. */
const title = /^(?:\d+[.)]?\s*)?(?:boundar(?:y|ies)|not for|not covered|out of scope|limits?|limitations?|exclusions?|exceptions?|restrictions?|caveats?|taboos?|do not|don['’]?ts?|never say|what may not be said|what (?:this|it) (?:is not|does not)|边界|限制|禁忌|不适用|例外|注意事项|境界|制限|禁止事項|対象外|注意事項)(?![\p{Ll}\p{Lu}])/iu
/** Words that say so also at the end of a title: "Our boundaries", "Known limitations"; not "Rate limits". */
const atEnd = /(?:boundar(?:y|ies)|taboos?|limitations?|exclusions?)\s*[:：]?$/i
const file = /(?:^|\/)(?:boundar(?:y|ies)|limits|limitations|taboos)\.[a-z]+$/i

export const isBoundary = (path: string, headings: readonly string[]): boolean =>
  file.test(path) || headings.some((heading) => title.test(heading.replace(/^[\s*_`]+/, '')) || atEnd.test(heading.trim()))
