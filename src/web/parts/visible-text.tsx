/** Characters that are not seen, or that reorder what is: shown by their code. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFF9-\uFFFC]|(?![\t\n])\p{Cc}/gu

/** A text of a pack or manifest: placed as text, its hidden characters shown. */
export function VisibleText({ text }: { readonly text: string }) {
  const parts: (string | { readonly code: string; readonly at: number })[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(hidden)) {
    parts.push(text.slice(end, index), { code: codeOf(found), at: index })
    end = index + found.length
  }
  parts.push(text.slice(end))
  return (
    <>
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <span class="hidden-character" key={part.at} title="A character that is not seen otherwise">
            {part.code}
          </span>
        ),
      )}
    </>
  )
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
