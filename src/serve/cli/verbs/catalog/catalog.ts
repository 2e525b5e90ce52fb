import { catalogRecord, commandsFor, type Catalog, type Knowledge } from '../../../../app/index.ts'
import { isWrittenAsPath } from '../../named-packs.ts'
import { catalogForVerb, knowledgeOptions } from '../../opening.ts'
import { catalogNarration, catalogText } from '../../render/catalog-text.ts'
import { errLine, printRecord } from '../../render/terminal/print.ts'
import { chosenFormat, exitCodes, UsageError, wholeNumber, type Call, type Verb } from '../../verb.ts'
import { viewOptions } from '../../view-options.ts'

const formats = ['text', 'json', 'xml', 'prompt'] as const

export const catalogVerb: Verb = {
  name: 'catalog',
  summary: 'list the packs and manifests of a workspace, its user and its organisation; only their heads are read',
  usage: 'catalog [manifest] [options]',
  inputs: 'the current folder, or --root and --packs; with the ref of a manifest, its units',
  outputs:
    'the list on stdout, nothing if it is empty; scanned folders, omissions and, for a model, the receipt id on stderr',
  examples: [
    'lorefence catalog',
    'lorefence catalog --format prompt --max-tokens 800',
    'lorefence catalog --all --json',
    'lorefence catalog manifest:harbor-kiosk',
  ],
  options: {
    ...knowledgeOptions,
    format: {
      type: 'string',
      value: 'FORMAT',
      doc:
        'text (default), json, xml or prompt. xml and prompt are for a model: ' +
        'ungranted entries appear by name only.',
    },
    locations: {
      type: 'boolean',
      doc: 'With --format prompt: add the location of each granted entry file, for a model that reads files itself.',
    },
    all: { type: 'boolean', doc: 'Also archived, disabled, hidden and quarantined entries; not in xml and prompt.' },
    'max-tokens': {
      type: 'string',
      value: 'TOKENS',
      doc:
        'Maximum tokens of xml and prompt: lines get shorter, then names only, then fewer. ' +
        'In json, "omitted" lists what prompt would omit.',
    },
    from: { type: 'string', value: 'N', doc: 'With a manifest: the position of the first unit.' },
    limit: { type: 'string', value: 'N', doc: 'With a manifest: maximum units of the page. Default: 50.' },
  },
  async run(call) {
    const {
      positionals: [manifest, ...more],
      values,
      terminal,
    } = call
    if (more.length > 0 || (manifest !== undefined && isWrittenAsPath(manifest, terminal.cwd)))
      throw new UsageError('catalog takes at most one manifest, by its ref; set a folder with --root or --packs.')
    if (manifest !== undefined) return (await import('../content.ts')).runUnits(manifest, call)
    if (values['from'] !== undefined || values['limit'] !== undefined)
      throw new UsageError('--from and --limit require a manifest. Try "lorefence catalog manifest:<name> --from 51".')
    const format = chosenFormat(values, formats) ?? 'text'
    const maxTokens = wholeNumber(values['max-tokens'], 'max-tokens')
    if (maxTokens !== undefined && format === 'text')
      throw new UsageError('--max-tokens requires --format prompt, xml or json.')
    const locations = values['locations'] === true
    if (locations && format !== 'prompt')
      throw new UsageError('--locations requires --format prompt; xml and json always have locations.')
    const all = values['all'] === true
    const isForModel = format === 'xml' || format === 'prompt'
    const knowledge = isForModel ? await openForModel(call) : undefined
    const { catalog, changes } = knowledge
      ? { catalog: knowledge.catalog, changes: new Map<string, string>() }
      : await catalogForVerb(call)
    const limit = maxTokens === undefined ? {} : { maxTokens }
    const record = await catalogRecord(catalog, { all, changes, ...(format === 'json' ? limit : {}) })
    if (format === 'json') {
      printRecord(terminal, { command: 'catalog', diagnostics: record.diagnostics }, record)
      return exitCodes.ok
    }
    const list = isForModel
      ? await knowledge?.list({ format, ...limit, ...(locations ? { locations } : {}) })
      : undefined
    if (!list) terminal.show(catalogText(record, terminal, all))
    else if (list.fenced !== '') terminal.out(`${list.fenced}\n`)
    const commands = commandsToGrant(catalog, changes, call)
    const isGone = (catalog.withheld ?? []).length > 0
    const shown = { ...record, omitted: list?.omitted ?? record.omitted }
    for (const line of catalogNarration(shown, { all, isGone, commands })) errLine(terminal, line)
    if (list?.receipt) terminal.err(`${list.tokens} tokens (${list.tokenizer}) · receipt ${list.receipt.id}\n`)
    return list?.fenced === '' && record.entries.length > 0 && list.omitted.some(({ reason }) => reason === 'budget')
      ? exitCodes.budget
      : exitCodes.ok
  },
}

/** The commands that would grant what is ungranted or has changed. */
function commandsToGrant({ entries }: Catalog, changes: ReadonlyMap<string, string>, call: Call): readonly string[] {
  const { trust } = commandsFor({ cwd: call.terminal.cwd, options: viewOptions(call) })
  const commands = entries.flatMap(({ ref, standing, enabled, found }) => {
    if (changes.has(ref)) return [trust(found)]
    return standing === 'ungranted' && enabled ? [trust({ ...found, folder: found.root })] : []
  })
  return [...new Set(commands)]
}

/** A list for a model is decided on and recorded, so it needs more than the catalog. */
async function openForModel(call: Call): Promise<Knowledge> {
  const { openForVerb } = await import('../content.ts')
  return (await openForVerb(call)).knowledge
}
