import type { Span } from '../model/codes/diagnostic.ts'
import { Outline } from './units/outline.ts'
import type { Structure } from './structure.ts'
import { linesOf } from './units/text-lines.ts'

const time = /(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,]\d{1,3}/
const timeLine = /^(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}[ \t]+-->[ \t]+((?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/
const silentBlock = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)/
/** Seconds of silence after which a new paragraph begins. */
const pause = 4
const speaker = /^<v[ .]|^[-–—>][ \t]?\p{Lu}|^\p{Lu}[\p{L} .'-]{0,40}:[ \t]/u

/** Cues of WebVTT and SRT. A sentence may span several cues; times and numbers between them are not text. */
export function readVtt(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  const lines = linesOf(text, from)
  let open: Span[] = []
  const close = (): void => {
    outline.paragraph(open, undefined, true)
    open = []
  }
  let inCue = false
  let ended = 0
  for (const line of lines) {
    const written = text.slice(line.content, Math.min(line.end, line.content + 200)).replace(/^\ufeff/, '')
    const cue = line.blank ? null : timeLine.exec(written)
    if (cue) {
      if (secondsOf(written) - ended > pause) close()
      ended = secondsOf(cue[1] ?? '')
      inCue = true
    } else if (line.blank || (!inCue && silentBlock.test(written))) inCue = false
    else if (inCue) {
      if (speaker.test(written)) close()
      open.push({ start: line.content, end: line.end })
    }
  }
  close()
  return outline.finish()
}

function secondsOf(written: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = time.exec(written) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
