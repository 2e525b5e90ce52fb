import type { ReviewedGrant } from '../../model/decisions/review.ts'
import { kilobytes } from '../format.ts'
import { Mark, type Tone } from './mark.tsx'
import { Table } from './table.tsx'
import { Time } from './time.tsx'
import { VisibleText } from './visible-text.tsx'

const tones: Readonly<Record<string, Tone>> = { new: 'warn', changed: 'warn', same: 'plain' }
const order = ['changed', 'new', 'same']

/** The files that a grant would cover, with their digests; changed and new ones first. */
export function GrantedFiles({ grant }: { readonly grant: ReviewedGrant }) {
  const { files, missing, bytes, secrets, injections, unreadable, uncovered, signature, grantedAt } = grant
  const rows = [...files].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const remarks = [
    ...(secrets === 0 ? [] : [`${secrets} places look like a secret.`]),
    ...(injections === 0 ? [] : [`${injections} places look like an instruction to a model.`]),
    ...unreadable.map((path) => `"${path}" cannot be read and is not covered.`),
    ...uncovered.map((why) => `Not covered: ${why}`),
    ...missing.map((path) => `"${path}" was granted and is gone.`),
  ]
  return (
    <div class="granted">
      <p>
        A grant covers exactly {files.length === 1 ? 'this file' : `these ${files.length} files`}, {kilobytes(bytes)};
        after an edit it asks again.{' '}
        {grantedAt === undefined ? (
          'Nothing of it was granted before.'
        ) : (
          <>
            Last granted <Time at={grantedAt} />.
          </>
        )}
        {signature ? ` Signature: ${signature.tier}.` : null}
      </p>
      {remarks.length === 0 ? null : (
        <ul class="lines">
          {remarks.map((remark) => (
            <li key={remark}>
              <Mark tone="warn">note</Mark> <VisibleText text={remark} />
            </li>
          ))}
        </ul>
      )}
      <Table
        caption="Files of the grant"
        rows={rows}
        keyOf={({ path }) => path}
        step={20}
        columns={[
          {
            title: 'File',
            isHead: true,
            cell: ({ path }) => (
              <span class="code">
                <VisibleText text={path} />
              </span>
            ),
          },
          { title: 'Since the last grant', cell: ({ state }) => <Mark tone={tones[state] ?? 'plain'}>{state}</Mark> },
          {
            title: 'SHA-256',
            isWide: true,
            cell: ({ digest }) => (
              <span class="code" title={digest}>
                {digest.replace(/^sha256:/, '').slice(0, 12)}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}
