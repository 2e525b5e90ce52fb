import { percentDecoded } from '../paths/paths.ts'

/** A place inside a file, in any notation. */
export type Anchor =
  | { readonly kind: 'lines'; readonly first: number; readonly last: number }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'heading'; readonly title: string }

export interface AnchorReference {
  readonly path: string
  /** Absent for the whole file. */
  readonly anchor: Anchor | undefined
  /** `path#anchor`, as in records. */
  readonly text: string
}

/** `L12`, `L3-L8`, `page=4`, `t=00:12:33` or a heading, with or without the leading `#`. */
export function parseAnchor(written: string): Anchor | undefined {
  const text = written.trim().replace(/^#/, '').trim()
  if (text === '' || text.length > 500) return undefined
  const lines = /^L(\d{1,9})(?:C\d{1,9})?(?:-L?(\d{1,9})(?:C\d{1,9})?)?$/i.exec(text)
  if (lines) return { kind: 'lines', first: Number(lines[1]), last: Number(lines[2] ?? lines[1]) }
  const page = /^(?:page|p)=(\d{1,9})$/i.exec(text)
  if (page) return { kind: 'page', page: Number(page[1]) }
  const time = /^t=(.{1,20})$/i.exec(text)
  const seconds = time ? parseTime(time[1] ?? '') : undefined
  if (seconds !== undefined) return { kind: 'time', seconds }
  return time ? undefined : { kind: 'heading', title: percentDecoded(text) }
}

/** `00:12:33`, `12:33.5`, `753` or `753s`, in seconds. */
export function parseTime(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(?:(\d{1,6}):)?(\d{1,9}(?:[.,]\d{1,6})?)s?$/.exec(text.trim())
  if (!match) return undefined
  const [, first, second, last = '0'] = match
  const hours = second === undefined ? 0 : Number(first)
  const minutes = Number(second ?? first ?? 0)
  return hours * 3600 + minutes * 60 + Number(last.replace(',', '.'))
}

/** `path#anchor`; `undefined` when there is no path, or a `#` without a valid anchor. */
export function parseReference(written: string): AnchorReference | undefined {
  const text = written.trim().replace(/^[`<]|[`>]$/g, '')
  const hash = text.indexOf('#')
  return hash < 0 ? reference(text) : reference(text.slice(0, hash), text.slice(hash))
}

/** The two parts, as in source maps. */
export function reference(path: string, anchor?: string): AnchorReference | undefined {
  const file = path.trim()
  if (file === '') return undefined
  if (anchor === undefined || anchor.trim() === '') return { path: file, anchor: undefined, text: file }
  const parsed = parseAnchor(anchor)
  return parsed && { path: file, anchor: parsed, text: `${file}#${anchor.trim().replace(/^#/, '')}` }
}
