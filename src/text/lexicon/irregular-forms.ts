/** Forms that no rule of English makes, behind their base. Forms that are words of their own (left, led, saw, spoke) stay as they are. */
const irregular = `
  beat beaten; become became; begin began begun; bend bent; blow blew blown; break broke broken; bring brought; build built; burn burnt; buy bought;
  catch caught; choose chose chosen; come came; deal dealt; dig dug; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten;
  fall fallen; fight fought; fly flew flown; forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; give gave given; go went gone;
  grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lend lent; lose lost; make made; meet met;
  pay paid; ride rode ridden; rise risen; run ran; say said; see seen; seek sought; sell sold; send sent; shake shook shaken; shine shone;
  shoot shot; shrink shrank shrunk; sing sang sung; sink sank sunk; sleep slept; speak spoken; spend spent; stand stood; steal stolen; stick stuck;
  strike struck; swear swore sworn; swim swam swum; take took taken; teach taught; tear torn; tell told; think thought; throw threw thrown;
  understand understood; wake woken; wear worn; weigh weight weights; win won; write wrote written;
  child children; foot feet; man men; mouse mice; tooth teeth; woman women
`

const bases: ReadonlyMap<string, string> = new Map(irregular.split(';').flatMap((line) => {
  const [base = '', ...forms] = line.trim().split(/\s+/)
  return forms.map((form) => [form, base] as const)
}))

/** The base of an irregular form; any other word as it is. */
export const baseForm = (word: string): string => bases.get(word) ?? word
