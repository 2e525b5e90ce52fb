/** Indexes of units that scored, best first, ties in order (KCP §15.4). Scores are small, so a counting sort is enough. */
export function rankByScore(scores: Uint32Array): Uint32Array {
  let best = 0
  let hits = 0
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score > best) best = score
    if (score > 0) hits += 1
  }
  const next = new Uint32Array(best + 2)
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score > 0) next[best - score + 1] = (next[best - score + 1] ?? 0) + 1
  }
  for (let i = 1; i < next.length; i++) next[i] = (next[i] ?? 0) + (next[i - 1] ?? 0)
  const ranked = new Uint32Array(hits)
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score === 0) continue
    const bucket = best - score
    const place = next[bucket] ?? 0
    ranked[place] = at
    next[bucket] = place + 1
  }
  return ranked
}
