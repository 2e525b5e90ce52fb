import { describe, expect, test } from 'vitest'
import { detectLanguage, detectTaskLanguage, type Language } from '../../../src/text/lexicon/lexicon.ts'

/** The same two sentences. */
const texts: Readonly<Partial<Record<Language, string>>> = {
  en: 'The pump has a warranty of two years. If it does not start, please check the fuse and call our service.',
  de: 'Die Pumpe hat eine Garantie von zwei Jahren. Wenn sie nicht startet, prüfen Sie bitte die Sicherung und rufen Sie unseren Service an.',
  nl: 'De pomp heeft een garantie van twee jaar. Als hij niet start, controleer dan de zekering en bel onze service.',
  sv: 'Pumpen har en garanti på två år. Om den inte startar, kontrollera säkringen och ring vår service.',
  da: 'Pumpen har en garanti på to år. Hvis den ikke starter, skal du kontrollere sikringen og ringe til os efter hjælp, hvornår det er.',
  no: 'Pumpen har en garanti på to år. Hvis den ikke starter, må du sjekke sikringen og ringe oss etter hjelp. Det ble også sagt av dem hva som er galt.',
  fr: 'La pompe a une garantie de deux ans. Si elle ne démarre pas, vérifiez le fusible et appelez notre service après-vente dans les plus brefs délais.',
  es: 'La bomba tiene una garantía de dos años. Si no arranca, compruebe el fusible y llame a nuestro servicio para que lo revise.',
  it: 'La pompa ha una garanzia di due anni. Se non si avvia, controllare il fusibile e chiamare il nostro servizio per la riparazione.',
  pt: 'A bomba tem uma garantia de dois anos. Se não arrancar, verifique o fusível e ligue para o nosso serviço em caso de dúvida.',
  ca: 'La bomba té una garantia de dos anys. Si no arrenca, comproveu el fusible i truqueu als nostres tècnics amb el número de la factura.',
  ro: 'Pompa are o garanție de doi ani. Dacă nu pornește, verificați siguranța și sunați la serviciul nostru pentru că este gratuit.',
  pl: 'Pompa ma gwarancję na dwa lata. Jeśli się nie uruchamia, należy sprawdzić bezpiecznik i zadzwonić do nas, bo jest to bezpłatne.',
  cs: 'Čerpadlo má záruku dva roky. Pokud se nespustí, zkontrolujte pojistku a zavolejte na náš servis, který je pro vás zdarma.',
  sk: 'Čerpadlo má záruku dva roky. Ak sa nespustí, skontrolujte poistku a zavolajte na náš servis, ktorý je pre vás zadarmo.',
  sl: 'Črpalka ima garancijo dve leti. Če se ne zažene, preverite varovalko in pokličite našo službo, ki je na voljo za vas tudi ob sobotah.',
  hr: 'Pumpa ima jamstvo od dvije godine. Ako se ne pokrene, provjerite osigurač i nazovite našu službu koja je dostupna i subotom, kao što je navedeno.',
  lt: 'Siurblys turi dvejų metų garantiją. Jei jis neįsijungia, patikrinkite saugiklį ir skambinkite mums, nes tai yra nemokama ir po darbo.',
  fi: 'Pumpulla on kahden vuoden takuu. Jos se ei käynnisty, tarkista sulake ja soita huoltoon, joka on auki myös lauantaisin.',
  hu: 'A szivattyúra két év garancia van. Ha nem indul el, ellenőrizze a biztosítékot, és hívja az ügyfélszolgálatot, mert ez ingyenes.',
  tr: 'Pompanın iki yıl garantisi var. Çalışmazsa sigortayı kontrol edin ve servisi arayın; bu hizmet için ücret ödemeniz gerekmez ve çok hızlıdır.',
  id: 'Pompa ini memiliki garansi dua tahun. Jika tidak menyala, periksa sekering dan hubungi layanan kami untuk bantuan yang lebih cepat.',
  vi: 'Máy bơm có bảo hành hai năm. Nếu không khởi động được, hãy kiểm tra cầu chì và gọi cho bộ phận hỗ trợ của chúng tôi.',
  ru: 'Насос имеет гарантию два года. Если он не запускается, проверьте предохранитель и позвоните в нашу службу, это бесплатно.',
  uk: 'Насос має гарантію два роки. Якщо він не запускається, перевірте запобіжник і зателефонуйте до нашої служби, це безкоштовно.',
  bg: 'Помпата има гаранция от две години. Ако не се включи, проверете предпазителя и се обадете на нашия сервиз, който е безплатен.',
  el: 'Η αντλία έχει εγγύηση δύο ετών.',
  ar: 'المضخة لها ضمان لمدة سنتين. إذا لم تعمل، تحقق من المصهر واتصل بالخدمة.',
  fa: 'پمپ دو سال گارانتی دارد. اگر روشن نشد، فیوز را بررسی کنید و با خدمات ما تماس بگیرید.',
  he: 'למשאבה יש אחריות לשנתיים. אם היא אינה מתחילה, בדקו את הנתיך.',
  hi: 'पंप की दो साल की वारंटी है। यदि यह चालू नहीं होता है, तो फ़्यूज़ की जाँच करें।',
  ta: 'பம்பிற்கு இரண்டு ஆண்டு உத்தரவாதம் உள்ளது.',
  zh: '水泵保修两年。如果无法启动，请检查保险丝并致电我们的服务部门。',
  ja: 'ポンプの保証期間は二年です。起動しない場合は、ヒューズを確認してください。',
  ko: '펌프의 보증 기간은 2년입니다. 작동하지 않으면 퓨즈를 확인하십시오.',
  th: 'ปั๊มมีการรับประกันสองปี หากไม่ทำงาน ให้ตรวจสอบฟิวส์',
}

test.each(Object.entries(texts))('%s: %s', (language, text) => expect(detectLanguage(text)).toBe(language))

test('what its words do not tell stays open', () => {
  for (const text of ['', '12345', 'foo = bar[0]; baz(qux)', 'Lorem ipsum', '{"a": [1, 2, 3]}'])
    expect(detectLanguage(text)).toBe('und')
})

test('code in English does not hide a Chinese text', () => {
  expect(detectLanguage('要安装服务器，请运行 npm install express，然后打开配置文件并设置端口。')).toBe('zh')
})

test('what stands before the text is not looked at', () => {
  const head = 'name: pump\ndescription: this is the warranty of the pump and what it does for you\n'
  expect(detectLanguage(`${head}Die Pumpe ist neu.`, head.length)).toBe('de')
})

describe('the language of a task', () => {
  const rows: readonly (readonly [task: string, documents: readonly Language[], language: Language])[] = [
    ['How many pumps are there?', ['de'], 'en'],
    ['Wie viele Pumpen sind da?', ['en'], 'de'],
    ['Wann war das?', ['en', 'de'], 'de'],
    ['WLAN Passwort', ['de'], 'de'],
    ['Die casting', ['en'], 'en'],
    ['pump price', ['en', 'de'], 'und'],
    ['水泵价格', ['en'], 'zh'],
    ['東京都', ['ja'], 'ja'],
    ['Сколько стоит насос?', ['en'], 'ru'],
    ['Скільки коштує насос?', ['uk'], 'uk'],
  ]
  test.each(rows)('%s beside documents in %s', (task, documents, language) =>
    expect(detectTaskLanguage(task, new Set(documents))).toBe(language),
  )
})
