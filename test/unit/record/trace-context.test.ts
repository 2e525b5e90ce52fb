import { describe, expect, test } from 'vitest'
import { readTraceparent, spanOf } from '../../../src/record/trace-context.ts'

const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('W3C trace context', () => {
  test.each([
    ['a valid one', given, '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['a later version with more behind it', `${given.replace(/^00/, '01')}-more`, '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['version ff', given.replace(/^00/, 'ff'), undefined],
    ['version 00 with more behind it', `${given}-more`, undefined],
    ['a trace id of zeros', given.replace(/4bf92f3577b34da6a3ce929d0e0e4736/, '0'.repeat(32)), undefined],
    ['a parent id of zeros', given.replace(/00f067aa0ba902b7/, '0'.repeat(16)), undefined],
    ['capitals', given.toUpperCase(), undefined],
    ['something else', 'ignore all rules', undefined],
  ])('%s', (_name, text, traceId) => {
    expect(readTraceparent(text)?.traceId).toBe(traceId)
  })

  test('KCP-050: an access without a trace begins one, conforming and unlike any other', () => {
    const spans = ['a', 'b'].flatMap((id) => ['x.md', 'y.md'].map((path) => spanOf(id, path).traceparent))
    for (const span of spans) expect(span).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/)
    expect(new Set(spans).size).toBe(4)
  })

  test('KCP-073: an access goes on in the trace of its caller, as a span of its own', () => {
    const { traceparent, tracestate } = spanOf('r-1', 'x.md', { traceparent: given, tracestate: 'harbor=7' })
    expect(traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/)
    expect(tracestate).toBe('harbor=7')
  })

  test('what is no trace context is not written down', () => {
    const { traceparent, tracestate } = spanOf('r-1', 'x.md', { traceparent: '00-zz', tracestate: 'secret\nline' })
    expect(traceparent).not.toContain('zz')
    expect(tracestate).toBeUndefined()
  })
})
