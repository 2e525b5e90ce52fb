/**
 * All constants of scoring, taking and fitting. A unit is a sentence, an item, a row or a code block. Recall hardly
 * depends on the scoring constants (halving or doubling one changes it by less than a hundredth);
 * `docs/decisions/0013-strength.md` names the question sets on which the others were chosen.
 */
export const constants = {
  // Scoring: which units of text contain most words of the task.

  /** BM25, a number: how soon repetition stops counting. If raised, repeated words count more. */
  k1: 2,
  /** BM25, a share: how much length reduces the score. If raised, long texts score less. */
  b: 0.75,
  /** Words: minimum average length. If raised, a sentence counts as long in fewer corpora. */
  shortSentence: 4,
  /**
   * Letters that one character corresponds to; sizes are in letters. If raised, windows are narrower in that language.
   */
  lettersPerCharacter: { zh: 3, ja: 2, ko: 2 },
  /**
   * Letters of the windows around a unit; the best of each size counts like the unit. If raised, context counts more.
   */
  windows: [400, 1000, 3000],
  /** Letters of a block: rarity is counted over blocks, and they are looked up first. If raised, there are fewer. */
  block: 1000,
  /** Blocks whose units are scored. If raised, more places are found and reads are slower. */
  candidates: 64,
  /** First blocks scored in a text of which only labels match. If raised, more of it is scored. */
  labelledBlocks: 4,
  /** Letters to each side over which the rarity of a unit's words is counted. If raised, rarity is less local. */
  around: 1500,
  /**
   * Blocks or units added to those over which rarity is counted, because few prove little. If raised, rarities differ
   * less.
   */
  prior: 20,
  /**
   * Occurrences that a word in a label (name, title, heading, intent, trigger) counts as. If raised, labels find more.
   */
  label: 1,
  /**
   * Sizes that the headings of a section count as in the order, but not in the strength. If raised, passing mentions
   * come later.
   */
  heading: 1.5,
  /**
   * Weight (1 is normal) of a word that is in no text and is looked up by similar words. If raised, similar words find
   * more.
   */
  resembling: 0.5,
  /** Initial letters that similar words share. If raised, fewer words are similar. */
  resemblingLetters: 5,
  /** Share of the longer of two words that their common beginning must have. If raised, fewer words are similar. */
  resemblingShare: 0.6,
  /** Known words that replace a word in no text. If raised, more is found, and more by chance. */
  mostResembling: 3,
  /** Weight (1 is normal) of a word that fits any subject. If raised, "use" and "apply" count more. */
  everyday: 0.5,
  /**
   * Weight (1 is normal) of a word that the caller adds to the task. If raised, `also` finds more, and more off the
   * task.
   */
  also: 0.35,
  /** Words or phrases that the caller may add; the rest are ignored. If raised, more of them count. */
  mostAlso: 12,
  /** Characters of each of them; the rest is ignored. If raised, longer phrases count. */
  longestAlso: 80,

  // Strength: how well the best place answers; the formula is in `strength.ts`.

  /** Letters to each side of a place within which words of the task are evidence. If raised, strength grows. */
  strengthReach: 1000,
  /**
   * Blocks added to those searched: among few, hardly more is found by chance. If raised, strength depends less on
   * size.
   */
  fewBlocks: 100,
  /**
   * How often a name or number that is missing around a place counts against it again. If raised, more places are weak.
   */
  missingName: 2,
  /** Share of the weight of a word in no text from which a word is specific. If raised, more outcomes are `nothing`. */
  telling: 0.25,
  /**
   * Strength, mostly between 0 and 0.5, from which a read is answered. If raised, fewer are answered and more are weak.
   */
  answered: 0.088,
  /**
   * Tokens of a weak reply: `least`, plus `more` by strength; `most` for a long best place. If raised, it is longer.
   */
  weak: { least: 110, more: 140, most: 250 },
  /** Share of the best score in deeper layers from which a layer is enough. If raised, deeper layers are used more. */
  layer: 0.8,

  // Taking: which units of text go into the reply.

  /** Minimum share of the best score. If raised, replies within a set budget are shorter. */
  leastShare: 0.5,
  /** The same share if the caller set no budget; it rises to 1 over `ample`. If raised, such replies are shorter. */
  shareWithoutBudget: 0.6,
  /** Tokens over which that share rises to 1. If raised, replies without a set budget are longer. */
  ample: 4000,
  /** Characters from which a unit is not taken twice; short rows may be equal. If raised, more is repeated. */
  shortestCopy: 30,
  /** Omitted units after which the rest are not tried. If raised, small units far down the ranking are tried too. */
  mostLeftOut: 40,
  /** Near misses that are listed. If raised, the list of omissions is longer. */
  mostNear: 20,

  // Fitting: how the budget is shared, and the estimated size of the envelope.

  /** Share of the budget for a persona. If raised, less is left for facts. */
  persona: 0.5,
  /** Share of the budget for boundaries and files of the context map. If raised, less is left for matches. */
  companions: 0.25,
  /** Maximum tokens of a file that is included only because something names it. If raised, longer ones are included. */
  longestNamed: 150,
  /** Share of the budget for everything but evidence, if evidence is requested. If raised, less evidence fits. */
  shareBesideEvidence: 0.6,
  /** Estimated tokens of an envelope, a place, a gap and a line end. If raised, the first attempt takes less. */
  overhead: { entry: 110, passage: 16, gap: 4, line: 1 },
  /** Corrections of these estimates before the smallest reply is returned. If raised, fitting may take longer. */
  mostAttempts: 8,
  /** Unused tokens from which a larger attempt is made. If raised, more of the budget may stay unused. */
  worthwhile: 24,
} as const
