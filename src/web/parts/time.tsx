/** A time in the person's own zone, to the second; the exact one is in its title. */
export function Time({ at }: { readonly at: string }) {
  const time = new Date(at)
  const shown = Number.isNaN(time.getTime()) ? at : time.toLocaleString('sv-SE')
  return (
    <time dateTime={at} title={at} class="time">
      {shown}
    </time>
  )
}
