import { recordText } from '../../render/terminal/json.ts'
import {
  configSchema,
  manifestSchema,
  packSchema,
  questionsSchema,
  recordSchema,
  type JsonSchema,
} from '../../../../app/index.ts'
import { recordKinds, type RecordKind } from '../../../../model/tables/run-fields.ts'
import { suggest } from '../../../../text/messages/suggest.ts'
import { jsonText } from '../../render/terminal/json.ts'
import { choice, exitCodes, UsageError, type Verb } from '../../verb.ts'

const names = ['pack', 'manifest', 'run', 'config', 'questions'] as const

export const schemaVerb: Verb = {
  name: 'schema',
  summary: 'print the JSON Schema of a format, for editors and other validators',
  usage: 'schema pack|manifest|run|config|questions [options]',
  inputs:
    'a format: pack (frontmatter of KNOWLEDGE.md), manifest (knowledge.yaml), run (with --kind), ' +
    'config (lorefence.yaml) or questions (.lorefence/questions.yaml)',
  outputs: 'a JSON Schema: draft-07 for manifest, 2020-12 for the others; with --json under "schema"',
  examples: [
    'lorefence schema manifest --output knowledge-schema.json',
    'lorefence schema run --kind context-resolution',
  ],
  options: { kind: { type: 'string', value: 'KIND', doc: `Kind of run record: ${recordKinds.join(', ')}.` } },
  async run({ positionals, values, terminal }) {
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw new UsageError(`schema takes one of ${names.join(', ')}.`)
    const schema = schemaOf(name, choice(values['kind'], 'kind', recordKinds))
    terminal.out(
      values['json'] === true ? recordText({ command: 'schema' }, { format: name, schema }) : jsonText(schema),
    )
    return exitCodes.ok
  },
}

function schemaOf(written: string, kind: RecordKind | undefined): JsonSchema {
  const name = names.find((known) => known === written)
  if (kind !== undefined && name !== 'run') throw new UsageError('--kind requires "schema run".')
  switch (name) {
    case 'pack':
      return packSchema()
    case 'manifest':
      return manifestSchema()
    case 'config':
      return configSchema()
    case 'questions':
      return questionsSchema()
    case 'run':
      if (kind === undefined) throw new UsageError(`schema run needs --kind ${recordKinds.join(', ')}.`)
      return recordSchema(kind)
    case undefined: {
      const near = suggest(written, names)
      throw new UsageError(
        `unknown schema "${written}".${near ? ` Did you mean "${near}"?` : ''} Valid: ${names.join(', ')}.`,
      )
    }
  }
}
