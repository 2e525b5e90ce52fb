/** Characters that are invisible or reorder text; they are shown as their code. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFF9-\uFFFC]|(?![\t\n])\p{Cc}/gu

/** Text of a pack or manifest, never HTML; hidden characters are shown. */
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
          <span class="hidden-character" key={part.at} title="A hidden character">
            {part.code}
          </span>
        ),
      )}
    </>
  )
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
