import type { OutputFilter } from '../../model/records/command.ts'
import { linearPatterns } from '../../text/linear-pattern.ts'

/** Shorter outputs cost little and stay as they are. */
const shortest = 20
/** The verdict of a build is at its end. */
const lastLines = 12
const firstLines = 6
/** Lines that are kept around an error when an output is cut. */
const around = { before: 2, after: 6 }

/**
 * Removes the known noise of commands from their output. Errors, verdicts and the end always stay, and the beginning
 * too when the output is cut to a number of lines. Every gap is marked.
 */
export function filterOutput(output: string, filters: readonly OutputFilter[]): string {
  // Binary output is left as it is.
  if (filters.length === 0 || output.includes('\0')) return output
  const written = output.split('\n')
  const important = importantLines(written.map(plainLine))
  const lines = written.map((line, place) => (important[place] ? line : withoutOverwritten(line)))
  return lines.length > shortest ? joined(lines, keptLines(lines, important, filters)) : lines.join('\n')
}

function keptLines(
  lines: readonly string[],
  important: readonly boolean[],
  filters: readonly OutputFilter[],
): readonly boolean[] {
  const noise = linearPatterns(filters.flatMap(({ noise: patterns }) => patterns))
  const end = lines.length - lastLines
  const quiet = lines.map((line, place) => place >= end || important[place] === true || !noise?.test(plainLine(line)))
  const most = filters.reduce((sum, { maxLines = Infinity }) => sum + maxLines, 0)
  return quiet.filter(Boolean).length > most
    ? cut({ quiet, important: alsoWarnings(lines, quiet, important), most })
    : quiet
}

/** The line without colours and carriage returns at its end, as patterns expect it. */
const plainLine = (line: string): string => line.slice(0, endOf(line)).replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')

/** What a terminal finally shows of a line that was overwritten, such as progress. */
function withoutOverwritten(line: string): string {
  const end = endOf(line)
  return line.slice(line.lastIndexOf('\r', end - 1) + 1)
}

/** The length of a line without carriage returns at its end. */
function endOf(line: string): number {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return end
}

const alsoWarnings = (lines: readonly string[], quiet: readonly boolean[], important: readonly boolean[]): boolean[] =>
  important.map((isImportant, place) => isImportant || (quiet[place] === true && warns(plainLine(lines[place] ?? ''))))

interface Cutting {
  readonly quiet: readonly boolean[]
  readonly important: readonly boolean[]
  readonly most: number
}

/** Keeps the beginning, the end and the lines around errors, then the last of the other lines up to the maximum. */
function cut({ quiet, important, most }: Cutting): readonly boolean[] {
  const kept = important.map(
    (isImportant, place) => isImportant || place < firstLines || place >= important.length - lastLines,
  )
  important.forEach((isImportant, place) => {
    if (!isImportant) return
    for (let near = place - around.before; near <= place + around.after; near++) if (quiet[near]) kept[near] = true
  })
  let room = most - kept.filter(Boolean).length
  for (let place = kept.length - 1; place >= 0 && room > 0; place--)
    if (quiet[place] && !kept[place]) {
      kept[place] = true
      room -= 1
    }
  return kept
}

/** Joins the kept lines; a gap that is no longer than its mark stays. */
function joined(lines: readonly string[], kept: readonly boolean[]): string {
  const shown: string[] = []
  let gap: string[] = []
  let isFirst = true
  const closeGap = (): void => {
    const mark = `[… ${gap.length} ${gap.length === 1 ? 'line' : 'lines'} left out${isFirst ? wayToAll : ''}]`
    if (gap.join('\n').length <= mark.length) shown.push(...gap)
    else {
      shown.push(mark)
      isFirst = false
    }
    gap = []
  }
  lines.forEach((line, place) => {
    if (!kept[place]) gap.push(line)
    else {
      if (gap.length > 0) closeGap()
      shown.push(line)
    }
  })
  if (gap.length > 0) closeGap()
  return shown.join('\n')
}

const wayToAll = '; redirect the output to a file to keep them'

/** Words of errors and refusals, as compilers, installers and shells print them, by language. */
const errors: readonly string[] = [
  `error|\\berr\\b|fail|fatal|exception|panic|abort|denied|refused|forbidden|cannot|can't|could ?n[o']t|unable`,
  `not found|no such|undefined|unresolved`,
  'invalid|illegal|traceback|assert|killed|segmentation|core dumped|timed? ?out|missing|conflict|mismatch',
  'rejected|vulnerab|critical|corrupt',
  'unexpected|expected|caused by|exit(?:ed)? (?:code|status|with)|non-zero|out of memory|too many|no space',
  'unknown|not recogni[sz]ed|unsupported',
  'stack ?trace|back ?trace|goroutine \\d+ \\[|core dump|deadlock|leak|overflow|unhandled|uncaught|unreachable',
  'interrupted|broken|incompatible|unauthori[sz]ed|expired',
  'not (?:ok|in scope|allowed|permitted|defined|installed|available|pass)\\b|\\bbad\\b|problem|terminated',
  'hangup|\\btrap\\b|back-?off|\\bxpass|\\[e\\]$',
  // What system calls and servers return
  '\\be(?:acces|again|addr[a-z]+|conn[a-z]+|exist|host[a-z]+|io|isdir|mfile|noent|nospc|notdir|notempty)\\b',
  '\\be(?:notfound|perm|pipe|rofs|timedout)\\b',
  '\\b(?:https?|status|returned)\\W{0,3}(?:code\\W{0,3})?[45]\\d\\d\\b|\\bexit [1-9]|\\brc=[1-9]',
  // The heading of a failed test or step: `● sum › adds`, `1) sum adds`, ` > [3/4] RUN npm ci:`
  '^\\s*(?:● |\\d+\\) )|^ > \\[',
  // What a plan would lose
  'will be (?:removed|deleted|destroyed|replaced|overwritten)',
  // German, Dutch, Swedish
  'fehler|fehlgeschlagen|fehlt|gescheitert|\\bnicht\\b|abbruch|abgebrochen|verweigert|ungültig|ausnahme',
  'fout|mislukt|niet gevonden|geweigerd|misslyckades|hittades inte',
  // French, Spanish, Portuguese, Italian
  'erreur|échec|échoué|impossible|introuvable|refusé|interdit|invalide|abandon',
  'fallo|falló|fallid|no se (?:pudo|puede|encuentra|encontró)|denegad|inválid|erro\\b|falha|falhou',
  'não (?:foi|encontrad|é)|negad|errore|fallit|impossibile|non trovat',
  // Polish, Czech, Turkish, Russian, Ukrainian
  'błąd|nie (?:można|znaleziono|udało)|chyba|selhal|hata\\b|başarısız|bulunamadı|ошибк|не удалось|не найден',
  'отказано|невозможно|сбой|помилк|не вдалося',
  // Japanese, Chinese, Korean
  'エラー|失敗|例外|異常|致命的|見つかりません|できません|ありません|拒否|無効|不正|错误|錯誤|失败|异常|无法|無法|找不到|未找到|拒绝|拒絕|오류|실패|에러|예외|찾을 수 없|할 수 없|거부',
  '✗|✘|✕|✖|❌|×|⨯|☓|🔴|⛔',
]

/** A place in a file, as compilers print it before a message: `a.c:3:5:`, `a.ts(3,5):`, `File "a.py", line 3`. */
const places = [
  String.raw`[\w)\]-]\.\w{1,8}[:(]\d+(?:[:,]\d+)?\)?:`,
  String.raw`\.\w{1,8}:\[\d+,\d+\]`,
  String.raw`\bline \d+`,
  String.raw`^\S*\w:\d+$`,
]

/** Verdicts: the result of a build, or how many tests passed. */
const verdicts = [
  String.raw`\bbuild\b|\b(?:success(?:ful(?:ly)?)?|succeeded|summary|recap|results?|total|finished|completed?)\b`,
  // Only at the start of a line; at its end, it is the end of one step.
  String.raw`(?:^|\r)[^\w\r]*(?:all )?done\b`,
  // Numbers of what changed: `3 to add`, `0 upgraded, 3 newly installed`, `added 186 packages`
  String.raw`\d (?:\S+ )?(?:added|changed|removed|deleted|updated|upgraded|installed|created|destroyed|insertions?|deletions?)\b`,
  String.raw`\d to (?:add|change|destroy|remove)\b|^\s*(?:added|changed|removed|updated|installed|audited) \d`,
  String.raw`\d (?:\S+ )?(?:tests?|suites?|specs?|examples?|assertions?|passed|passing|pending|skipped|warnings?|problems?|issues?)\b`,
  String.raw`\b(?:tests?|suites?|specs?|examples?|assertions?|passed|skipped|warnings?)(?: \w+)?\)?[\s:=]+\d`,
  'erfolgreich|réussi|exitosa?|éxito|sucesso|riuscit|успешно|成功|完了|完成|성공',
]

const wordsOfErrors = new RegExp([...errors, ...places].join('|'))
const wordsOfVerdicts = new RegExp(verdicts.join('|'))

/** One test that started or passed: whatever words its name contains, the line is neither an error nor a verdict. */
const passed = /^\s*(?:✓|✔|√|pass\b|--- pass|=== (?:run|pause|cont)\b)|\.\.\. ok(?: \(\S+\))?$|\bpassed +\[ *\d+%\]$/
const failedAmong = /(?:[1-9]|\d0) (?:fail|error)|\b(?:fail(?:ed|ures?)?|errors?)\b\W{0,3}[1-9]/

/** Maximum lines below an error that belong to it: frames of a stack, quoted code. */
const longestTail = 40
/** The margin of quoted code, as compilers draw it, and the frames of a stack that are not indented. */
const belongs = /^\s*(?:\d+ *)?[|│┃]|^(?:\d+|e) +\S|^\s*[\^~>╵╷╰└├❯→]|^#\d+ |^[^\s(]+\([^\s]*\)$/

/** A line that separates the parts of one report. */
const separates = /^[\s\-=_─━═]*$/

/** Which lines report an error, belong to one, or are a verdict. They are never left out. */
export function importantLines(lines: readonly string[]): readonly boolean[] {
  let tail = 0
  let depth = 0
  return lines.map((written) => {
    const line = written.toLowerCase()
    const isPassed = passed.test(line) && !failedAmong.test(line)
    const indent = line.search(/\S/)
    const isBelow = tail > 0 && !isPassed && (indent > depth || belongs.test(line) || separates.test(line))
    tail = isBelow ? tail - 1 : 0
    if (isPassed) return false
    if (!wordsOfErrors.test(line)) return isBelow || wordsOfVerdicts.test(line)
    if (!isBelow) depth = indent
    tail = longestTail
    return true
  })
}

const warnings =
  /\bwarn(?:ing)?s?\b|\bdeprecat|warnung|waarschuwing|varning|avertissement|advertencia|\baviso\b|avviso|ostrzeżenie|uyarı|предупрежд|попередж|警告|경고/

/** A warning may be known noise; otherwise it is never cut. */
const warns = (line: string): boolean => warnings.test(line.toLowerCase())
