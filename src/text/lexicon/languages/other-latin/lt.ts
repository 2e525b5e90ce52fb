import { stemmer as stem } from '@orama/stemmers/lithuanian'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'procentas euras doleris svaras laipsnis celsijaus minus',
  hasSpacedThousands: true,
  functionWords: `
    ant apie ar arba aš be bet bus buvo būti dar daug daugiau dėl esame esi esu gali galėjo iki ir iš jai jam jas jau
    jei jeigu ji jie jiems jis jo jos jums juos jus ją jį jūs jūsų jų kad kada kai kaip kam kas keli kiek kiekvienas
    kita kitas kiti ko kodėl kokia kokie kokios koks kol kuo kur kuri kurie kurios kuris labai man mane mano mažiau
    mes mums mus mūsų ne negu nei nes nors nuo nėra o pagal pas pat per po prie prieš su ta taip tarp tas tau tave
    tavo tačiau tie tik tokia toks tos tu turi turėjo už visa visas visi visos yra į ši šie šios šis
  `,
}
