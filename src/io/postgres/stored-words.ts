import type { Cache, NewText, WordIndex } from '../../model/ports.ts'
import type { WaitingDatabase } from './waiting-database.ts'

/** Texts of one statement: each has some hundred terms. */
const mostTexts = 24

/** The inverted index in a database. It returns nothing of a text that was not asked about. */
export function storedWords({ rows }: WaitingDatabase): WordIndex {
  return {
    find(keys) {
      const found = rows<{ key: string; number: number; sizes: Uint8Array }>(
        'select key, number, sizes from lorefence.indexed_texts where key = any($1::text[])',
        [keys],
      )
      return new Map(found.map(({ key, number, sizes }) => [key, { number, sizes }]))
    },
    add(texts) {
      for (let first = 0; first < texts.length; first += mostTexts)
        addTexts(
          rows,
          texts.slice(first, first + mostTexts).sort((a, b) => (a.key < b.key ? -1 : 1)),
        )
    },
    places(terms, among) {
      const found = rows<{ term: string; found: Uint8Array }>(
        `select term, string_agg(int4send(text) || int4send(octet_length(places)) || places, ''::bytea) as found
         from (${postings}) as postings where term = any($1::text[]) and ${isAmong} group by term`,
        [terms, among, among.length * 8],
      )
      return new Map(found.map((row) => [row.term, splitPlaces(row.found)]))
    },
    startingWith: (start, among) =>
      rows<{ term: string }>(
        `select term from (${postings}) as postings
         where term >= $1 and term < $4 and get_byte(places, 0) > 0 and ${isAmong} group by term`,
        [start, among, among.length * 8, `${start}\u{10ffff}`],
      ).map(({ term }) => term),
    outlines(numbers) {
      const found = rows<{ number: number; outline: Uint8Array }>(
        'select number, outline from lorefence.indexed_texts where number = any($1::integer[])',
        [numbers],
      )
      return new Map(found.map(({ number, outline }) => [number, outline]))
    },
  }
}

/** By the two indexes of the migration "places by term". */
const postings = ['<= 2000', '> 2000']
  .map(
    (length) =>
      `select term, text, places from lorefence.postings where octet_length(term) + octet_length(places) ${length}`,
  )
  .join(' union all ')

/** A number beyond the last bit is not among them. */
const isAmong = 'case when text < $3::integer then get_bit($2::bytea, text) = 1 else false end'

/** In one statement, so all or nothing; in the order of their keys, so that two processes never wait for each other. */
function addTexts(rows: WaitingDatabase['rows'], texts: readonly NewText[]): void {
  const postings = texts.flatMap(({ places }, nth) =>
    [...places].map(([term, bytes]) => ({ nth: nth + 1, term, bytes })),
  )
  rows(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
         with ordinality as given (key, digest, sizes, outline, nth)),
     added as (
       insert into lorefence.indexed_texts (key, digest, sizes, outline)
         select key, digest, decode(sizes, 'hex'), decode(outline, 'hex') from given order by key on conflict (key) do nothing returning key, number)
     insert into lorefence.postings (term, text, places)
       select term, number, decode(places, 'hex') from unnest($5::integer[], $6::text[], $7::text[]) as posting (nth, term, places)
         join given using (nth) join added using (key)`,
    [
      texts.map(({ key }) => key),
      texts.map(({ fileDigest }) => fileDigest),
      texts.map(({ sizes }) => hexOf(sizes)),
      texts.map(({ outline }) => hexOf(outline)),
      postings.map(({ nth }) => nth),
      postings.map(({ term }) => term),
      postings.map(({ bytes }) => hexOf(bytes)),
    ],
  )
}

/** Texts are passed to another thread faster than thousands of small lists of bytes. */
const hexOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex')

/** A number, a length and so many bytes, one after the other. */
function splitPlaces(bytes: Uint8Array): readonly { readonly number: number; readonly places: Uint8Array }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: { readonly number: number; readonly places: Uint8Array }[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 8 + view.getInt32(at + 4)
    found.push({ number: view.getInt32(at), places: bytes.subarray(at + 8, end) })
    at = end
  }
  return found
}

const largestResult = 64 * 1024 * 1024

/** Results that servers share instead of computing them again. A store that cannot be used is only slow here. */
export function storedResults({ rows }: WaitingDatabase): Cache {
  const tried = <T>(ask: () => T): T | undefined => {
    try {
      return ask()
    } catch {
      return undefined
    }
  }
  return {
    get: (key) =>
      tried(() => rows<{ bytes: Uint8Array }>('select bytes from lorefence.results where key = $1::text', [key]))?.[0]
        ?.bytes,
    put(key, bytes) {
      if (bytes.length > largestResult) return
      tried(() =>
        rows(
          `insert into lorefence.results (key, bytes) values ($1::text, $2::bytea)
           on conflict (key) do update set bytes = excluded.bytes, stored = now()`,
          [key, bytes],
        ),
      )
    },
  }
}
