import type { Log, Message } from '../../model/records/memory.ts'
import { rankBlocks } from '../../rank/blocks.ts'
import { constants } from '../../rank/constants.ts'
import { buildCorpus, countAll, countedTerms, type Corpus, type Counts } from '../../rank/corpus.ts'
import { readQuestion } from '../../rank/question.ts'
import { regionsOf } from '../../rank/regions.ts'
import { scoreRegion } from '../../rank/score.ts'
import { decodeCounts, encodeCounts } from '../../rank/stored-counts.ts'
import { decodeText, encodeText, indexFormat } from '../../rank/stored-text.ts'
import { indexText, type TextIndex, type TextOutline } from '../../rank/text-index.ts'
import { shortDigest } from '../../text/bytes/digest.ts'
import { detectTaskLanguage, loadLanguages, type Language } from '../../text/lexicon/lexicon.ts'
import { logsIn, type MemoryPorts, type MemoryScope } from './memory.ts'
import { cutText } from './stored-text.ts'

export interface FoundMessage {
  readonly log: Log
  readonly message: Message
  /** The lines that were found, with their surroundings. */
  readonly excerpt: string
  readonly score: number
}

interface MemorySearch extends MemoryScope {
  readonly task: string
  readonly limit: number
  /** Only logged commands, or only messages of sessions; default: both. */
  readonly only?: 'commands' | 'sessions'
}

/** The messages that match a task best; each text once. */
export async function searchMemory(
  { store }: Pick<MemoryPorts, 'store'>,
  { task, limit, only, ...scope }: MemorySearch,
): Promise<readonly FoundMessage[]> {
  const logs = logsIn(store.load(), scope).filter(
    ({ client }) => only === undefined || (client === 'commands') === (only === 'commands'),
  )
  if (logs.length === 0) return []
  const languages = new Set(logs.map(({ language }) => language as Language))
  const taskLanguage = detectTaskLanguage(task, languages)
  await loadLanguages([...languages, taskLanguage])
  const texts = new LogTexts({ store })
  const counts = countsOf({ store }, logs, texts)
  const none: ReadonlySet<string> = new Set()
  const lazy = logs.map((log) => ({ index: () => texts.indexOf(log), labels: none, ownLabels: none, name: none }))
  const corpus = buildCorpus(lazy, counts, countedTerms(counts))
  const question = readQuestion(corpus, { task, taskLanguage, languages: [...languages] })
  return bestMessages(corpus, question, { logs, texts, since: scope.since ?? '' }).slice(0, limit)
}

interface Ranked {
  readonly logs: readonly Log[]
  readonly texts: LogTexts
  readonly since: string
}

function bestMessages(
  corpus: Corpus,
  question: ReturnType<typeof readQuestion>,
  { logs, texts, since }: Ranked,
): readonly FoundMessage[] {
  const found = new Map<string, FoundMessage>()
  for (const region of regionsOf(corpus, rankBlocks(corpus, question, constants.candidates))) {
    const log = logs[region.index]
    const message = log && texts.messagesOf(log)[region.section]
    if (!log || !message || message.time < since) continue
    const { scores } = scoreRegion(corpus, question, region)
    const score = Math.max(...scores)
    const known = found.get(message.text)
    if (score <= 0 || (known && known.score >= score)) continue
    const unit = region.first + scores.indexOf(score)
    const start = texts.startOf(log, region.section)
    const { unitStart, unitEnd } = region.member.text
    const place = { start: (unitStart[unit] ?? 0) - start, end: (unitEnd[unit] ?? 0) - start }
    found.set(message.text, { log, message, excerpt: excerptOf(message.text, place), score })
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.message.time < b.message.time ? 1 : -1))
}

const excerptLength = 600

function excerptOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  if (text.length <= excerptLength) return text
  const around = Math.max(0, excerptLength - (end - start)) / 2
  const from = Math.max(0, Math.floor(start - around))
  const to = Math.min(text.length, Math.max(Math.ceil(end + around), from + excerptLength), start + 2 * excerptLength)
  return `${from > 0 ? '[…] ' : ''}${cutText(text, from, to)}${to < text.length ? ' […]' : ''}`
}

const separator = '\n\n'

/** Texts and indexes of logs, each opened once. */
class LogTexts {
  readonly #store: MemoryPorts['store']
  readonly #messages = new Map<string, readonly Message[]>()
  readonly #indexes = new Map<string, TextIndex>()

  constructor({ store }: Pick<MemoryPorts, 'store'>) {
    this.#store = store
  }

  messagesOf(log: Log): readonly Message[] {
    const known = this.#messages.get(log.id)
    if (known) return known
    const read = this.#store.readLog(log)
    this.#messages.set(log.id, read)
    return read
  }

  /** Where a message begins in the text of its log. */
  startOf(log: Log, message: number): number {
    let start = 0
    for (const { text } of this.messagesOf(log).slice(0, message)) start += text.length + separator.length
    return start
  }

  indexOf(log: Log): TextIndex {
    const known = this.#indexes.get(log.id)
    if (known) return known
    const stored = this.#store.readIndex(log.id)
    const index = (stored && decodeText(stored)) ?? indexOfMessages(this.messagesOf(log), log.language as Language)
    this.#indexes.set(log.id, index)
    return index
  }
}

/** A section for each message, a unit for each line. */
function indexOfMessages(messages: readonly Message[], language: Language): TextIndex {
  const sections: TextOutline['sections'][number][] = []
  const units: TextOutline['units'][number][] = []
  let start = 0
  for (const { text } of messages) {
    sections.push({ start, headings: [] })
    for (const { index, 0: line } of text.matchAll(/\S[^\n]*/g))
      units.push({ start: start + index, end: start + index + line.length })
    start += text.length + separator.length
  }
  const text = messages.map((message) => message.text).join(separator)
  return indexText(text, { units, sections }, language, (unit) => unit)
}

/** The stored counts of these logs, or new ones, which are stored unless another process is changing the logs. */
function countsOf({ store }: Pick<MemoryPorts, 'store'>, logs: readonly Log[], texts: LogTexts): Counts {
  const stamp = (list: readonly Log[]): string => list.map(({ id, bytes }) => `${id} ${bytes}`).join('\n')
  const name = `all-${shortDigest(`${indexFormat}\n${stamp(logs)}`, 32)}`
  const stored = store.readIndex(name)
  const known = stored && decodeCounts(stored, logs.length)
  if (known) return known
  const indexes = logs.map((log) => texts.indexOf(log))
  const counts = countAll(indexes)
  const ids = new Set(logs.map(({ id }) => id))
  try {
    store.exclusively(() => {
      const now = logsIn(store.load(), {}).filter(({ id }) => ids.has(id))
      if (stamp(now) !== stamp(logs)) return
      for (const [number, { id }] of logs.entries()) {
        const index = indexes[number]
        if (index && !store.readIndex(id)) store.writeIndex(id, encodeText(index))
      }
      store.writeIndex(name, encodeCounts(counts))
    })
  } catch {
    // A scan is running; the next search stores them.
  }
  return counts
}
