import { useState } from 'preact/hooks'
import type { InspectedDocument, InspectedExcerpt, Inspection } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { hrefOf } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import { Mark } from './mark.tsx'
import { WhenLoaded } from './states.tsx'
import { VisibleText } from './visible-text.tsx'

/** The excerpts in their order; adjacent ones of the same document are grouped. */
export function Excerpts({ inspection }: { readonly inspection: Inspection }) {
  const groups = byDocument(inspection.excerpts)
  return (
    <ol class="excerpts">
      {groups.map((group, index) => (
        <DocumentExcerpts key={`${inspection.receipt} ${index}`} group={group} receipt={inspection.receipt} />
      ))}
    </ol>
  )
}

function DocumentExcerpts({
  group,
  receipt,
}: {
  readonly group: readonly InspectedExcerpt[]
  readonly receipt: string
}) {
  const [isOpen, setOpen] = useState(false)
  const [first] = group
  if (!first) return null
  const { ref, path } = first
  const hasTexts = first.text !== undefined
  return (
    <li class="panel">
      <div class="place">
        <h3>
          <a href={hrefOf('catalog', [entryOf(ref)])}>{ref}</a> <span class="code">{path}</span>
        </h3>
        {hasTexts ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Only the excerpts' : 'In its document'}
          </button>
        ) : null}
      </div>
      {isOpen ? (
        <WholeDocument ask={{ receipt, ref, path }} />
      ) : (
        group.map((one) => <OneExcerpt key={one.range.start} {...one} />)
      )}
    </li>
  )
}

function OneExcerpt({ headings, text, tokens, score, reason, why, citations }: InspectedExcerpt) {
  return (
    <article class="excerpt">
      <p class="small muted">
        {headings.length === 0 ? null : <>{headings.join(' › ')} · </>}
        score {score} · {tokens} tokens{reason === undefined ? null : <> · {reason}</>}
      </p>
      {text === undefined ? null : (
        <div class="text">
          <VisibleText text={text} />
        </div>
      )}
      <p class="small">
        <VisibleText text={why} />
        {citations.map((citation) => (
          <span key={citation}>
            {' '}
            <Mark tone="plain">{citation}</Mark>
          </span>
        ))}
      </p>
    </article>
  )
}

/** A file in which the released parts are marked. */
function WholeDocument({ ask }: { readonly ask: { receipt: string; ref: string; path: string } }) {
  const loaded = useLoaded(JSON.stringify(ask), (signal) => api.post<InspectedDocument>('v1/document', ask, signal))
  return (
    <WhenLoaded loaded={loaded} what="the document">
      {({ text, released }) => (
        <div
          class="text document"
          tabIndex={0}
          role="region"
          aria-label={`The document ${ask.path}`}
          ref={(box) => box?.querySelector('mark')?.scrollIntoView({ block: 'center' })}
        >
          {marked(text, released).map(({ part, isReleased, at }) =>
            isReleased ? (
              <mark key={at}>
                <VisibleText text={part} />
              </mark>
            ) : (
              <VisibleText key={at} text={part} />
            ),
          )}
        </div>
      )}
    </WhenLoaded>
  )
}

interface MarkedPart {
  readonly part: string
  readonly isReleased: boolean
  readonly at: number
}

function marked(text: string, released: InspectedDocument['released']): readonly MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  for (const { start, end } of [...released].sort((a, b) => a.start - b.start)) {
    if (start < at) continue
    parts.push({ part: text.slice(at, start), isReleased: false, at })
    parts.push({ part: text.slice(start, end), isReleased: true, at: start })
    at = end
  }
  return [...parts, { part: text.slice(at), isReleased: false, at }].filter(({ part }) => part !== '')
}

function byDocument(excerpts: readonly InspectedExcerpt[]): readonly (readonly InspectedExcerpt[])[] {
  const groups: InspectedExcerpt[][] = []
  for (const excerpt of excerpts) {
    const group = groups.at(-1)
    if (group?.[0]?.ref === excerpt.ref && group[0].path === excerpt.path) group.push(excerpt)
    else groups.push([excerpt])
  }
  return groups
}

/** The entry of a unit: its manifest. */
const entryOf = (ref: string): string =>
  ref.startsWith('unit:') ? `manifest:${ref.slice('unit:'.length, ref.lastIndexOf('/'))}` : ref
