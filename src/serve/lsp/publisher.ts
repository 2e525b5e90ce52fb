import { placeOf, type DocumentFile, type EditFinding, type Workspace } from '../../app/index.ts'
import { nextTurn } from '../../io/process/next-turn.ts'

/** Milliseconds without an edit before a text is validated. */
const pause = 150

export interface PublisherOptions {
  readonly publish: (path: string, findings: readonly EditFinding[]) => void
  readonly onTrouble: (error: unknown) => void
}

/** Validates documents shortly after an edit, one per turn, and publishes what changed. */
export class Publisher {
  readonly #workspace: Workspace
  readonly #options: PublisherOptions
  readonly #waiting = new Map<string, DocumentFile>()
  /** The files in which each document has findings. */
  readonly #published = new Map<string, ReadonlyMap<string, readonly EditFinding[]>>()
  #timer: NodeJS.Timeout | undefined
  #running = false

  constructor(workspace: Workspace, options: PublisherOptions) {
    this.#workspace = workspace
    this.#options = options
  }

  schedule(documents: readonly DocumentFile[]): void {
    for (const document of documents) this.#waiting.set(placeOf(document), document)
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), pause)
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  /** An edit during a run adds its documents to those that wait. */
  async #run(): Promise<void> {
    this.#timer = undefined
    if (this.#running) return
    this.#running = true
    try {
      for (const [place, document] of this.#waiting) {
        this.#waiting.delete(place)
        this.#validate(place, document)
        // Requests and edits that arrived meanwhile come before the next document; an edit restarts the timer.
        await nextTurn()
        if (this.#timer) break
      }
    } catch (error) {
      this.#options.onTrouble(error)
    } finally {
      this.#running = false
    }
  }

  #validate(place: string, document: DocumentFile): void {
    const isStill = this.#workspace.documents().some((known) => placeOf(known) === place)
    const findings = isStill ? this.#workspace.findingsOf(document) : []
    const byPath = new Map<string, EditFinding[]>()
    for (const finding of findings) addTo(byPath, finding)
    const touched = new Set([...(this.#published.get(place)?.keys() ?? []), ...byPath.keys(), place])
    this.#published.set(place, byPath)
    for (const path of touched) this.#options.publish(path, this.#findingsIn(path))
  }

  #findingsIn(path: string): readonly EditFinding[] {
    return [...this.#published.values()].flatMap((byPath) => byPath.get(path) ?? [])
  }
}

function addTo(byPath: Map<string, EditFinding[]>, finding: EditFinding): void {
  const known = byPath.get(finding.path)
  if (known) known.push(finding)
  else byPath.set(finding.path, [finding])
}
