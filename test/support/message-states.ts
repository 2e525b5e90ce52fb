import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { main } from '../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from './fake-terminal.ts'
import { packText, type Fields } from './judge-pack.ts'
import { manifestText, unitWith } from './manifest-text.ts'
import { tempFolder } from './temp-folder.ts'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A workspace of a person in one state. */
export interface MessageWorld {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  run(argv: readonly string[], options?: FakeTerminalOptions): Promise<Said>
  /** Restores folder and home to the state that was set up. */
  restore(): void
}

/** The subject of a state, in the words of a command line. */
export interface Subject {
  readonly kind: 'pack' | 'manifest'
  /** What a person would type. */
  readonly name: string
  /** Ref of the entry. */
  readonly entry: string
  /** The document that has the answer. */
  readonly file: string
  /** Folder or file of the entry. */
  readonly place: string
  readonly task: string
  readonly term: string
  readonly receipt?: string
}

export interface MessageState {
  readonly tree: Readonly<Record<string, string>>
  readonly subject: Omit<Subject, 'receipt'>
  /** First grants everything, and reads once so that there is a receipt. */
  readonly granted?: 'pin' | 'follow'
  readonly then?: (world: Pick<MessageWorld, 'cwd' | 'run'>) => unknown
}

const task = 'How long does a refund take?'
const packFolder = '.agents/knowledge/refunds'
const packFacts = `${packFolder}/compiled/facts.md`

const aPack = (fields: Fields = {}): Readonly<Record<string, string>> => ({
  'README.md': '# Harbor\n\nA kiosk at the ferry.\n',
  [`${packFolder}/KNOWLEDGE.md`]: packText(
    { name: 'refunds', description: 'How long refunds of tickets take.', ...fields },
    '# Refunds\n\nThe rules of refunds.\n',
  ),
  [packFacts]: '# Refunds\n\n## Duration\n\nA refund takes five working days. [source: sources/rules.md#L3]\n',
  [`${packFolder}/sources/rules.md`]: '# Rules\n\nRefunds: five working days.\n',
})

const aManifest = (unit: Fields = {}): Readonly<Record<string, string>> => ({
  'README.md': '# Harbor\n\nA kiosk at the ferry.\n',
  'knowledge.yaml': manifestText(
    {},
    unitWith({
      id: 'refunds',
      path: 'docs/refunds.md',
      intent: 'How long does a refund take?',
      sensitivity: 'public',
      ...unit,
    }),
  ),
  'docs/refunds.md': '# Refunds\n\nA refund takes five working days.\n',
})

const ofPack: Omit<Subject, 'receipt'> = {
  kind: 'pack',
  name: 'refunds',
  entry: 'pack:refunds',
  file: packFacts,
  place: packFolder,
  task,
  term: 'refund',
}
const ofManifest: Omit<Subject, 'receipt'> = {
  kind: 'manifest',
  name: 'refunds',
  entry: 'manifest:harbor',
  file: 'docs/refunds.md',
  place: 'knowledge.yaml',
  task,
  term: 'refund',
}

type Then = NonNullable<MessageState['then']>

const append =
  (path: string, text = 'More.\n'): Then =>
  ({ cwd }) =>
    appendFileSync(join(cwd, path), text)
const replace =
  (path: string, text: string): Then =>
  ({ cwd }) =>
    writeFileSync(join(cwd, path), text)
const remove =
  (path: string): Then =>
  ({ cwd }) =>
    rmSync(join(cwd, path), { recursive: true })
const move =
  (from: string, to: string): Then =>
  ({ cwd }) => {
    mkdirSync(dirname(join(cwd, to)), { recursive: true })
    renameSync(join(cwd, from), join(cwd, to))
  }

const brokenPack = '---\nname: refunds\ndescription: Refunds: how long\n---\n\n# Refunds\n'
const brokenManifest = 'kcp_version: "0.14"\nproject: harbor\nversion: 1.0.0\nunits:\n  - {id: refunds path: x\n'
const otherTask = { task: 'Which penguins swim?', term: 'penguin' }
const absent = { name: 'refnuds' }

/** Every state that a newcomer may meet, for packs and for manifests. */
export const messageStates: Readonly<Record<string, MessageState>> = {
  empty: { tree: { 'README.md': '# Harbor\n\nA kiosk at the ferry.\n' }, subject: ofPack },

  'pack-ready': { tree: aPack(), subject: ofPack, granted: 'pin' },
  'pack-ungranted': { tree: aPack(), subject: ofPack },
  'pack-draft': { tree: aPack({ status: 'draft' }), subject: ofPack, granted: 'pin' },
  'pack-archived': { tree: aPack({ status: 'archived' }), subject: ofPack, granted: 'pin' },
  'pack-disabled': { tree: aPack(), subject: ofPack, granted: 'pin', then: ({ run }) => run(['disable', 'refunds']) },
  'pack-edited': { tree: aPack(), subject: ofPack, granted: 'pin', then: append(packFacts) },
  'pack-entry-edited': { tree: aPack(), subject: ofPack, granted: 'pin', then: append(`${packFolder}/KNOWLEDGE.md`) },
  'pack-followed-edited': { tree: aPack(), subject: ofPack, granted: 'follow', then: append(packFacts) },
  'pack-broken': { tree: { ...aPack(), [`${packFolder}/KNOWLEDGE.md`]: brokenPack }, subject: ofPack },
  'pack-broken-later': {
    tree: aPack(),
    subject: ofPack,
    granted: 'pin',
    then: replace(`${packFolder}/KNOWLEDGE.md`, brokenPack),
  },
  'pack-shadowed': {
    tree: { ...aPack(), 'packs/refunds/KNOWLEDGE.md': packText({ name: 'refunds' }, '# Others\n') },
    subject: ofPack,
    granted: 'pin',
  },
  'pack-absent-name': { tree: aPack(), subject: { ...ofPack, ...absent }, granted: 'pin' },
  'pack-missing-file': { tree: aPack(), subject: ofPack, granted: 'pin', then: remove(packFacts) },
  'pack-gone': { tree: aPack(), subject: ofPack, granted: 'pin', then: remove(packFolder) },
  'pack-no-match': { tree: aPack(), subject: { ...ofPack, ...otherTask }, granted: 'pin' },

  'manifest-ready': { tree: aManifest(), subject: ofManifest, granted: 'pin' },
  'manifest-ungranted': { tree: aManifest(), subject: ofManifest },
  'manifest-asks': {
    tree: aManifest({ delegation: { human_in_the_loop: { required: true } } }),
    subject: ofManifest,
    granted: 'pin',
  },
  'manifest-disabled': {
    tree: aManifest(),
    subject: ofManifest,
    granted: 'pin',
    then: ({ run }) => run(['disable', 'unit:harbor/refunds']),
  },
  'manifest-edited': { tree: aManifest(), subject: ofManifest, granted: 'pin', then: append('docs/refunds.md') },
  'manifest-entry-edited': {
    tree: aManifest(),
    subject: ofManifest,
    granted: 'pin',
    then: append('knowledge.yaml', '\n'),
  },
  'manifest-followed-edited': {
    tree: aManifest(),
    subject: ofManifest,
    granted: 'follow',
    then: append('docs/refunds.md'),
  },
  'manifest-broken': { tree: { ...aManifest(), 'knowledge.yaml': brokenManifest }, subject: ofManifest },
  'manifest-broken-later': {
    tree: aManifest(),
    subject: ofManifest,
    granted: 'pin',
    then: replace('knowledge.yaml', brokenManifest),
  },
  'manifest-above-clearance': { tree: aManifest({ sensitivity: 'restricted' }), subject: ofManifest, granted: 'pin' },
  'manifest-other-audience': { tree: aManifest({ audience: ['human'] }), subject: ofManifest, granted: 'pin' },
  'manifest-no-credential': { tree: aManifest({ access: 'authenticated' }), subject: ofManifest, granted: 'pin' },
  'manifest-expired': {
    tree: aManifest({ temporal: { valid_until: '2020-12-31' } }),
    subject: ofManifest,
    granted: 'pin',
  },
  'manifest-not-yet': {
    tree: aManifest({ temporal: { valid_from: '2999-01-01' } }),
    subject: ofManifest,
    granted: 'pin',
  },
  'manifest-deprecated': { tree: aManifest({ deprecated: true }), subject: ofManifest, granted: 'pin' },
  'manifest-ambiguous-name': {
    tree: Object.fromEntries(
      ['one', 'two'].flatMap((project) => [
        [
          `${project}/knowledge.yaml`,
          manifestText({ project }, unitWith({ id: 'refunds', path: 'refunds.md', intent: task })),
        ],
        [`${project}/refunds.md`, `# Refunds\n\nA refund of ${project} takes five working days.\n`],
      ]),
    ),
    subject: { ...ofManifest, entry: 'manifest:one', file: 'one/refunds.md', place: 'one/knowledge.yaml' },
    granted: 'pin',
  },
  'manifest-absent-name': { tree: aManifest(), subject: { ...ofManifest, ...absent }, granted: 'pin' },
  'manifest-missing-file': { tree: aManifest(), subject: ofManifest, granted: 'pin', then: remove('docs/refunds.md') },
  'manifest-missing-file-ungranted': {
    tree: { 'knowledge.yaml': aManifest()['knowledge.yaml'] ?? '' },
    subject: ofManifest,
  },
  'manifest-gone': { tree: aManifest(), subject: ofManifest, granted: 'pin', then: remove('knowledge.yaml') },
  'manifest-moved': {
    tree: aManifest(),
    subject: { ...ofManifest, place: 'docs/knowledge.yaml' },
    granted: 'pin',
    then: move('knowledge.yaml', 'docs/knowledge.yaml'),
  },
  'manifest-no-match': { tree: aManifest(), subject: { ...ofManifest, ...otherTask }, granted: 'pin' },
}

/** Sets up the workspace of a state, as a person at a terminal would. */
export async function messageWorld({
  tree,
  subject,
  granted,
  then,
}: MessageState): Promise<{ readonly world: MessageWorld; readonly subject: Subject }> {
  const base = tempFolder({ 'home/.keep': '' })
  const cwd = join(base, 'work')
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const env = { HOME: join(base, 'home'), USER: 'ada' }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}): Promise<Said> => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  let receipt: string | undefined
  if (granted !== undefined) {
    await run(['trust', '.', `--${granted}`], { interactive: true, answers: [true] })
    receipt = /receipt (r-[0-9a-f]+)/.exec((await run(['read', subject.task])).err)?.[1]
  }
  await then?.({ cwd, run })
  const kept = tempFolder()
  cpSync(base, kept, { recursive: true, preserveTimestamps: true })
  const restore = (): void => {
    for (const part of ['work', 'home']) {
      rmSync(join(base, part), { recursive: true, force: true })
      cpSync(join(kept, part), join(base, part), { recursive: true, preserveTimestamps: true })
    }
  }
  return { world: { cwd, env, run, restore }, subject: { ...subject, ...(receipt === undefined ? {} : { receipt }) } }
}
