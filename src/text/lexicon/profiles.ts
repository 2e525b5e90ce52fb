import type { Language } from './language.ts'

/**
 * Short frequent words that distinguish languages of one script, question words included. They are not in the tables of
 * the languages, which are loaded once the language is known.
 */
export const profiles: readonly (readonly [language: Language, words: string])[] = [
  [
    'en',
    `
    the of and to in is that for it as was with be by on not this are or from at which have has had you how what when
    where who why does did many much can should will would their there were been but if your we a an its they
  `,
  ],
  [
    'de',
    `
    der die das und ist in den von zu mit sich des auf für nicht ein eine einer dem als auch es an werden aus er hat
    dass sie nach bei wird einen sind wie was wer wann wo warum welche welcher welches viele kann wurde im zur zum
    oder über sein durch
  `,
  ],
  [
    'nl',
    `
    de het een van en in is dat op te zijn voor met die niet aan er om ook als dan maar bij of uit door naar heeft
    worden werd wordt wat wie wanneer waar waarom hoe welke hoeveel deze over tot nog kan geen
  `,
  ],
  [
    'sv',
    `
    och att det i en som är på av för med den till inte har om ett de var från vad vem när varför hur vilken vilket
    vilka många kan ska eller men efter vid under så också sig han hon blev
  `,
  ],
  [
    'da',
    `
    og at det i en som er på af for med den til ikke har om et de var fra hvad hvem hvornår hvorfor hvordan hvilken
    hvilket hvilke mange kan skal eller men efter ved blev også sig han hun være været
  `,
  ],
  [
    'no',
    `
    og at det i en som er på av for med den til ikke har om et de var fra hva hvem når hvorfor hvordan hvilken hvilket
    hvilke mange kan skal eller men etter ved ble også seg han hun være vært ikkje eit
  `,
  ],
  [
    'fr',
    `
    le la les de des du et est un une en que qui dans pour par sur pas au aux ce cette il elle ne se sont avec plus ou
    mais comme son sa ses leur quel quelle quels quelles quand où comment pourquoi combien être été était nous vous
  `,
  ],
  [
    'es',
    `
    el la los las de del y es un una en que por para con no se su al lo como más pero sus le ha este esta o fue son
    qué quién cuál cuándo dónde cómo cuánto cuántos cuántas cuáles desde está también muy entre
  `,
  ],
  [
    'it',
    `
    il lo la i gli le di del della dei delle e è un una in che per con non si da al alla nel nella sono come più ma
    anche questo questa ha chi cosa quale quali quando dove perché quanto quanti quante fu suo stato dal ed
  `,
  ],
  [
    'pt',
    `
    o a os as de do da dos das e é um uma em que por para com não se no na nos nas ao à mais mas como foi são seu sua
    qual quais quando onde quem quanto quantos quantas pelo pela também ser está ou entre
  `,
  ],
  [
    'ca',
    `
    el la els les de del dels i és un una en que per amb no es al als més però com va són aquest aquesta seva seu què
    qui quin quina quan on quants quantes pel pels també ha o des entre
  `,
  ],
  [
    'ro',
    `
    de și în la cu pe un o este care din nu că să se a al ale pentru mai sunt prin sau fost ce cine când unde cum cât
    câți câte despre după între lui au avea fi dar era
  `,
  ],
  [
    'pl',
    `
    i w na z do nie się jest że o jak to po przez od za dla co ale czy ma są był była było być oraz lub który która
    które kto kiedy gdzie dlaczego ile jaki jaka jakie tego ze
  `,
  ],
  [
    'cs',
    `
    a v se na je že s z do to o i ve pro jako ale jsou by byl byla bylo být od po za nebo také který která které kdo
    kdy kde proč kolik jak jaký jaká jaké jeho ze při podle
  `,
  ],
  [
    'sk',
    `
    a v sa na je že s z do to o i vo pre ako ale sú by bol bola bolo byť od po za alebo tiež ktorý ktorá ktoré kto
    kedy kde prečo koľko aký aká aké jeho zo pri podľa
  `,
  ],
  [
    'sl',
    `
    in v je na se za da so z ki pa s po ali od tudi bi kot iz bil bila bilo biti kdo kdaj kje zakaj koliko kako kateri
    katera katere ne pri do njegov še
  `,
  ],
  [
    'hr',
    `
    i u je na se za da su s od a kao koji koja koje iz ne o bio bila bilo biti ili ali tko što kada gdje zašto koliko
    kako do po njegov također prema te sa nije
  `,
  ],
  [
    'lt',
    `
    ir yra į iš kad su buvo bet kaip tai nuo arba ar kas kur kada kodėl kiek kokia koks kuris kuri kurie jis ji po per
    už dėl taip pat ne bus
  `,
  ],
  [
    'fi',
    `
    ja on ei se että oli hän joka ovat myös tai mutta kun sen kuin mitä mikä kuka missä milloin miksi miten kuinka
    monta ole olla jos niin olivat sekä jotka
  `,
  ],
  [
    'hu',
    `
    a az és hogy nem is egy van volt meg de ha mint csak el ez azt mi ki mikor hol miért hogyan melyik hány milyen
    mennyi vagy már lehet kell ezt után által között
  `,
  ],
  [
    'tr',
    `
    ve bir bu da de için ile ne olarak çok daha o gibi olan var en kadar mi mı mu mü nasıl neden nerede kim hangi kaç
    zaman sonra ya ama her değil veya oldu
  `,
  ],
  [
    'id',
    `
    yang dan di dari untuk dengan pada ini itu dalam tidak adalah ke oleh akan juga atau ada apa siapa kapan mana
    mengapa bagaimana berapa sebagai telah dapat karena tersebut mereka
  `,
  ],
  [
    'vi',
    `
    và của là có các trong được cho một với những không này đã để người khi từ đến gì ai nào bao nhiêu đâu sao như thế
    tại vào năm theo về
  `,
  ],
  [
    'ru',
    `
    и в не на что с по как это из к за от для но у он она его их или был была было были при так же который которая
    которые кто когда где почему сколько какой какая какие какое чем до о если также
  `,
  ],
  [
    'uk',
    `
    і в не на що з по як це із до за від для але у він вона його їх або був була було були при так та який яка які яке
    хто коли де чому скільки й є про якщо також
  `,
  ],
  [
    'bg',
    `
    и в не на че с по как това от за но у той тя или е са да се към през като който която които кой кога къде защо
    колко какво каква какъв ще си му до ли
  `,
  ],
  [
    'hi',
    `
    है के में की और का को से हैं पर यह ने एक कि नहीं क्या कौन कब कहाँ कैसे कितने भी था थे लिए
  `,
  ],
]
