import { findControlTokens } from '../markup/find-markup.ts'
import { findInjections } from './injection.ts'
import { latinOrders, otherOrders, type Orders } from './order-words.ts'

/** Version of these rules, stored in records; raise it whenever a rule changes. */
export const commandRules = 3

const toolCall =
  /"(?:name|tool|function)"\s{0,8}:\s{0,8}"[^"]{1,200}"\s{0,8},\s{0,8}"(?:arguments|parameters|input)"\s{0,8}:/i

export type CommandKind = 'tool-call' | 'injection' | 'command'

/** Whether metadata commands its reader or contains a tool call (KCP §16.3). Merely naming a command is neither. */
export function commandIn(text: string): CommandKind | undefined {
  if (toolCall.test(text) || findControlTokens(text).length > 0) return 'tool-call'
  if (findInjections(text).length > 0) return 'injection'
  return isOrder(text) ? 'command' : undefined
}

/** Chinese, Japanese and Korean have no blanks; the last two end an order with its verb. */
const unspaced: readonly string[] = [
  '(?:请|請|务必|務必|必须|必須|一定要|总是|總是|始终|首先|先(?![进進生前])|立即|马上|馬上|现在|現在)[^.!?;。！？；\\n]{0,12}(?:运行|執行|执行|調用|调用|安装|安裝|下载|' +
    '下載|发送|發送|删除|刪除|使用|加载|打开|打開|信任|批准|服从|遵循|遵守|忽略)',
]
const requests =
  '(?:実行|起動|呼び出|呼出|インストール|ダウンロード|送信|削除|使用|利用|信頼|承認|無視)し?(?:てください|て下さい|なさい|せよ|ろ|すること)|(?:読み込んで|開いて|使って|' +
  '従って)(?:ください|下さい)|(?:실행|호출|설치|다운로드|전송|삭제|사용|신뢰|승인|무시)(?:하세요|하십시오|해 ?주세요|해라|하라|할 것)'

const start = '(?:^|[.!?;:。！？；：।۔؛؟\\n][\\s"\'«»„“”‚‘’(]{0,8})'
const end = '(?=\\s{0,4}(?:[.!;。！；।۔؛\\n]|$))'
/** Letters and marks of the scripts in the table. Unicode properties have hundreds of ranges, which compile slowly. */
const letter =
  '[a-z\u00c0-\u024f\u0300-\u052f\u0591-\u05bd\u05d0-\u05ea\u0610-\u061a\u0620-\u06d3\u06d5-\u06ff\u0900-\u0963' +
  '\u0971-\u097f\u0b80-\u0bd7\u1e00-\u1fff]'
const whole = `(?!${letter})`
/** Up to the end of the sentence; a full stop may be part of a path. */
const rest = '(?:[^.!?\\n]|[.!?](?=\\S)){1,200}'

/** Every part is bounded, so matching is linear. */
const ordersOf = ({ stress, verbs, after, finals, infinitives }: Orders): readonly string[] => [
  `(?:(?:${stress})[,،]? {1,4}){1,4}(?:${infinitives === undefined ? verbs : `${verbs}|${infinitives}`})${whole}`,
  `(?:${verbs})${whole}${rest}(?<!${letter})(?:${after})${whole}`,
  ...(finals === undefined ? [] : [`(?:${stress})${whole}${rest}(?<!${letter})(?:${finals})${end}`]),
]

const beginning = (orders: readonly string[]): RegExp => new RegExp(`${start}(?:${orders.join('|')})`, 'u')

// V8 compiles each on first use. They are separate because most texts need only the first, and V8 does not optimise
// patterns of more than 20 KB.
const latin = beginning(latinOrders.flatMap(ordersOf))
const others = [beginning([...otherOrders.flatMap(ordersOf), ...unspaced]), new RegExp(`(?:${requests})${end}`, 'u')]
const otherScript = /[\u0370-\u1dff\u3000-\uffff]/

/** Whether a line orders its reader to do something, in the languages of the table. */
function isOrder(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(invisible, '').toLowerCase()
  return latin.test(plain) || (otherScript.test(plain) && others.some((pattern) => pattern.test(plain)))
}

const invisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
