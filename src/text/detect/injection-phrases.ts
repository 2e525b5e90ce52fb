import type { HintedPattern, Hints } from './hinted-pattern.ts'

/** Spaces, line breaks, quote marks of Markdown and emphasis between two words. */
const gap = '[\\s*_>"\'`]{1,8}'

/** A space matches a gap, an apostrophe its typographic form too. Every part is bounded, so matching is linear. */
const phrase = (hints: readonly Hints[], ...source: readonly string[]): HintedPattern => ({
  hints,
  pattern: new RegExp(source.join('').replaceAll("'", "['’]").replaceAll(' ', gap), 'g'),
})

const filler =
  '(?:(?:all|any|every|each|of|the|these|those|this|that|your|my|our|its|other|and|or|content|text|safety|' +
  'security) ){0,6}'
const earlier = '(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|existing|original|initial|former)'
const orders =
  '(?:instructions?|prompts?|guidelines?|(?<!existing |initial |former )rules?|directives?|(?<!existing |' +
  'initial |former )commands?|polic(?:y|ies)|restrictions?|guardrails?|context|programming|training)'
const model =
  '(?:ai|a\\.i\\.|llm|large language model|language model|chat-?bot|assistant|chatgpt|gpt-?\\d?|claude|gemini|copilot)'
const drop = "(?<!not |never |n't |cannot |may |might |could )\\b(?:ignore|disregard|forget|discard)"

const dropping: Hints = ['ignore', 'disregard', 'forget', 'discard']
const people: Hints = ['user', 'human']
const promptWords: Hints = ['prompt', 'instructions', 'message']
const above: Hints = ['system', 'developer', 'operator']
const now: Hints = ['now']

/** Matched against text in lower case, which is much faster than ignoring case. */
export const phrases: readonly HintedPattern[] = [
  phrase(
    [dropping],
    drop,
    ' ',
    filler,
    '(?:',
    earlier,
    '|system|developer) ',
    filler,
    '(?:',
    earlier,
    ' |given |stated |system |user |developer ){0,2}',
    orders,
    '\\b',
  ),
  phrase(
    [dropping],
    drop,
    ' (?:(?:all|any|every) )(?:of )?(?:the |your |these |my )?(?:other )?(?:instructions|guardrails|' +
      'safety (?:rules|guidelines|policies))\\b(?! (?:contained|inside|found|within|embedded|in (?:it|the)|' +
      'that (?:appear|it))\\b)',
  ),
  phrase(
    [dropping],
    drop,
    ' (?:all (?:of )?)?your (?:safety |own |current )?(?:instructions?|prompts?|guidelines?|rules|guardrails|' +
      'training|programming)\\b',
  ),
  phrase([dropping], drop, ' everything (?:that )?(?:above|before|you (?:were|have been) told|prior|i said)'),
  phrase(
    [['override', 'bypass', 'circumvent', 'overwrite']],
    '\\b(?:override|bypass|circumvent|overwrite) (?:all |any )?(?:of )?(?:the |your )(?:',
    earlier,
    ' |system |safety |own ){0,2}(?:instructions|prompts?|guardrails|programming|training)\\b',
  ),
  phrase(
    [dropping, people],
    drop,
    ' (?:the |all |any |your )?users?(?=[.!;]| (?:and|or) (?:the |any |all )?(?:system|developer|policy|' +
      "operator)|(?:'s)? (?:instructions?|wishes|questions?|messages?|commands?)\\b)",
  ),
  phrase(
    [dropping, above],
    drop,
    ' (?:the |all |any |your )?(?:user (?:and|or) )?(?:system|developer|operator)(?: (?:prompts?|messages?|' +
      'polic(?:y|ies)|instructions?)\\b|(?=[.!;]))',
  ),

  phrase(
    [now, ['you']],
    "\\byou(?: are|'re) now (?:(?:a|an|the|my|our|in|acting as|operating as|playing) (?:[\\w-]{1,20} ){0,3}?(?:",
    model,
    '|jailbreak|unrestricted|uncensored|unfiltered|evil|hacker|pirate|root user|persona|character)\\b|dan\\b|' +
      '[a-z]{0,10}gpt\\b|jailbroken|unrestricted|uncensored|free from|no longer (?:bound|restricted|limited))',
  ),
  phrase(
    [now, ['from']],
    '\\bfrom now on,? (?:you (?:must|will|shall|should|are to) (?:only |always )?(?:act|respond|answer|reply|' +
      'behave|pretend|obey|ignore|speak)|(?:act|behave|pretend|obey|ignore)|(?:respond|answer|reply|speak) (?:only|' +
      'always|as|like|with))\\b',
  ),
  phrase(
    [
      ['system', 'developer', 'restrict', 'jailbroken', 'unfiltered'],
      ['act', 'behave', 'respond', 'pretend', 'roleplay'],
    ],
    '\\b(?:act|behave|respond|pretend|roleplay) (?:as|like|to be) (?:if you (?:are|were|have|had) )?(?:the |an? |' +
      'my )?(?:(?:system|developer)(?: (?:prompt|message|role)|(?=[.,;!:]|$))|unrestricted|unfiltered|jailbroken|' +
      'no restrictions|without restrictions)',
  ),
  phrase(
    [
      ['anything', 'dan', 'jailbr'],
      ['now', 'mode'],
    ],
    '\\b(?:do anything now|dan mode|jailbr(?:eak|oken) mode)\\b',
  ),

  phrase(
    [promptWords],
    '\\b(?:reveal|repeat|disclose|leak|expose|dump|recite)(?: me| us)? (?:(?:all|full|entire|exact|' +
      'of) ){0,2}your (?:own )?(?:prompts?|instructions)\\b',
  ),
  phrase(
    [promptWords],
    '\\b(?:reveal|repeat|disclose|leak|expose|dump|recite|print|output|display|show|tell)(?: me| us)? (?:(?:all|' +
      'the|full|entire|complete|exact|of) ){0,4}(?:your (?:(?:full|entire) )?(?:system|hidden|initial|original|' +
      'secret|internal|developer) (?:prompts?|instructions|messages?)|(?:hidden |secret )?system prompt)\\b',
  ),
  phrase(
    [people, ['tell', 'inform', 'mention', 'reveal']],
    "(?:\\bdo not|\\bdon't|\\bnever|\\bmust not) (?:tell|inform|mention (?:this|it|that) to|reveal (?:this|it|" +
      'that|these instructions|this (?:note|message|text)) to) (?:the |any |your )?(?:users?|humans?)\\b(?! (?:to|' +
      'that they|which|how to|their)\\b)',
  ),
  phrase(
    [people, ['let']],
    "(?:\\bdo not|\\bdon't|\\bnever|\\bmust not) let (?:the |any |your )?(?:users?|humans?) (?:know|see this|" +
      'find out|notice|realise|realize)\\b',
  ),
  phrase(
    [['follow', 'obey']],
    "(?:\\bdo not|\\bdon't|\\bnever|\\bmust not) (?:follow|obey) (?:the |any |your )?(?:users?|system|developer|" +
      "operator)(?:'s?)? (?:instructions?|polic(?:y|ies)|prompts?|rules|messages?|commands?)\\b",
  ),
  phrase(
    [people, ['hide', 'conceal', 'keep']],
    '\\b(?:hide|conceal|keep) (?:this|it|that|these instructions) (?:(?:a )?(?:secret|' +
      'hidden) )?from (?:the )?(?:users?|humans?)\\b',
  ),
  phrase(
    [
      ['http', '@'],
      ['send', 'post', 'upload', 'forward', 'exfiltrate', 'mail'],
    ],
    "(?<!not |never |n't |cannot )\\b(?:send|post|upload|forward|exfiltrate|e-?mail) (?:(?:all|the|this|your|any|" +
      'user|users|full|entire|contents|of|their|and) ){0,5}(?:conversation|chat history|system prompt|credentials|' +
      'api keys?|secrets|environment variables|passwords?) (?:[\\w-]{1,20} ){0,3}to (?:https?:|[\\w.+-]{1,64}@)',
  ),

  phrase(
    [['attention', 'dear', 'note', 'message', 'you']],
    "\\b(?:attention|dear|note to|message to|if you(?: are|'re))(?:,|:)? (?:all |any |the |an? )?",
    model,
    '(?: (?:models?|assistants?|agents?|systems?))?(?:[:,!]| (?:reading|processing|summari[sz]ing|parsing) )',
  ),
  phrase(
    [['you'], ['ai', 'llm', 'language']],
    '\\bas an? (?:ai|llm|language model)(?: (?:model|assistant|agent))?,? you (?:must|should|will|are required)\\b',
  ),
  phrase(
    [
      ['must', 'should'],
      ['cite', 'recommend', 'rank', 'prefer', 'mention'],
    ],
    '\\b(?:ai (?:models|assistants|agents|engines)|llms|language models|answer engines|chat-?bots|' +
      'crawlers) (?:must|should) (?:always |only |never )?(?:cite|recommend|rank|prefer|mention) (?:us|our|only|' +
      'this|these)\\b',
  ),
  phrase(
    [['instruction']],
    '\\b(?:new|updated|real|hidden|secret) (?:system instructions?|instructions? (?:for|to) (?:the |all |any )?',
    model,
    ')\\b',
  ),

  ...roleMarkers(),
  ...otherLanguages(),
]

/** Tokens and headings by which chat formats change the speaker, and the closing tags of the fence. */
function roleMarkers(): readonly HintedPattern[] {
  return [
    {
      hints: [['<|']],
      pattern:
        /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|begin_of_text|start_header_id|end_header_id|eot_id)\|>/g,
    },
    { hints: [['inst]', 'sys>>']], pattern: /\[\/?inst\]|<<\/?sys>>/g },
    // A heading such as "Instructions:" or "System: requirements" is ordinary. Alone, or before an order, it changes the
    // speaker.
    {
      hints: [['#'], ['system', 'assistant', 'human']],
      pattern:
        /^[ \t>]{0,8}#{1,6}[ \t]{0,4}(?:system|assistant|human)(?: (?:prompt|message|override))?[ \t]{0,4}:[ \t]{0,4}(?:$|(?:you|ignore|disregard|override|obey|act|always|never|follow|answer|respond|reply)\b)/gm,
    },
    { hints: [['### instruction:']], pattern: /^[ \t>]{0,8}### instruction:[ \t]{0,4}$/gm },
    {
      hints: [['system:']],
      pattern: /^[ \t>*_]{0,8}system:[ \t*_]{0,8}(?:you (?:are|must|will|should)|ignore|disregard|override|obey)\b/gm,
    },
    {
      hints: [['system', 'assistant', 'function_', 'tool_']],
      pattern:
        /<\/?(?:system|assistant)(?:[-_](?:prompt|message|reminder|instructions?|override))?>|<\/?(?:function_calls|function_results|tool_calls?|tool_results?)>/g,
    },
    { hints: [['/knowledge_']], pattern: /<[ \t]{0,4}\/[ \t]{0,4}knowledge_(?:pack|pack_guide|manifest)[ \t]{0,4}>/g },
  ]
}

function otherLanguages(): readonly HintedPattern[] {
  return [
    {
      hints: [['忽略', '无视', '無視', '忘记', '忘記', '忘掉', '不要理会', '不要遵守']],
      pattern:
        /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守)[^。！？\n]{0,8}?(?:之前|以前|先前|上面|以上|上述|前面|此前|所有|一切|系统|系統|用户|使用者|你的)[^。！？\n，,]{0,8}?(?:指令|指示|提示词|提示詞|系统提示|系統提示|命令|规则|規則|设定|設定|限制|政策|策略|要求)/g,
    },
    {
      hints: [['你现在', '你現在', '从现在', '從現在']],
      pattern:
        /(?:你[现現]在(?:是|扮演|[处處]于)|[从從][现現]在(?:开始|開始|起)[,，]?你(?:是|将是|將是|要扮演|必须服从|必須服從))[^。！？\n]{0,12}?(?:助手|机器人|機器人|模型|ai|人工智能|越狱|越獄|无限制|無限制|开发者模式|開發者模式|黑客|角色)/g,
    },
    {
      hints: [['用户', '用戶', '使用者']],
      pattern:
        /(?:不要|别|別|不得|切勿|千万不要)(?:(?:告诉|告訴|告知)(?:任何)?(?:用户|用戶|使用者)(?!自行|自己|去|手动|手動)|(?:让|讓)(?:任何)?(?:用户|用戶|使用者)(?:知道|发现|發現|看到|察觉|察覺))/g,
    },
    {
      hints: [['系统提示', '系統提示', '提示词', '提示詞', '系统指令', '系統指令']],
      pattern:
        /(?:显示|顯示|输出|輸出|透露|泄露|洩露|打印|告诉我|告訴我|重复|重複)[^。！？\n]{0,6}?(?:你的[^。！？\n]{0,4}?(?:提示[词詞]|指令)|系[统統](?:提示|指令))/g,
    },
    {
      hints: [['指示', '命令', 'プロンプト']],
      pattern:
        /(?:以前|これまで|上記|前|すべて|全て)の(?:すべての|全ての)?(?:指示|命令|プロンプト)[^。\n]{0,4}(?:無視|忘れ)/g,
    },
    {
      hints: [['지시', '명령', '프롬프트']],
      pattern: /(?:이전|위|앞|모든)(?:의)? ?(?:모든 )?(?:지시|명령|프롬프트)[^.\n]{0,6}(?:무시|잊)/g,
    },
    {
      hints: [['ignor', 'olvida', 'oublie']],
      pattern:
        /\b(?:ignor(?:a|e|iere|ieren|ez|er|i)|olvida|oublie[zr]?)\s{1,4}(?:\p{L}{1,12}\s{1,4}){0,3}?(?:instrucciones|instruções|istruzioni|instructions|anweisungen)\s{1,4}(?:anteriores|previas|précédentes|precedenti|antérieures)/gu,
    },
    {
      hints: [['anweisungen']],
      pattern:
        /\b(?:ignorier\w{0,3}|vergiss|vergessen|missachte\w{0,2})\s{1,4}(?:\p{L}{1,12}\s{1,4}){0,3}?(?:vorherigen|bisherigen|obigen|früheren)\s{1,4}anweisungen/gu,
    },
  ]
}
