import type { Files, Ports, ReadFile } from '../../model/ports.ts'
import { listedOnce } from './listed-once.ts'
import type { Moment } from './decision-cache.ts'

/** One question that was asked of a port. */
export interface Question {
  readonly answer: string
  ask(ports: Ports, now: Date): string | undefined
}

/** Ports that record the questions they are asked. */
export class QuestionsAsked {
  readonly #ports: Ports
  readonly #now: Date
  readonly #asked = new Map<string, Question>()
  #isKeepable = true
  readonly ports: Ports
  readonly moment: Moment

  constructor(ports: Ports, now: Date) {
    this.#ports = ports
    this.#now = now
    this.#note('grants', (world) => world.grants.stamp?.())
    this.#note('switches', (world) => world.switches.stamp?.())
    const noteTime = (): Date => {
      this.#note('time', wholeSecond)
      return now
    }
    this.ports = {
      ...ports,
      files: listedOnce(this.#files(), ports.files),
      clock: { now: noteTime },
      grants: {
        ...ports.grants,
        find: (path) => {
          this.#note(`grant ${path}`, grantedAt(path))
          return ports.grants.find(path)
        },
      },
      approvals: {
        find: (ref) => {
          this.#note('approvals', (world) => world.approvals.stamp?.())
          return ports.approvals.find(ref)
        },
        save: (approval) => ports.approvals.save(approval),
      },
      usage: {
        note: (ref, at) => ports.usage.note(ref, at),
        count: (ref, at, limits) => {
          this.#note(`usage ${ref} ${JSON.stringify(limits)}`, (world, then) =>
            JSON.stringify(world.usage.count(ref, then, limits)),
          )
          return ports.usage.count(ref, at, limits)
        },
        ...(ports.usage.hour && {
          hour: (ref, at) => {
            this.#note(`usage in an hour ${ref}`, (world, then) => JSON.stringify(world.usage.hour?.(ref, then)))
            return ports.usage.hour?.(ref, at) ?? 0
          },
        }),
      },
    }
    this.moment = {
      unnoted: now,
      atTime: (name, answerAt) => {
        this.#note(`time ${name}`, (_ports, then) => String(answerAt(then)))
        return answerAt(now)
      },
      get now() {
        return noteTime()
      },
    }
  }

  /** `undefined` if one of them has an answer that cannot be compared. */
  get questions(): readonly Question[] | undefined {
    return this.#isKeepable ? [...this.#asked.values()] : undefined
  }

  #note(name: string, ask: Question['ask']): void {
    if (this.#asked.has(name)) return
    const answer = ask(this.#ports, this.#now)
    if (answer === undefined) this.#isKeepable = false
    else this.#asked.set(name, { answer, ask })
  }

  /** A folder is recorded by its stamp, which is taken before it is listed. */
  #files(): Files {
    const { files } = this.#ports
    const notStamped = new Set<string>()
    return {
      folderStamp: (folder) => {
        const stamp = files.folderStamp?.(folder)
        if (stamp === undefined) notStamped.add(folder)
        else this.#asked.set(`folder ${folder}`, { answer: stamp, ask: (world) => world.files.folderStamp?.(folder) })
        return stamp
      },
      list: (folder, wanted) => {
        const listed = files.list(folder, wanted)
        if (notStamped.has(folder) && listed === undefined)
          this.#note(`no folder ${folder}`, (world) => (world.files.kindOf(folder) === undefined ? 'none' : undefined))
        else if (!this.#asked.has(`folder ${folder}`)) this.#isKeepable = false
        return listed
      },
      realPath: (path) => {
        this.#note(`path ${path}`, (world) => `${world.files.realPath(path)}`)
        return files.realPath(path)
      },
      kindOf: (path) => {
        this.#note(`kind ${path}`, (world) => `${world.files.kindOf(path)}`)
        return files.kindOf(path)
      },
      read: (root, path, options) => {
        const text = (world: Ports): string => textOf(world.files.read(root, path, options))
        this.#note(`text ${root} ${path} ${JSON.stringify(options)}`, text)
        return files.read(root, path, options)
      },
    }
  }
}

/** A grant depends on the folder, however it is reached, and a followed grant on its owner; a stamp covers both. */
const grantedAt =
  (path: string): Question['ask'] =>
  ({ files, grants }) =>
    files.folderStamp?.(path) ?? JSON.stringify(grants.find(path) ?? null)

/** Validity periods never begin or end within a second. */
const wholeSecond: Question['ask'] = (_ports, now) => String(Math.floor(now.getTime() / 1000))

const textOf = (read: ReadFile): string =>
  read.ok ? `${read.more} ${Buffer.from(read.bytes).toString('latin1')}` : `${read.trouble} ${read.detail}`
