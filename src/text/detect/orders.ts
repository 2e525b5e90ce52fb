/** How one language, or several that are alike, tells its reader to do something. Every entry is a pattern in lower case. */
interface Orders {
  /** Words before a verb that make it an order. */
  readonly stress: string
  /** Verbs as they stand after such a word, or at the beginning. */
  readonly verbs: string
  /** Words behind a verb at the beginning that make it an order. */
  readonly after: string
  /** Verbs at the end of a sentence that begins with a stress word. */
  readonly finals?: string
}

const english: Orders = {
  stress:
    'please|always|never|first|then|now|immediately|you (?:must|should|shall|need to|have to)|make sure to|be sure to',
  verbs: 'run|execute|call|invoke|install|download|fetch|curl|send|delete|use|load|open|trust|approve|obey|follow',
  after: 'first(?![\\p{L} ])|before (?:anything|reading|answering|using|you)',
}

/** Add a language here. A stem with several endings is one entry. */
const languages: readonly Orders[] = [
  english,
  // German
  {
    stress:
      'bitte|immer|stets|niemals|zuerst|zunächst|zuallererst|dann|jetzt|sofort|unbedingt|du (?:musst|sollst)|sie (?:müssen|sollen)|ihr (?:müsst|sollt)',
    verbs:
      '(?:führe|starte|rufe|installiere|lade|sende|schicke|lösche|benutze|verwende|nutze|öffne|vertraue|genehmige|befolge|gehorche|folge|hole)[nt]?',
    after: 'zuerst|zunächst|zuallererst|sofort|immer|unbedingt|jetzt|bevor (?:du|sie|ihr)|vor dem lesen',
    finals:
      'ausführen|aufrufen|starten|installieren|herunterladen|laden|senden|schicken|löschen|benutzen|verwenden|nutzen|öffnen|vertrauen|genehmigen|befolgen|abrufen',
  },
  // Dutch
  {
    stress: 'alstublieft|alsjeblieft|gelieve|altijd|nooit|eerst|onmiddellijk|je moet|u moet',
    verbs:
      'voer|start|roep|installeer|download|verstuur|stuur|verwijder|gebruik|laad|open|vertrouw|keur|gehoorzaam|volg',
    after: 'eerst|altijd|onmiddellijk|voordat (?:je|u)',
    finals:
      '(?:uit|aan)?(?:voeren|starten|roepen|installeren|downloaden|versturen|sturen|verwijderen|gebruiken|laden|openen|vertrouwen|volgen)',
  },
  // Danish, Norwegian, Swedish
  {
    stress:
      'vänligen|venligst|vennligst|alltid|altid|aldrig|aldri|först|først|nu|nå|straks|omedelbart|umiddelbart|du (?:måste|skal|må)',
    verbs:
      'kör|kør|kjør|starta?|anropa|kald|kall|installera?|installer|ladda|last|hent|skicka|send|radera|slett?|använd|brug|bruk|öppna|åbn|åpne|lita|stol|godkänn|godkend|godkjenn|följ|følg',
    after: 'först|først|alltid|altid|straks|omedelbart|umiddelbart|innan du|før du|inden du',
  },
  // French
  {
    stress:
      "s['’]il (?:vous|te) plaît|veuillez|toujours|d['’]abord|ensuite|maintenant|immédiatement|vous devez|tu dois|il faut",
    verbs:
      '(?:exécut|lanc|appel|appell|install|télécharg|supprim|utilis|charg|approuv)(?:er|e|es|ez)|envo(?:ie|ies|yez|yer)|ouvr(?:e|es|ez|ir)|fai(?:s|tes|re) confiance|obéi(?:s|ssez|r)|sui(?:s|vez|vre)',
    after: "d['’]abord|toujours|immédiatement|maintenant|avant (?:de|toute|tout)",
  },
  // Spanish
  {
    stress:
      'por favor|siempre|nunca|primero|luego|ahora|inmediatamente|(?:usted )?debes?|tienes? que|hay que|asegúrate de',
    verbs:
      '(?:ejecut|llam|instal|borr|elimin|us|utiliz)(?:a|e|ar|en)|(?:descarg|carg)(?:a|ue|ar|uen)|utilice|enví(?:a|e)|enviar|abr(?:e|a|ir|an)|confí(?:a|e)|confiar|aprueb(?:a|e)|aprobar|obede(?:ce|zca|cer)|sig(?:a|ue)|seguir',
    after: 'primero|siempre|inmediatamente|ahora|antes de',
  },
  // Portuguese
  {
    stress:
      'por favor|sempre|nunca|primeiro|depois|agora|imediatamente|(?:você )?deves?|tem (?:de|que)|é preciso|certifique-se de',
    verbs:
      '(?:execut|rod|cham|instal|baix|envi|elimin|us|utiliz|confi|aprov)(?:a|e|ar|em)|(?:descarreg|apag|carreg)(?:a|ue|ar)|abr(?:e|a|ir|am)|obede(?:ce|ça|cer)|sig(?:a|ue)|seguir',
    after: 'primeiro|sempre|imediatamente|agora|antes de',
  },
  // Italian
  {
    stress: 'per favore|sempre|prima|poi|ora|adesso|subito|immediatamente|dev[ei]|dovete|bisogna|assicurati di',
    verbs:
      'esegu(?:i|a|ire|ite)|(?:lanci|invi)(?:a|are|ate)|(?:chiam|install|elimin|cancell|us|utilizz|approv)(?:a|i|are|ate)|(?:scaric|caric)(?:a|hi|are|ate)|apr(?:i|a|ire|ite)|fidati|obbedi(?:sci|re)|segui(?:re|te)?',
    after: 'prima|sempre|subito|immediatamente|adesso',
  },
  // Polish
  {
    stress: 'proszę|zawsze|nigdy|najpierw|potem|teraz|natychmiast|musisz|należy',
    verbs:
      'uruchom(?:ić)?|wykona[jć]|wywoła[jć]|zainstal(?:uj|ować)|pobierz|pobrać|wyślij|wysłać|usuń|usunąć|uży[jć]|używaj|załad(?:uj|ować)|otw(?:órz|orzyć)|zaufa[jć]|zatwierdź',
    after: 'najpierw|zawsze|natychmiast|teraz|zanim',
  },
  // Russian
  {
    stress:
      'пожалуйста|всегда|никогда|сначала|сперва|затем|теперь|сейчас|немедленно|сразу|обязательно|ты должен|вы должны|необходимо|нужно',
    verbs:
      '(?:запусти|запускай|выполни|выполняй|вызови|установи|скачай|загрузи|отправь|удали|используй|открой|доверяй|одобри|следуй)(?:те)?|запустить|выполнить|вызвать|установить|скачать|загрузить|отправить|удалить|использовать|открыть|доверять',
    after: 'сначала|сперва|всегда|немедленно|сразу|прежде чем|перед чтением',
  },
  // Turkish
  {
    stress: 'lütfen|her zaman|daima|önce|ilk önce|şimdi|hemen|derhal',
    verbs: '(?:çalıştır|çağır|kullan|aç)(?:ın)?',
    after: 'önce|hemen|derhal',
    finals:
      '(?:çalıştır|çağır|kullan|aç)(?:ın|ınız)?|(?:indir|gönder|sil|güven)(?:in|iniz)?|kur(?:un)?|(?:yükle|onayla)(?:yin|yın)?',
  },
]

/** Chinese, Japanese and Korean have no blanks; the last two end an order with its verb. */
const unspaced: readonly string[] = [
  '(?:请|請|务必|務必|必须|必須|一定要|总是|總是|始终|首先|先(?![进進生前])|立即|马上|馬上|现在|現在)[^.!?;。！？；\\n]{0,12}(?:运行|執行|执行|調用|调用|安装|安裝|下载|下載|发送|發送|删除|刪除|使用|加载|打开|打開|信任|批准|服从|遵循|遵守|忽略)',
]
const requests =
  '(?:実行|起動|呼び出|呼出|インストール|ダウンロード|送信|削除|使用|利用|信頼|承認|無視)し?(?:てください|て下さい|なさい|せよ|ろ|すること)|(?:読み込んで|開いて|使って|従って)(?:ください|下さい)|(?:실행|호출|설치|다운로드|전송|삭제|사용|신뢰|승인|무시)(?:하세요|하십시오|해 ?주세요|해라|하라|할 것)'

const start = '(?:^|[.!?;:。！？；：\\n][\\s"\'«»„“”‚‘’(]{0,8})'
const end = '(?=\\s{0,4}(?:[.!;。！；\\n]|$))'
const whole = '(?![\\p{L}\\p{M}])'
/** Up to the end of the sentence; a full stop may be part of a path. */
const rest = '(?:[^.!?\\n]|[.!?](?=\\S)){1,200}'

/** Every part is bounded, so matching is linear. */
const ordersOf = ({ stress, verbs, after, finals }: Orders): readonly string[] => [
  `(?:(?:${stress}),? {1,4}){1,4}(?:${verbs})${whole}`,
  `(?:${verbs})${whole}${rest}(?<![\\p{L}\\p{M}])(?:${after})${whole}`,
  ...(finals === undefined ? [] : [`(?:${stress})${whole}${rest}(?<![\\p{L}\\p{M}])(?:${finals})${end}`]),
]

const patterns = [
  new RegExp(`${start}(?:${[...languages.flatMap(ordersOf), ...unspaced].join('|')})`, 'u'),
  new RegExp(`(?:${requests})${end}`, 'u'),
]

/** Whether a line tells its reader to do something, in the languages of the table. */
export function isOrder(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(invisible, '').toLowerCase()
  return patterns.some((pattern) => pattern.test(plain))
}

const invisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
