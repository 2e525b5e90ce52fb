/** The used part of an optional peer dependency. */
declare module '@opentelemetry/api' {
  interface Span {
    setAttributes(attributes: Readonly<Record<string, string | number>>): unknown
    setStatus(status: { readonly code: number }): unknown
    end(): void
  }
  interface Context {
    getValue(key: symbol): unknown
  }
  const trace: { getTracer(name: string): { startActiveSpan<T>(name: string, work: (span: Span) => T): T } }
  const context: { active(): Context; with<T>(context: Context, work: () => T): T }
  const propagation: { extract(context: Context, carrier: object): Context }
}
