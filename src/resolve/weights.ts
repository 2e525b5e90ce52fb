/** The constants of selection, in one place. Round on purpose: none is fitted to a set of questions. */
export const weights = {
  /** The usual constants of BM25: how soon repetition stops to count, and how much length takes away. */
  k1: 1.2,
  b: 0.75,
  /** What the words of the units one and two places away count, beside the unit's own. */
  neighbours: [0.4, 0.2],
  /** Characters of the windows around a unit, and what the best one that holds it counts. */
  windows: [
    { size: 500, weight: 0.5 },
    { size: 1000, weight: 0.5 },
  ],
  /** As a window; it is weighed against the whole corpus, with titles and hints. */
  surroundings: { size: 3000, weight: 1 },
  /** How often a word of a heading, a title or a hint counts as if it stood in the text. */
  heading: 1,
  title: 1,
  hint: 0.5,
  /** What an everyday word counts beside a word that tells tasks apart. */
  everyday: 0.5,
  /** How many units of the whole corpus speak for the rarity of a word beside the units around it. */
  prior: 20,
  /** Blocks that are looked at closely. */
  candidates: 32,
  /** A unit under this share of the best score is not taken. */
  share: 0.7,
  /** The same where a budget was asked for: it is meant to be used. */
  filling: 0.5,
  /** Where the best surroundings speak of less than this share of the task, nothing is an answer. */
  answered: 0.4,
  /** One of several questions is answered where half of it is: it is short, and one word proves little. */
  part: 0.5,
  /** What speaks of this share needs no other passage or layer beside it. */
  alone: 0.75,
  /** Tokens of a section that is given whole where its heading is what was asked for. */
  shortSection: 200,
  /** Share of the budget that boundaries may take. */
  boundaryBudget: 0.25,
}
