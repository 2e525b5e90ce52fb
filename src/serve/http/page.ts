import type { PageFile } from '../../io/page-files.ts'
import { problem } from './problem.ts'

/** Script and styles come from files of this server alone, and no text becomes markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The page in the browser and its files; it has no content of a pack, so it needs no credential. */
export function answerPage(files: ReadonlyMap<string, PageFile>, request: Request): Response {
  const { pathname } = new URL(request.url)
  const name = pathname === '/' ? 'index.html' : pathname.slice('/page/'.length)
  const file = files.get(name)
  if (!file) return problem('not-found', files.size === 0 ? { detail: 'The page was not built.' } : {})
  const isGzipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response(isGzipped ? file.gzipped : file.bytes, {
    headers: {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // All other names contain a digest.
      'cache-control': name === 'index.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    },
  })
}
