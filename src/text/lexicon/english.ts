import { englishStem } from './english-stem.ts'
import type { LanguageTable } from './language.ts'

/** `%` is read as either. */
const percentage = /^percentages?$/
const stem = (word: string): string => englishStem(percentage.test(word) ? 'percent' : word)

/** Function words and question words. */
export const english: LanguageTable = {
  stem,
  signs: 'percent euro dollar pound degree celsius minus',
  clitics: "n't s d ll re ve m t",
  hasDecimalPoint: true,
  questionPhrases: `
    how_long how_far how_big how_large how_small how_high how_tall how_deep how_wide how_old how_fast how_quickly
    how_soon how_heavy how_late how_early how_frequently
  `,
  everydayWords: `
    apply use need want get make work happen mean allow require provide include contain exist take give go come know
    find see look show tell ask say explain describe call name keep let put start begin stop end try help handle become
    seem offer consider involve
    thing way kind type sort part case example reason problem question answer information detail number amount people
    person time place point fact
    good best better new old different possible available important certain main common right wrong big small long short
    high low next able
  `,
  functionWords: `
    a an the this that these those such same other another each every either neither both all any some no none few
    many much more most several enough
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves
    somebody someone something anybody anyone anything nobody nothing everybody everyone everything
    who whom whose what which when where why how whatever whichever whoever whenever wherever however
    and or but nor so yet if unless whether because since although though while whereas than as until till once
    of in on at by for with without within from to into onto upon about above across after against along among
    around before behind below beneath beside besides between beyond
    despite down during except inside like near off out outside over past per through throughout toward towards
    under up via
    am is are was were be been being have has had having do does did doing done can could may might must shall
    should will would ought cannot
    not never also too very only just even still already again ever here there then now thus hence therefore else
    rather quite almost always often sometimes perhaps maybe please
    yes eg ie etc am pm
  `,
}
