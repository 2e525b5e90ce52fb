import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { approvalStore, grantStore, switchStore } from '../../../src/io/stores/entry-stores.ts'
import { ensurePrivateFolder } from '../../../src/io/stores/state-folder.ts'
import type { Approval, Grant } from '../../../src/model/decisions/decision.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const grantOf = (path: string, more: Partial<Grant> = {}): Grant => ({
  path,
  given: 'terminal',
  at: '2026-05-06T09:10:00Z',
  files: { 'KNOWLEDGE.md': 'sha256:1' },
  ...more,
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const filesIn = (folder: string): readonly string[] => readdirSync(folder).map((name) => join(folder, name))

describe('grants on disk', () => {
  test('are found by the real path, also through a link', () => {
    const root = tempFolder({ 'packs/kiosk/KNOWLEDGE.md': '' })
    symlinkSync(join(root, 'packs'), join(root, 'link'))
    const grants = grantStore(join(root, 'state'))
    grants.save(grantOf(join(root, 'link/kiosk')))
    expect(grants.find(join(root, 'packs/kiosk'))?.path).toBe(join(root, 'packs/kiosk'))
    expect(grants.find(join(root, 'link/kiosk'))).toEqual(grants.find(join(root, 'packs/kiosk')))
    expect(grants.find(join(root, 'packs'))).toBeUndefined()
  })

  test('a granted path that is now a link to somewhere else is not granted', () => {
    const root = tempFolder({ 'mine/KNOWLEDGE.md': '', 'theirs/KNOWLEDGE.md': '' })
    const grants = grantStore(join(root, 'state'))
    grants.save(grantOf(join(root, 'mine')))
    renameSync(join(root, 'mine'), join(root, 'moved'))
    symlinkSync(join(root, 'theirs'), join(root, 'mine'))
    expect(grants.find(join(root, 'mine'))).toBeUndefined()
  })

  test('a followed folder is bound to its owner', () => {
    const root = tempFolder({ 'notes/KNOWLEDGE.md': '' })
    const grants = grantStore(join(root, 'state'))
    grants.save({ path: join(root, 'notes'), given: 'terminal', at: '2026-05-06T09:10:00Z', follow: true })
    expect(grants.find(join(root, 'notes'))).toMatchObject({ follow: true, owner: statSync(join(root, 'notes')).uid })
    const [file = ''] = filesIn(join(root, 'state/grants'))
    writeFileSync(
      file,
      JSON.stringify({
        key: join(root, 'notes'),
        value: { path: join(root, 'notes'), given: 'terminal', at: '', follow: true, owner: 4_294_967_000 },
      }),
    )
    expect(grants.find(join(root, 'notes'))).toBeUndefined()
  })

  test('are readable by the user alone', () => {
    const root = tempFolder({ 'kiosk/KNOWLEDGE.md': '' })
    grantStore(join(root, 'state')).save(grantOf(join(root, 'kiosk')))
    expect([
      modeOf(join(root, 'state')),
      modeOf(join(root, 'state/grants')),
      ...filesIn(join(root, 'state/grants')).map(modeOf),
    ]).toEqual(['700', '700', '600'])
  })

  test('a damaged grant fails closed and says which file', () => {
    const root = tempFolder({ 'kiosk/KNOWLEDGE.md': '' })
    const grants = grantStore(join(root, 'state'))
    grants.save(grantOf(join(root, 'kiosk')))
    const [file = ''] = filesIn(join(root, 'state/grants'))
    writeFileSync(file, '{"key":')
    expect(() => grants.find(join(root, 'kiosk'))).toThrow(file)
  })

  test('those of a folder and below can be listed and removed, one by one', () => {
    const root = tempFolder({ 'w/a/KNOWLEDGE.md': '', 'w/b/KNOWLEDGE.md': '', 'w-other/KNOWLEDGE.md': '' })
    const grants = grantStore(join(root, 'state'))
    for (const path of ['w/b', 'w/a', 'w-other']) grants.save(grantOf(join(root, path)))
    expect(grants.below(join(root, 'w')).map(({ path }) => path)).toEqual([join(root, 'w/a'), join(root, 'w/b')])
    expect([grants.remove(join(root, 'w/a')), grants.remove(join(root, 'w/a'))]).toEqual([true, false])
    expect(grants.find(join(root, 'w/a'))).toBeUndefined()
    expect(grants.find(join(root, 'w/b'))).toBeDefined()
  })

  test('two stores over one folder do not overwrite each other', () => {
    const state = tempFolder()
    const [one, other] = [grantStore(state), grantStore(state)]
    one.save(grantOf('/w/a'))
    other.save(grantOf('/w/b'))
    one.save(grantOf('/w/c'))
    expect(other.below('/w').map(({ path }) => path)).toEqual(['/w/a', '/w/b', '/w/c'])
  })
})

describe('approvals and switches on disk', () => {
  const approval = (code: string, until: string): Approval => ({
    ref: 'pack:kiosk',
    path: '/w/kiosk',
    code,
    given: 'terminal',
    at: '2026-05-06T09:10:00Z',
    until,
  })

  test('a newer approval of the same ask replaces the older', () => {
    const approvals = approvalStore(tempFolder())
    approvals.save(approval('status-draft', '2026-05-07'))
    approvals.save(approval('payment-metered', '2026-05-07'))
    approvals.save(approval('status-draft', '2026-05-08'))
    expect(approvals.find('pack:kiosk').map(({ code, until }) => [code, until])).toEqual([
      ['payment-metered', '2026-05-07'],
      ['status-draft', '2026-05-08'],
    ])
    expect(approvals.find('pack:other')).toEqual([])
  })

  test('AK-136: what is switched off stays off for the next process, and on again', () => {
    const state = tempFolder()
    switchStore(state).set('pack:kiosk', false)
    switchStore(state).set('pack:kiosk', false)
    expect([...switchStore(state).disabled()]).toEqual(['pack:kiosk'])
    switchStore(state).set('pack:kiosk', true)
    switchStore(state).set('pack:kiosk', true)
    expect([...switchStore(state).disabled()]).toEqual([])
  })

  test.runIf(existsSync('/proc/self'))(
    'a state folder where the system takes none is an error, and no endless wait',
    () => {
      expect(() => ensurePrivateFolder('/proc/lorefence/state')).toThrow('ENOENT')
      const file = join(tempFolder({ state: 'a file' }), 'state')
      expect(() => ensurePrivateFolder(file)).toThrow('EEXIST')
    },
  )

  test('a state folder that is private already keeps its time, so that no server takes its grants for changed', () => {
    const state = tempFolder()
    const folder = join(state, 'grants')
    ensurePrivateFolder(folder)
    const { ctimeNs } = statSync(folder, { bigint: true })
    const probe = join(state, 'probe')
    do writeFileSync(probe, '')
    while (statSync(probe, { bigint: true }).ctimeNs === ctimeNs)
    ensurePrivateFolder(folder)
    expect(statSync(folder, { bigint: true }).ctimeNs).toBe(ctimeNs)
  })

  test('a state folder that was open is closed when something is saved', () => {
    const state = tempFolder()
    mkdirSync(join(state, 'disabled'))
    chmodSync(join(state, 'disabled'), 0o755)
    switchStore(state).set('pack:kiosk', false)
    expect(modeOf(join(state, 'disabled'))).toBe('700')
  })
})
