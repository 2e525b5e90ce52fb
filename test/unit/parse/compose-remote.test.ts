import { expect, test } from 'vitest'
import { federatedWorld } from '../../support/federated-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'

const url = 'https://a.example/knowledge.yaml'
const hub = (include: Readonly<Record<string, unknown>> = {}): Record<string, string> => ({
  '/w/knowledge.yaml': manifestText({
    project: 'hub',
    composition: { includes: [{ source: url, as: 'a', ...include }] },
  }),
  '/w/setup.md': '# Setup\n',
})
const remote = {
  [url]: manifestText({ project: 'a' }, unitWith({ id: 'battery', path: 'docs/battery.md' })),
  'https://a.example/docs/battery.md': '# Battery\n\nThe kiosk battery lasts nine hours.\n',
}

test('KL-063: federate fetches what a granted manifest includes, and a grant of it makes it part of the manifest', async () => {
  const own = federatedWorld({ tree: hub(), remote })
  expect((await own.open()).catalog.entries[0]?.diagnostics.map(({ code }) => code)).toEqual(['KCP720'])
  expect(own.asked()).toEqual([])
  const { sources } = await own.run({ content: true })
  expect(sources).toMatchObject([{ id: url, outcome: 'fetched', files: { fetched: 1, left: 0 } }])
  // What was fetched is new, so that the whole manifest waits for a person.
  const waiting = await own.open()
  expect(waiting.catalog.entries.map(({ ref, standing }) => `${ref} ${standing}`)).toEqual(['manifest:hub ungranted'])
  expect((await waiting.read({ task: 'How long does the kiosk battery last?' })).excerpts).toEqual([])
  own.trust('.')
  const knowledge = await own.open()
  const { excerpts } = await knowledge.read({ task: 'How long does the kiosk battery last?' })
  expect(excerpts.map(({ ref, text }) => `${ref} ${text}`)).toEqual([
    'unit:hub/a:battery The kiosk battery lasts nine hours.',
  ])
  expect(await knowledge.explain('unit:hub/a:battery')).toMatchObject({ includedFrom: { id: 'battery', url } })
  expect((await knowledge.query({ terms: ['battery'] })).results).toMatchObject([
    { unit_id: 'a:battery', source_manifest: url },
  ])
})

test('KL-063: an ungranted manifest has nothing fetched that it includes', async () => {
  const own = federatedWorld({ tree: hub(), remote, grant: [] })
  expect((await own.run()).sources).toEqual([])
  expect(own.asked()).toEqual([])
})

test('KL-062: a fetched include that is not the pinned one is refused, and so is all of it', async () => {
  const own = federatedWorld({ tree: hub({ integrity: { manifest_hash: '0'.repeat(64) } }), remote })
  await own.run({ content: true })
  own.trust('.')
  const knowledge = await own.open()
  expect((await knowledge.explain('unit:hub/a:battery')).verdict).toBe('deny')
  expect((await knowledge.read({ task: 'How long does the kiosk battery last?' })).excerpts).toEqual([])
  expect((await knowledge.unit('unit:hub/setup')).outcome).toBe('given')
})
