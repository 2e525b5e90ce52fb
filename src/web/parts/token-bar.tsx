export interface TokenPart {
  readonly title: string
  /** The name in the legend. */
  readonly name: string
  readonly tokens: number
}

/** Colours; further parts share the last one. */
const colours = 6

/** A stacked bar with a legend that has every number, so that colour is not the only signal. */
export function TokenBar({ parts, whole }: { readonly parts: readonly TokenPart[]; readonly whole: number }) {
  const total = Math.max(
    whole,
    parts.reduce((sum, { tokens }) => sum + tokens, 0),
    1,
  )
  let before = 0
  const bars = parts.map(({ title, name, tokens }, index) => {
    const bar = {
      title,
      name,
      tokens,
      x: (before / total) * 100,
      width: (tokens / total) * 100,
      colour: colourOf(index),
    }
    before += tokens
    return bar
  })
  return (
    <figure class="token-bar">
      <svg width="100%" height="14" role="img" aria-label={`${before} of ${whole} tokens`}>
        <rect class="bar-ground" width="100%" height="14" />
        {bars.map(({ title, x, width, colour }, index) => (
          <rect
            key={`${index} ${title}`}
            class={colour}
            x={`${x}%`}
            width={`${Math.max(width - 0.15, 0)}%`}
            height="14"
          />
        ))}
      </svg>
      <ul>
        {bars.map(({ title, name, tokens, colour }, index) => (
          <li key={`${index} ${title}`}>
            <svg width="10" height="10" aria-hidden="true">
              <rect class={colour} width="10" height="10" rx="2" />
            </svg>
            <span class="name" title={title}>
              {name}
            </span>
            <span class="amount">{tokens}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const colourOf = (index: number): string => `part-${index < colours ? index + 1 : 'rest'}`
