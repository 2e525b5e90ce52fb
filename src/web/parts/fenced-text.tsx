import { useState } from 'preact/hooks'
import type { Inspection } from '../../model/inspection.ts'
import { VisibleText } from './visible-text.tsx'

/** The fenced text, part by part, each with its tokens beside it. */
export function FencedText({ inspection }: { readonly inspection: Inspection }) {
  const { text, parts } = inspection
  if (text === '') return <p class="muted">Nothing was released: a model sees no text.</p>
  return (
    <div class="fenced">
      {parts.map(({ kind, start, end, tokens, title }) => (
        <div key={start} class={`fenced-part ${kind}`}>
          <span class="amount" title={`${tokens} tokens: ${title}`}>
            {tokens}
          </span>
          <div class="text">
            <VisibleText text={text.slice(start, end).replace(/\n$/, '')} />
          </div>
        </div>
      ))}
    </div>
  )
}

export function CopyButton({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('This browser does not let a page copy')
    }
  }
  return (
    <span class="row">
      <button type="button" disabled={text === ''} onClick={copy}>
        Copy
      </button>
      <span role="status" class="small muted">
        {said}
      </span>
    </span>
  )
}
