/** A time in the zone of the browser, to the second; the title has the exact one. */
export function Time({ at }: { readonly at: string }) {
  const time = new Date(at)
  const shown = Number.isNaN(time.getTime()) ? at : time.toLocaleString('sv-SE')
  return (
    <time dateTime={at} title={at} class="time">
      {shown}
    </time>
  )
}
