/** Words of errors and refusals, as compilers, installers and shells print them, by language. */
const errors: readonly string[] = [
  `error|\\berr\\b|fail|fatal|exception|panic|abort|denied|refused|forbidden|cannot|can't|could ?n[o']t|unable|not found|no such|undefined|unresolved`,
  'invalid|illegal|traceback|assert|killed|segmentation|core dumped|timed? ?out|missing|conflict|mismatch|rejected|vulnerab|critical|corrupt',
  'unexpected|expected|caused by|exit(?:ed)? (?:code|status|with)|non-zero|out of memory|too many|no space|unknown|not recogni[sz]ed|unsupported',
  'stack ?trace|core dump|deadlock|leak|overflow|unhandled|uncaught|unreachable|interrupted|broken|incompatible|unauthori[sz]ed|expired',
  // German, Dutch, Swedish
  'fehler|fehlgeschlagen|fehlt|gescheitert|\\bnicht\\b|abbruch|abgebrochen|verweigert|ungültig|ausnahme',
  'fout|mislukt|niet gevonden|geweigerd|misslyckades|hittades inte',
  // French, Spanish, Portuguese, Italian
  'erreur|échec|échoué|impossible|introuvable|refusé|interdit|invalide|abandon',
  'fallo|falló|fallid|no se (?:pudo|puede|encuentra|encontró)|denegad|inválid|erro\\b|falha|falhou|não (?:foi|encontrad|é)|negad|errore|fallit|impossibile|non trovat',
  // Polish, Czech, Turkish, Russian, Ukrainian
  'błąd|nie (?:można|znaleziono|udało)|chyba|selhal|hata\\b|başarısız|bulunamadı|ошибк|не удалось|не найден|отказано|невозможно|сбой|помилк|не вдалося',
  // Japanese, Chinese, Korean
  'エラー|失敗|例外|異常|致命的|見つかりません|できません|ありません|拒否|無効|不正|错误|錯誤|失败|异常|无法|無法|找不到|未找到|拒绝|拒絕|오류|실패|에러|예외|찾을 수 없|할 수 없|거부',
  '✗|✘|✖|❌|×|⨯|☓',
]

/** A place in a file, as compilers of any language put it before what they say: `a.c:3:5:`, `a.ts(3,5):`, `File "a.py", line 3`. */
const places = [
  String.raw`[\w)\]-]\.\w{1,8}[:(]\d+(?:[:,]\d+)?\)?:`,
  String.raw`\.\w{1,8}:\[\d+,\d+\]`,
  String.raw`\bline \d+`,
]

/** Verdicts: the result of a build, or numbers of what passed. */
const verdicts = [
  String.raw`\bbuild\b|\b(?:success(?:ful(?:ly)?)?|succeeded|summary|results?|total|finished|completed?|done)\b`,
  String.raw`\d (?:\S+ )?(?:tests?|suites?|specs?|examples?|assertions?|passed|passing|pending|skipped|warnings?|problems?|issues?)\b`,
  String.raw`\b(?:tests?|suites?|specs?|examples?|assertions?|passed|skipped|warnings?)(?: \w+)?\)?(?:[:=]|[^\S\n])+\d`,
  'erfolgreich|réussi|exitosa?|éxito|sucesso|riuscit|успешно|成功|完了|完成|성공',
]

const wordsOfErrors = new RegExp([...errors, ...places].join('|'), 'g')
const wordsOfVerdicts = new RegExp(verdicts.join('|'), 'g')

/** One test that passed: it has words of a verdict, and is none. */
const passed = /^\s*(?:✓|✔|√|pass\b|--- pass)|^test .* \.\.\. ok$|\bpassed +\[ *\d+%\]$/

/** How many lines below an error belong to it: frames of a stack, quoted code. */
const longestTail = 40

/** Which lines tell of an error or are a verdict. They are never left out, and neither are the indented lines below an error. */
export function tellingLines(written: readonly string[]): readonly boolean[] {
  const lines = written.map((line) => line.toLowerCase())
  const isError = linesWith(wordsOfErrors, lines)
  const isVerdict = linesWith(wordsOfVerdicts, lines)
  let tail = 0
  return lines.map((line, place) => {
    if (isError[place]) {
      tail = longestTail
      return true
    }
    tail = tail > 0 && /^(?:\s+\S|\s*[|^~>])/.test(line) ? tail - 1 : 0
    return tail > 0 || (isVerdict[place] === true && !passed.test(line))
  })
}

/**
 * Which lines have a match, where no match goes on in the next line. A search over a long text is compiled once,
 * searches over each line twice.
 */
function linesWith(pattern: RegExp, lines: readonly string[]): readonly boolean[] {
  const text = lines.join('\n')
  let found = -1
  let start = 0
  return lines.map((line) => {
    if (found < start) {
      pattern.lastIndex = start
      found = pattern.exec(text)?.index ?? Infinity
    }
    const end = start + line.length
    start = end + 1
    return found < end
  })
}
