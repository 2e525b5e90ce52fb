import { stemmer as stem } from '@orama/stemmers/turkish'
import type { LanguageTable } from '../../language.ts'

/** The capital of ı has no dot, that of i keeps it. */
const lowerCase = (word: string): string => word.replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase()

export const table: LanguageTable = {
  stem,
  lowerCase,
  signs: 'yüzde euro dolar sterlin derece celsius eksi',
  apostrophe: 'ending',
  functionWords: `
    acaba altında ama ancak arasında artık aslında aynı az bana bazı başka belki ben beni benim beri bile bir biri
    birkaç birçok birşey biz bize bizi bizim bu bunlar bunun bütün da daha de defa değil dir diye diğer dolayı doğru
    dır en eğer fakat gibi göre hala hangi hangisi hem henüz hep hepsi her hiç idi ile imiş ise itibaren için içinde
    kadar karşı kaç kaçıncı kez ki kim kime kimi kimin lakin mi midir mu mudur mü müdür mı mıdır mıyım nasıl ne neden
    nedir nerde nerede nereden nereye niye niçin o olabilir olan olarak oldu olduğu olmak olması olur ona onlar onlara
    onları onların onu onun pek rağmen sadece sana sanki sen seni senin siz size sizi sizin sonra tarafından tüm var
    ve veya ya yani yok yoksa çok çünkü önce üzerinde şey şu şunlar
  `,
}
