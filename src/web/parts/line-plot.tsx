export interface Series {
  readonly name: string
  readonly points: readonly { readonly time: string; readonly value: number }[]
}

interface LinePlotProps {
  readonly title: string
  readonly series: readonly Series[]
  /** The end of the axis; without it, the largest value. */
  readonly most?: number
}

const [width, height, left, bottom] = [420, 150, 40, 22]
/** As many as the palette has distinct colours. */
const shownSeries = 6

/** Values over time as plain SVG; the table has the same numbers. */
export function LinePlot({ title, series, most }: LinePlotProps) {
  const shown = series.slice(0, shownSeries)
  const times = [...new Set(shown.flatMap(({ points }) => points.map(({ time }) => time)))].sort()
  const top = most ?? niceEnd(Math.max(...shown.flatMap(({ points }) => points.map(({ value }) => value))))
  const x = (time: string): number =>
    left + (times.length === 1 ? 0.5 : times.indexOf(time) / (times.length - 1)) * (width - left - 12)
  const y = (value: number): number => 8 + (1 - value / top) * (height - bottom - 8)
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}. ${lastValues(shown)}`}>
        {[0, top / 2, top].map((value) => (
          <g key={value} class="axis">
            <line x1={left} x2={width - 12} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} text-anchor="end">
              {Number(value.toFixed(2))}
            </text>
          </g>
        ))}
        <text class="axis" x={left} y={height - 6}>
          {dayOf(times[0])}
        </text>
        {times.length > 1 ? (
          <text class="axis" x={width - 12} y={height - 6} text-anchor="end">
            {dayOf(times.at(-1))}
          </text>
        ) : null}
        {shown.map(({ name, points }, index) => (
          <g key={name} class={`series part-${index + 1}`}>
            <polyline points={points.map(({ time, value }) => `${x(time)},${y(value)}`).join(' ')} />
            {points.map(({ time, value }) => (
              <circle key={time} cx={x(time)} cy={y(value)} r="3">
                <title>{`${name}: ${value}, ${time}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <ul class="legend">
        {shown.map(({ name, points }, index) => (
          <li key={name} class="small">
            <span class={`dot part-${index + 1}`} />
            {name} <b>{points.at(-1)?.value}</b>
          </li>
        ))}
        {series.length > shownSeries ? <li class="small muted">and {series.length - shownSeries} more</li> : null}
      </ul>
    </figure>
  )
}

const lastValues = (series: readonly Series[]): string =>
  series.map(({ name, points }) => `${name}: ${points.at(-1)?.value ?? ''}`).join(', ')

const dayOf = (time: string | undefined): string => time?.slice(0, 10) ?? ''

/** 1, 2 or 5 with zeros, at least the value. */
function niceEnd(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}
