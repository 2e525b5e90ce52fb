/**
 * BM25 (k1 1.2, b 0.75) over windows of three sentences, best windows first; each pack costs 110 tokens and each
 * passage 16.
 */
const stop = new Set(
  'a an and are as at be been but by can could did do does for from had has have how if in into is it its may more most much of on or our should so some such than that the their them then there these they this those to was we were what when where which who whom whose why will with would you your many'.split(
    ' ',
  ),
)

export async function baseline(data, questions, countTokens) {
  const windows = []
  for (const { name, text } of data.packs) {
    const sentences = [...text.matchAll(/[^.!?。！？\n]+[.!?。！？]*\s*|\n+/g)]
      .map((match) => ({ start: match.index, end: match.index + match[0].trimEnd().length }))
      .filter(({ start, end }) => end > start)
    for (let i = 0; i < sentences.length; i++) {
      const start = sentences[i].start
      const end = sentences[Math.min(i + 2, sentences.length - 1)].end
      const terms = wordsOf(text.slice(start, end))
      windows.push({ pack: name, start, end, text: text.slice(start, end), terms, counts: countsOf(terms) })
    }
  }
  const { named = false } = data
  const groups = named ? (Map.groupBy?.(windows, ({ pack }) => pack) ?? groupBy(windows)) : new Map([['', windows]])
  const indexes = new Map([...groups].map(([key, own]) => [key, indexOf(own)]))
  const found = { 600: 0, 1100: 0 }
  const costs = new Map()
  for (const window of windows) costs.set(window, await countTokens(window.text))
  for (const question of questions) {
    const ranked = search(indexes.get(named ? question.pack : ''), wordsOf(question.task))
    for (const budget of [600, 1100]) if (holds(fill(ranked, budget, costs), question)) found[budget] += 1
  }
  return { 600: found[600] / questions.length, 1100: found[1100] / questions.length }
}

function groupBy(windows) {
  const groups = new Map()
  for (const window of windows) groups.set(window.pack, [...(groups.get(window.pack) ?? []), window])
  return groups
}

function wordsOf(text) {
  const words = []
  for (const [run] of text.toLowerCase().matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (/\p{Script=Han}/u.test(run)) for (let i = 1; i < run.length; i++) words.push(run.slice(i - 1, i + 1))
    else if (!stop.has(run)) words.push(run)
  }
  return words
}

function countsOf(terms) {
  const counts = new Map()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function indexOf(windows) {
  const holding = new Map()
  for (const [place, { counts }] of windows.entries()) {
    for (const term of counts.keys()) {
      const list = holding.get(term)
      if (list) list.push(place)
      else holding.set(term, [place])
    }
  }
  return {
    windows,
    holding,
    average: windows.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, windows.length),
  }
}

function search({ windows, holding, average }, terms) {
  const scores = new Map()
  for (const term of new Set(terms)) {
    const places = holding.get(term) ?? []
    const idf = Math.log(1 + (windows.length - places.length + 0.5) / (places.length + 0.5))
    for (const place of places) {
      const { counts, terms: own } = windows[place]
      const count = counts.get(term)
      scores.set(
        place,
        (scores.get(place) ?? 0) + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * own.length) / average)),
      )
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 60)
    .map(([place]) => windows[place])
}

/** Overlaps are counted once. */
function fill(ranked, budget, costs) {
  const taken = []
  const packs = new Set()
  let spent = 0
  for (const window of ranked) {
    const overlaps = taken.filter(
      ({ pack, start, end }) => pack === window.pack && start < window.end && window.start < end,
    )
    const fresh =
      overlaps.length === 0
        ? 1
        : Math.max(
            0,
            1 -
              overlaps.reduce(
                (sum, { start, end }) => sum + Math.min(end, window.end) - Math.max(start, window.start),
                0,
              ) /
                (window.end - window.start),
          )
    const cost = costs.get(window) * fresh + (overlaps.length === 0 ? 16 : 0) + (packs.has(window.pack) ? 0 : 110)
    if (spent + cost > budget) continue
    spent += cost
    taken.push(window)
    packs.add(window.pack)
  }
  return taken
}

function holds(taken, { pack, answers, sections }) {
  const of = (name) => merged(taken.filter((window) => window.pack === name))
  if (answers) return answers.some(([start, end]) => of(pack).some((range) => range.start <= start && end <= range.end))
  return sections.some(
    ({ pack: name, start, end }) =>
      of(name).reduce((sum, range) => sum + Math.max(0, Math.min(end, range.end) - Math.max(start, range.start)), 0) >=
      Math.min(80, end - start),
  )
}

function merged(windows) {
  const ranges = []
  for (const { start, end } of [...windows].sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1)
    if (last && start <= last.end + 2) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}
