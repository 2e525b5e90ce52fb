import { compileFacts, factsPath } from '../../author/compile/compile-facts.ts'
import { isPackText } from '../../text/paths/paths.ts'
import { isMarkdown } from '../../validate/pack-facts/text-files.ts'
import { openAuthoredPack, type AuthorPorts } from './authored-pack.ts'
import { makeOutputs, type MadeOutputs, type MakeOptions } from './make-outputs.ts'
import { secretInside, secretsIn } from './split.ts'

const inPages = /^(?:documents|wiki)\//
const otherPage = /^(?:documents|wiki)\/open-questions(?:\/|\.)|^wiki\/(?:index|log)\.md$/i

/** Compiles the statements of documents/ and wiki/ that name their source (AK-320, AK-249). */
export function compilePack(ports: AuthorPorts, root: string, options: MakeOptions): MadeOutputs {
  const authored = openAuthoredPack(ports.files, root)
  const texts = authored.folder.files.filter((path) => inPages.test(path) && isPackText(path) && !otherPage.test(path))
  const pages = texts.filter(isMarkdown)
  const secrets = secretsIn(authored, pages)
  const excluded = new Set(secrets.map(({ diagnostic }) => diagnostic.where.file))
  const read = pages.filter((path) => !excluded.has(path))
  const { text, claims, untraceable, sources } = compileFacts(authored.folder, read)
  return makeOutputs(
    ports,
    authored,
    {
      by: 'compile',
      outputs: text === undefined ? [] : [{ path: factsPath, text, title: 'Facts' }],
      map: { claims },
      inputs: [...new Set([...read, ...sources])].sort(),
      omitted: [
        ...texts.filter((path) => !isMarkdown(path)).map((path) => ({ path, reason: 'Only Markdown is compiled.' })),
        ...[...excluded].map((path) => ({ path, reason: secretInside })),
      ],
      untraceable,
      excluded,
      gates: secrets,
    },
    options,
  )
}
