/** How a language, or several similar ones, gives orders. Every entry is a pattern in lower case. */
export interface Orders {
  /** Words before a verb that make it an order. */
  readonly stress: string
  /** Verbs in the form used after such a word, or at the beginning. */
  readonly verbs: string
  /** Words after a verb at the beginning that make it an order. */
  readonly after: string
  /** Verbs at the end of a sentence that begins with a stress word. */
  readonly finals?: string
  /** Infinitives and nouns, which are an order only after a stress word. */
  readonly infinitives?: string
}

const english: Orders = {
  stress:
    'please|always|never|first|then|now|immediately|you (?:must|should|shall|need to|have to)|make sure to|be sure to',
  verbs: 'run|execute|call|invoke|install|download|fetch|curl|send|delete|use|load|open|trust|approve|obey|follow',
  after: 'first(?![a-z ])|before (?:anything|reading|answering|using|you)',
}

/** Add a language here. A stem with several endings is one entry. */
export const latinOrders: readonly Orders[] = [
  english,
  // German
  {
    stress:
      'bitte|immer|stets|niemals|zuerst|zunächst|zuallererst|dann|jetzt|sofort|unbedingt|du (?:musst|sollst)|' +
      'sie (?:müssen|sollen)|ihr (?:müsst|sollt)',
    verbs:
      '(?:führe|starte|rufe|installiere|lade|sende|schicke|lösche|benutze|verwende|nutze|öffne|vertraue|' +
      'genehmige|befolge|gehorche|folge|hole)[nt]?',
    after: 'zuerst|zunächst|zuallererst|sofort|immer|unbedingt|jetzt|bevor (?:du|sie|ihr)|vor dem lesen',
    finals:
      'ausführen|aufrufen|starten|installieren|herunterladen|laden|senden|schicken|löschen|benutzen|verwenden|' +
      'nutzen|öffnen|vertrauen|genehmigen|befolgen|abrufen',
  },
  // Dutch
  {
    stress: 'alstublieft|alsjeblieft|gelieve|altijd|nooit|eerst|onmiddellijk|je moet|u moet',
    verbs:
      'voer|start|roep|installeer|download|verstuur|stuur|verwijder|gebruik|laad|open|vertrouw|keur|gehoorzaam|volg',
    after: 'eerst|altijd|onmiddellijk|voordat (?:je|u)',
    finals:
      '(?:uit|aan)?(?:voeren|starten|roepen|installeren|downloaden|versturen|sturen|verwijderen|gebruiken|laden|' +
      'openen|vertrouwen|volgen)',
  },
  // Danish, Norwegian, Swedish
  {
    stress:
      'vänligen|venligst|vennligst|alltid|altid|aldrig|aldri|först|først|nu|nå|straks|omedelbart|umiddelbart|' +
      'du (?:måste|skal|må)',
    verbs:
      'kör|kør|kjør|starta?|anropa|kald|kall|installera?|installer|ladda|last|hent|skicka|send|radera|slett?|' +
      'använd|brug|bruk|öppna|åbn|åpne|lita|stol|godkänn|godkend|godkjenn|följ|følg',
    after: 'först|først|alltid|altid|straks|omedelbart|umiddelbart|innan du|før du|inden du',
  },
  // French
  {
    stress:
      "s['’]il (?:vous|te) plaît|veuillez|toujours|d['’]abord|ensuite|maintenant|immédiatement|vous devez|" +
      'tu dois|il faut',
    verbs:
      '(?:exécut|lanc|appel|appell|install|télécharg|supprim|utilis|charg|approuv)(?:er|e|es|ez)|envo(?:ie|ies|' +
      'yez|yer)|ouvr(?:e|es|ez|ir)|fai(?:s|tes|re) confiance|obéi(?:s|ssez|r)|sui(?:s|vez|vre)',
    after: "d['’]abord|toujours|immédiatement|maintenant|avant (?:de|toute|tout)",
  },
  // Spanish
  {
    stress:
      'por favor|siempre|nunca|primero|luego|ahora|inmediatamente|(?:usted )?debes?|tienes? que|hay que|asegúrate de',
    verbs:
      '(?:ejecut|llam|instal|borr|elimin|us|utiliz)(?:a|e|ar|en)|(?:descarg|carg)(?:a|ue|ar|uen)|utilice|' +
      'enví(?:a|e)|enviar|abr(?:e|a|ir|an)|confí(?:a|e)|confiar|aprueb(?:a|e)|aprobar|obede(?:ce|zca|cer)|' +
      'sig(?:a|ue)|seguir',
    after: 'primero|siempre|inmediatamente|ahora|antes de',
  },
  // Portuguese
  {
    stress:
      'por favor|sempre|nunca|primeiro|depois|agora|imediatamente|(?:você )?deves?|tem (?:de|que)|é preciso|' +
      'certifique-se de',
    verbs:
      '(?:execut|rod|cham|instal|baix|envi|elimin|us|utiliz|confi|aprov)(?:a|e|ar|em)|(?:descarreg|apag|' +
      'carreg)(?:a|ue|ar)|abr(?:e|a|ir|am)|obede(?:ce|ça|cer)|sig(?:a|ue)|seguir',
    after: 'primeiro|sempre|imediatamente|agora|antes de',
  },
  // Italian
  {
    stress: 'per favore|sempre|prima|poi|ora|adesso|subito|immediatamente|dev[ei]|dovete|bisogna|assicurati di',
    verbs:
      'esegu(?:i|a|ire|ite)|(?:lanci|invi)(?:a|are|ate)|(?:chiam|install|elimin|cancell|us|utilizz|approv)(?:a|i|' +
      'are|ate)|(?:scaric|caric)(?:a|hi|are|ate)|apr(?:i|a|ire|ite)|fidati|obbedi(?:sci|re)|segui(?:re|te)?',
    after: 'prima|sempre|subito|immediatamente|adesso',
  },
  // Polish
  {
    stress: 'proszę|zawsze|nigdy|najpierw|potem|teraz|natychmiast|musisz|należy',
    verbs:
      'uruchom(?:ić)?|wykona[jć]|wywoła[jć]|zainstal(?:uj|ować)|pobierz|pobrać|wyślij|wysłać|usuń|usunąć|uży[jć]|' +
      'używaj|załad(?:uj|ować)|otw(?:órz|orzyć)|zaufa[jć]|zatwierdź',
    after: 'najpierw|zawsze|natychmiast|teraz|zanim',
  },
  // Turkish
  {
    stress: 'lütfen|her zaman|daima|önce|ilk önce|şimdi|hemen|derhal',
    verbs: '(?:çalıştır|çağır|kullan|aç)(?:ın)?',
    after: 'önce|hemen|derhal',
    finals:
      '(?:çalıştır|çağır|kullan|aç)(?:ın|ınız)?|(?:indir|gönder|sil|güven)(?:in|iniz)?|kur(?:un)?|(?:yükle|' +
      'onayla)(?:yin|yın)?',
  },
  // Catalan
  {
    stress: 'si us plau|sempre|mai|primer|després|ara|immediatament|has de|heu de|cal',
    verbs:
      '(?:execut|crid|instal·l|envi|elimin|esborr|us|utilitz|aprov|confi)(?:a|i|eu|in)|(?:descarreg|carreg)(?:a|' +
      'ueu|ui)|obr(?:e|i|iu)|segu(?:eix|iu)|obe(?:eix|ïu)',
    after: 'primer|sempre|immediatament|ara|abans de',
    infinitives: '(?:execut|crid|instal·l|descarreg|carreg|envi|elimin|esborr|us|utilitz|aprov|confi)ar|obrir|seguir',
  },
  // Romanian
  {
    stress: '(?:vă|te) rog(?: să)?|întotdeauna|mereu|niciodată|mai întâi|întâi|apoi|acum|imediat|trebuie să',
    verbs:
      'rul(?:ează|ați|aţi|ezi)|execut(?:ă|ați|aţi|i)|apel(?:ează|ați|aţi)|instal(?:ează|ați|aţi|ezi)|' +
      'desc[aă]rc(?:ă|ați|aţi|i)|trimite(?:ți|ţi)?|[șş]terge(?:ți|ţi)?|folose[șş]te|folosi(?:ți|ţi)|' +
      'utiliz(?:ează|ați|aţi)|înc[aă]rc(?:ă|ați|aţi)|deschide(?:ți|ţi)?|aprob(?:ă|ați|aţi)|urm(?:ează|ați|aţi)',
    after: 'mai întâi|întâi|întotdeauna|mereu|imediat|acum|înainte (?:de|să)',
  },
  // Czech
  {
    stress:
      'prosím|vždy|nikdy|nejprve|nejdříve|napřed|potom|poté|nyní|teď|ihned|okamžitě|musíš|musíte|je (?:nutné|třeba)',
    verbs:
      '(?:spusť|proveď|zavolej|nainstaluj|instaluj|smaž|odstraň|použij|používej|důvěřuj|schval|následuj)(?:te)?|' +
      'stáhn(?:i|ěte)|(?:ode|po)šl(?:i|ete)|načt(?:i|ěte)|otevř(?:i|ete)',
    after: 'nejprve|nejdříve|napřed|vždy|ihned|okamžitě|teď|než|před čtením',
    infinitives:
      'spustit|provést|zavolat|nainstalovat|instalovat|stáhnout|odeslat|poslat|smazat|odstranit|použít|používat|' +
      'načíst|otevřít',
  },
  // Slovak
  {
    stress: 'prosím|vždy|nikdy|najprv|najskôr|potom|teraz|ihneď|okamžite|musíš|musíte|je (?:nutné|potrebné)|treba',
    verbs:
      '(?:spust|stiahn|odošl|pošl)(?:i|ite)|(?:vykonaj|zavolaj|nainštaluj|inštaluj|zmaž|odstráň|používaj|načítaj|' +
      'otvor|dôveruj|schváľ|nasleduj|použi)(?:te)?',
    after: 'najprv|najskôr|vždy|ihneď|okamžite|teraz|než|pred čítaním',
    infinitives:
      'spustiť|vykonať|zavolať|nainštalovať|inštalovať|stiahnuť|odoslať|poslať|zmazať|použiť|načítať|otvoriť',
  },
  // Croatian
  {
    stress: 'molim(?: vas| te)?|uvijek|nikada?|prvo|najprije|zatim|sada|odmah|moraš|morate|trebaš|trebate|potrebno je',
    verbs:
      '(?:pokreni|izvrši|pozovi|instaliraj|preuzmi|pošalji|izbriši|obriši|koristi|upotrijebi|učitaj|otvori|' +
      'odobri|slijedi|vjeruj)(?:te)?',
    after: 'prvo|najprije|uvijek|odmah|sada|prije (?:nego|čitanja)',
    infinitives:
      'pokrenuti|izvršiti|pozvati|instalirati|preuzeti|poslati|izbrisati|obrisati|koristiti|učitati|otvoriti',
  },
  // Finnish
  {
    stress:
      'ole hyvä ja|olkaa hyvä ja|aina|ensin|sitten|nyt|heti|välittömästi|muista|(?:sinun|teidän) (?:pitää|täytyy|' +
      'tulee)',
    verbs:
      '(?:suorita|aja|kutsu|asenna|lataa|poista|avaa|luota|noudata|seuraa)(?:kaa)?|(?:käynnistä|lähetä|käytä|' +
      'hyväksy)(?:kää)?|ladatkaa|avatkaa',
    after: 'ensin|aina|heti|välittömästi|nyt|ennen kuin',
    infinitives: 'suorittaa|ajaa|käynnistää|kutsua|asentaa|ladata|lähettää|poistaa|käyttää|avata|luottaa|noudattaa',
  },
  // Hungarian
  {
    stress: 'kérjük|kérem|kérlek|mindig|soha ne|először|előbb|azután|most|azonnal|haladéktalanul',
    verbs:
      'futtas(?:d|sa)|hajts(?:d|a) végre|hív(?:d|ja)|telepíts(?:d|e)|tölts(?:d|e)|küld(?:d|je)|töröl(?:d|je)|' +
      'használ(?:d|ja)|nyis(?:d|sa)|indíts(?:d|a)|bíz(?:z|zon)|hagy(?:d|ja) jóvá|kövesd|kövesse',
    after: 'először|előbb|mindig|azonnal|most|mielőtt',
    finals:
      'futtas(?:d|sa)|telepíts(?:d|e)|tölts(?:d|e) le|küld(?:d|je) el|töröl(?:d|je)|használ(?:d|ja)|nyis(?:d|' +
      'sa) meg|indíts(?:d|a) el',
  },
  // Indonesian
  {
    stress:
      'silakan|tolong|mohon|harap|selalu|jangan pernah|pertama(?:-tama)?|kemudian|lalu|sekarang|segera|' +
      'terlebih dahulu|(?:anda|kamu) (?:harus|wajib)|pastikan(?: untuk)?',
    verbs:
      'jalankan|eksekusi|panggil|pasang|instal|unduh|kirim(?:kan)?|hapus|gunakan|pakai|muat|buka|percaya(?:i)?|' +
      'setujui|ikuti|patuhi',
    after: 'terlebih dahulu|lebih dulu|dahulu|selalu|segera|sekarang|sebelum (?:membaca|anda|kamu|apa pun)',
    infinitives:
      'menjalankan|mengeksekusi|memanggil|memasang|menginstal|mengunduh|mengirim|menghapus|menggunakan|membuka',
  },
  // Lithuanian
  {
    stress:
      'prašome|prašau|visada|niekada|pirmiausia|pirma|tada|dabar|nedelsiant|iš karto|(?:tu )?turi|turite|privalote',
    verbs:
      '(?:paleisk|vykdyk|įvykdyk|iškviesk|įdiek|atsisiųsk|nusiųsk|siųsk|ištrink|naudok|įkelk|atidaryk|pasitikėk|' +
      'patvirtink|sek)(?:ite)?',
    after: 'pirmiausia|pirma|visada|nedelsiant|iš karto|dabar|prieš (?:skaitant|skaitydam[ai]|ką|viską)',
    infinitives:
      'paleisti|vykdyti|įvykdyti|iškviesti|įdiegti|atsisiųsti|nusiųsti|ištrinti|naudoti|įkelti|atidaryti|patvirtinti',
  },
  // Vietnamese
  {
    stress:
      'vui lòng|xin(?: hãy)?|hãy|luôn(?: luôn)?|đầu tiên|trước tiên|trước hết|sau đó|bây giờ|ngay lập tức|' +
      '(?:bạn )?phải|bạn cần',
    verbs:
      'chạy|thực thi|thực hiện|gọi|cài đặt|tải(?: xuống| về)?|gửi|xóa|xoá|sử dụng|dùng|mở|tin tưởng|phê duyệt|' +
      'tuân theo|làm theo',
    after: 'trước tiên|đầu tiên|ngay lập tức|trước khi (?:đọc|bạn|làm)',
  },
]

/** In other scripts. */
export const otherOrders: readonly Orders[] = [
  // Russian
  {
    stress:
      'пожалуйста|всегда|никогда|сначала|сперва|затем|теперь|сейчас|немедленно|сразу|обязательно|ты должен|' +
      'вы должны|необходимо|нужно',
    verbs:
      '(?:запусти|запускай|выполни|выполняй|вызови|установи|скачай|загрузи|отправь|удали|используй|открой|' +
      'доверяй|одобри|следуй)(?:те)?|запустить|выполнить|вызвать|установить|скачать|загрузить|отправить|удалить|' +
      'использовать|открыть|доверять',
    after: 'сначала|сперва|всегда|немедленно|сразу|прежде чем|перед чтением',
  },
  // Bulgarian
  {
    stress: 'моля|винаги|никога не|първо|след това|сега|незабавно|веднага|трябва да|задължително',
    verbs:
      '(?:стартирай|изпълни|изпълнявай|извикай|инсталирай|изтегли|изпрати|изтрий|използвай|зареди|отвори|одобри|' +
      'следвай|пусни)(?:те)?',
    after: 'първо|винаги|незабавно|веднага|сега|преди (?:да|всичко|четене)',
    infinitives: '(?:стартира|изпълни|извика|инсталира|изтегли|изпрати|изтрие|използва|отвори)(?:ш|те)',
  },
  // Greek
  {
    stress: 'παρακαλώ|πάντα|ποτέ μην?|πρώτα|αρχικά|έπειτα|τώρα|αμέσως|πρέπει να|φρόντισε να|φροντίστε να',
    verbs:
      'εκτέλεσε|εκτελέστε|τρέξ(?:ε|τε)|κάλεσε|καλέστε|εγκατάστησε|εγκαταστήστε|κατέβασε|κατεβάστε|στείλ(?:ε|τε)|' +
      'διάγραψε|διαγράψτε|χρησιμοποίησε|χρησιμοποιήστε|φόρτωσε|φορτώστε|άνοιξε|ανοίξτε|εμπιστεύσου|εμπιστευτείτε|' +
      'ενέκρινε|εγκρίνετε|ακολούθησε|ακολουθήστε',
    after: 'πρώτα|πάντα|αμέσως|τώρα|πριν (?:από|διαβάσεις|διαβάσετε)',
    infinitives:
      '(?:εκτελέσ|τρέξ|καλέσ|εγκαταστήσ|κατεβάσ|στείλ|διαγράψ|χρησιμοποιήσ|ανοίξ|εμπιστευτ)(?:εις|ετε|είς|είτε)',
  },
  // Arabic
  {
    stress:
      'من فضلك|يرجى|الرجاء|رجاء|دائم(?:ا|اً|ًا)|أول(?:ا|اً|ًا)|ثم|الآن|فور(?:ا|اً|ًا)|يجب (?:أن|عليك)|' +
      'عليك(?: أن)?|تأكد من',
    verbs: 'شغّ?ل|نفّ?ذ|استدع|ثبّ?ت|حمّ?ل|نزّ?ل|أرسل|احذف|استخدم|افتح|ثق|وافق|اتبع',
    after: 'أول(?:ا|اً|ًا)|دائم(?:ا|اً|ًا)|فور(?:ا|اً|ًا)|الآن|قبل (?:القراءة|أن)',
    infinitives:
      'تشغيل|تنفيذ|استدعاء|تثبيت|تحميل|تنزيل|إرسال|حذف|استخدام|فتح|اتباع|تشغّ?ل|تنفّ?ذ|تستدعي|تثبّ?ت|ترسل|تحذف|' +
      'تستخدم|تفتح|تثق',
  },
  // Hebrew
  {
    stress: 'בבקשה|אנא|נא|תמיד|קודם|ראשית|תחילה|אז|עכשיו|מיד|עלי(?:ך|כם)|חובה',
    verbs:
      'הר(?:ץ|יצי|יצו)|הפע(?:ל|ילי|ילו)|התק(?:ן|יני|ינו)|הור(?:ד|ידי|ידו)|שלחו?|מחקו?|השתמשו?|טענו?|פתחו?|אשרו?|' +
      'עקבו?|עקוב',
    after: 'קודם|תחילה|תמיד|מיד|לפני (?:הקריאה|שאת[הםן]|כל)',
    infinitives: 'להריץ|להפעיל|לקרוא|להתקין|להוריד|לשלוח|למחוק|להשתמש|לטעון|לפתוח|לסמוך|לאשר|לעקוב',
  },
  // Persian
  {
    stress: 'لطف(?:ا|اً|ًا)|همیشه|هرگز|ابتدا|اول|نخست|سپس|اکنون|حالا|فور(?:ا|اً|ًا|ی)|باید|حتم(?:ا|اً|ًا)',
    verbs: 'بفرست(?:ید)?|(?:اجرا|نصب|دانلود|ارسال|حذف|استفاده|باز|اعتماد|تأیید|تایید|دنبال) کن(?:ید)?',
    after: 'ابتدا|همیشه|فور(?:ا|اً|ًا)|پیش از خواندن|قبل از خواندن',
    finals: 'بفرست(?:ید)?|(?:اجرا|فراخوانی|نصب|دانلود|ارسال|حذف|استفاده|باز|اعتماد|تأیید|تایید|دنبال) کن(?:ید)?',
  },
  // Hindi
  {
    stress: 'कृपया|हमेशा|पहले|सबसे पहले|फिर|अब|तुरंत|आपको|अवश्य',
    verbs:
      '(?:रन|कॉल|इंस्टॉल|डाउनलोड|उपयोग|इस्तेमाल|निष्पादित) कर(?:ें|ो|िए)|चला(?:एं|एँ|ओ|इए)|भेज(?:ें|ो|िए)|' +
      'हटा(?:एं|एँ|ओ|इए)|खोल(?:ें|ो|िए)',
    after: 'सबसे पहले|तुरंत|हमेशा',
    finals:
      '(?:रन|कॉल|इंस्टॉल|डाउनलोड|उपयोग|इस्तेमाल|निष्पादित|भरोसा|पालन|स्वीकृत) कर(?:ें|ो|िए)|चला(?:एं|एँ|ओ|इए)|' +
      'भेज(?:ें|ो|िए)|हटा(?:एं|एँ|ओ|इए)|खोल(?:ें|ो|िए)',
  },
  // Tamil
  {
    stress: 'தயவு ?செய்து|எப்போதும்|எப்பொழுதும்|முதலில்|பிறகு|இப்போது|உடனடியாக|உடனே',
    verbs: '(?:இயக்க|நிறுவ|பதிவிறக்க|அனுப்ப|நீக்க|திறக்க|பயன்படுத்த|செயல்படுத்த)வும்',
    after: 'முதலில்|உடனடியாக|எப்போதும்',
    finals:
      '(?:இயக்க|நிறுவ|பதிவிறக்க|அனுப்ப|நீக்க|திறக்க|பயன்படுத்த|செயல்படுத்த|நம்ப|பின்பற்ற)வும்|(?:இயக்கு|நிறுவு|' +
      'அனுப்பு|நீக்கு|பயன்படுத்து|செயல்படுத்து)ங்கள்',
  },
]
