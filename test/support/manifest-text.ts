export type Fields = Readonly<Record<string, unknown>>

/** A complete unit, so that a test names only the fields it is about. */
export const unitWith = (fields: Fields = {}): Fields => ({
  id: 'setup',
  path: 'setup.md',
  intent: 'How do I set up a kiosk?',
  scope: 'global',
  audience: ['agent'],
  ...fields,
})

/** A manifest without findings around the fields that a test is about. JSON is YAML. */
export function manifestText(root: Fields = {}, ...units: readonly Fields[]): string {
  return JSON.stringify(
    {
      kcp_version: '0.14',
      project: 'harbor',
      version: '1.0.0',
      ...root,
      units: units.length > 0 ? units : [unitWith()],
    },
    undefined,
    1,
  )
}
