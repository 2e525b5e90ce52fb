/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

type Labels = Readonly<Record<string, string | number>>

/** Counters in the text format of Prometheus. Labels are routes, methods, statuses and outcomes, so there are few. */
export class Metrics {
  readonly #counters = new Map<string, Map<string, number>>()
  readonly #gauges = new Map<string, () => number>()

  add(name: string, labels: Labels = {}, amount = 1): void {
    const series = this.#counters.get(name) ?? new Map<string, number>()
    const key = labelsText(labels)
    series.set(key, (series.get(key) ?? 0) + amount)
    this.#counters.set(name, series)
  }

  /** The value is read when the metrics are requested. */
  gauge(name: string, value: () => number): void {
    this.#gauges.set(name, value)
  }

  /** One answered request. */
  answered({ route, method, status, seconds }: Answered): void {
    const name = 'lorefence_http_request_seconds'
    this.add('lorefence_http_requests_total', { route, method, status })
    for (const le of bounds) this.add(`${name}_bucket`, { route, le }, seconds <= le ? 1 : 0)
    this.add(`${name}_bucket`, { route, le: '+Inf' })
    this.add(`${name}_sum`, { route }, seconds)
    this.add(`${name}_count`, { route })
  }

  text(): string {
    const counters = [...this.#counters].map(([name, series]) => ({
      family: name.replace(/_(?:bucket|sum|count)$/, ''),
      lines: [...series].map(([labels, value]) => `${name}${labels} ${value}`),
    }))
    const families = new Map<string, string[]>()
    for (const { family, lines } of counters) families.set(family, [...(families.get(family) ?? []), ...lines])
    const gauges = [...this.#gauges].map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value()}`)
    const typed = [...families].map(([family, lines]) =>
      [`# TYPE ${family} ${family.endsWith('_total') ? 'counter' : 'histogram'}`, ...lines].join('\n'),
    )
    return `${[...gauges, ...typed].join('\n')}\n`
  }
}

interface Answered {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
