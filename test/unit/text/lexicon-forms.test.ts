import { beforeAll, describe, expect, test } from 'vitest'
import { type Language, loadLanguages, terms } from '../../../src/text/lexicon/lexicon.ts'

/** Forms of one word, in a row: a task in one of them finds a document with another. */
const forms: Readonly<Partial<Record<Language, readonly string[]>>> = {
  en: ['warranty warranties', 'build built building', 'kilometres km kilometer', 'percent % percentage', 'EUR € euros'],
  de: [
    'Haus Häuser Häusern Haeuser',
    'Vertrag Verträge Vertrages',
    'Größe Groesse',
    'Straße Strasse',
    '1.000 1000',
    '3,5 3.5',
    'Prozent %',
  ],
  fr: ['cheval chevaux', 'maison maisons', "eau l'eau d'eau", 'école écoles ecole', 'payer payé payée'],
  es: ['camión camiones camion', 'pagar pagado pagos', 'precio precios', 'niño niños'],
  it: ['prezzo prezzi', "acqua l'acqua dell'acqua", 'città citta', 'bambino bambini'],
  pt: ['preço preços', 'avião aviões', 'animal animais', 'cidade cidades'],
  nl: ['prijs prijzen', 'huis huizen', 'pomp pompen'],
  sv: ['bil bilar bilen bilarna', 'hus huset husen'],
  da: ['bil biler bilen bilerne', 'pris priser prisen'],
  no: ['bil biler bilen bilene', 'pris priser prisen'],
  fi: ['talo talossa taloissa talon', 'auto autot autossa'],
  hu: ['ház házak házban házat', 'ár árak árat'],
  ro: ['pompă pompe pompele', 'oraș orașul orașe'],
  ru: ['насос насоса насосы насосов', 'цена цены ценой', 'ёлка елка'],
  uk: ['насос насоса насоси насосів', 'ціна ціни ціною', "об'єкт об’єкта"],
  bg: ['помпа помпата помпи помпите', 'град градът градове'],
  pl: ['pompa pompy pompę pompą', 'gwarancja gwarancji gwarancję', 'miasto miasta miastem'],
  cs: ['čerpadlo čerpadla čerpadlem', 'záruka záruky záruku', 'město města městem'],
  sk: ['čerpadlo čerpadla', 'cena ceny cenu'],
  sl: ['cena cene ceno', 'mesto mesta mestu'],
  hr: ['cijena cijene cijenu', 'grad grada gradovi'],
  lt: ['kaina kainos kainą', 'namas namai namo'],
  ca: ['casa cases', 'ciutat ciutats', "aigua l'aigua"],
  tr: ['fiyat fiyatı fiyatlar fiyatları', "Türkiye Türkiye'nin Türkiye'de", 'ısı ISI'],
  id: ['harga harganya', 'baca membaca dibaca bacaan'],
  ar: ['كتاب الكتاب والكتاب بالكتاب', 'مدرسة المدرسة مدرسه', 'أحمد احمد', 'مهندسون المهندسين'],
  fa: ['کتاب کتاب‌ها کتابها كتاب', 'قیمت قیمت‌های'],
  he: ['ספר הספר ספרים בספר', 'מלחמה המלחמה מלחמות'],
  hi: ['किताब किताबें किताबों', 'लड़का लड़के'],
  el: ['αντλία αντλίες αντλιών', 'άνθρωπος ανθρώπου άνθρωποι', 'πρόβλημα προβλήματα προβλήματος'],
  ta: ['வீடு வீடுகள்'],
  ja: ['サーバー サーバ', '食べる 食べた 食べます'],
  ko: ['가격 가격은 가격이', '학교 학교에서 학교까지'],
  vi: ['hòa hoà'],
}
const rows = Object.entries(forms).flatMap(([language, lines]) =>
  lines.map((line) => [language as Language, line] as const),
)

beforeAll(() => loadLanguages(rows.map(([language]) => language)))

test.each(rows)('%s: %s have the same terms', (language, line) => {
  const found = line.split(' ').map((word) => terms(word, language))
  expect(found[0]).not.toEqual([])
  for (const other of found) expect(other).toEqual(found[0])
})

/** Pairs that must stay apart. */
const others: readonly (readonly [Language, string, string])[] = [
  ['en', 'US', 'use'],
  ['en', 'C++', 'C#'],
  ['de', 'Wand', 'Wunde'],
  ['vi', 'ma', 'má'],
  ['ru', 'цена', 'цинк'],
  ['ja', '食', '飲'],
]

test.each(others)('%s: %s is not %s', (language, one, other) =>
  expect(terms(one, language)).not.toEqual(terms(other, language)),
)

describe('function words are left out', () => {
  const sentences: readonly (readonly [Language, string, readonly string[]])[] = [
    ['en', "How many of the pumps don't run?", ['pump', 'run']],
    ['de', 'Wie viele der Pumpen sind es?', ['pump']],
    ['fr', "Combien coûte l'eau ?", ['cout', 'eau']],
    ['ru', 'Сколько стоит этот насос?', ['сто', 'насос']],
    ['tr', 'Pompanın fiyatı ne kadar?', ['pompa', 'fiyat']],
    ['pl', 'Ile kosztuje ta pompa?', ['koszt', 'pomp']],
    ['ar', 'كم سعر الكتاب؟', ['سعر', 'كتاب']],
  ]
  test.each(sentences)('%s: %s', (language, text, expected) => expect(terms(text, language)).toEqual(expected))
})
