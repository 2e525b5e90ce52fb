/**
 * Every constant of ranking and selection. A unit is a sentence, an item, a row or a block of code. Recall hardly depends on those of scoring (halving or doubling one moves it by
 * less than a hundredth); `docs/decisions/0013-strength.md` says on which question sets the others were chosen.
 */
export const constants = {
  /** BM25: how soon repetition stops counting, and how much length takes away. */
  k1: 1.2,
  b: 0.75,
  /** Content words of a short sentence: less is never the average length. */
  shortSentence: 4,
  /** Characters of the windows around a unit; the best window of each size that holds the unit counts as much as the unit itself. */
  windows: [400, 1000, 3000],
  /** Characters of a block: what rarity is counted over, and what is looked up first. */
  block: 1000,
  /** Blocks whose units are scored. */
  candidates: 64,
  /** Characters to each side of a unit within which its own words are rare or not. */
  around: 1500,
  /** Units of the whole corpus that are counted with those around a unit, and imagined blocks that are counted with the corpus, because few prove little. */
  prior: 20,
  /** How often a word of a label (name, title, heading, intent, trigger, context map) counts as if it stood in the text. */
  label: 1,
  /** Weight of a word that stands nowhere, when it is looked up by known words that resemble it. */
  resembling: 0.5,
  /** Letters that a word must share with one that resembles it, and the share of the longer of the two. */
  resemblingLetters: 5,
  resemblingShare: 0.6,
  /** Known words that stand in for one that stands nowhere. */
  mostResembling: 3,
  /** Weight of a word that fits any subject. */
  everyday: 0.5,
  /** Weight of a word that the caller adds to the task. */
  also: 0.35,
  /** Words or phrases that the caller may add, and characters of each. */
  mostAlso: 12,
  longestAlso: 80,
  /** Characters to each side of the best unit in which words of the task are evidence. */
  evidence: 1000,
  /** A word tells something when it weighs this share of one that stands nowhere. */
  telling: 0.25,
  /** A read is answered from this strength on: score of its best unit × √(evidence ÷ ln(blocks + prior)); see `strength.ts`. */
  answered: 0.24,
  /** Tokens of a weak reply, wrapper included: what it may take beyond its best place, what full strength adds to that, and the most. */
  weak: { least: 110, more: 140, most: 250 },
  /** A unit under this share of the best score is not taken, where the caller set a budget. */
  shareOfBudget: 0.5,
  /** The same where nobody did; it would rise to 1 over `ample` tokens. */
  share: 0.7,
  ample: 4000,
  /** A layer of a pack is enough when its best place scores this share of the best one in deeper layers. */
  layer: 0.8,
  /** Share of the budget that boundaries and files of the context map may take, and that a persona may take. */
  companions: 0.25,
  persona: 0.5,
} as const
