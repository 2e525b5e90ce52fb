import { basename, dirname, resolve } from 'node:path'
import { keyIdOf, signBytes, signEntry, type SignedFiles } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { replaceFile, writeOutputFile } from '../../../../io/disk/replace-file.ts'
import { createSigningKey, readSigningKey } from '../../../../io/signing-key.ts'
import { readStdinBytes } from '../../read-stdin.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, type Call, type Verb } from '../../verb.ts'

export const signVerb: Verb = {
  name: 'sign',
  summary: 'sign a manifest or a pack with Ed25519, or create a key for that',
  usage: 'sign <path>|- --key FILE [options]\nsign --new-key FILE',
  inputs: 'a knowledge.yaml, a KNOWLEDGE.md or the folder of one; "-" signs the bytes on stdin',
  outputs:
    'the signature beside the file, as knowledge.yaml.sig or KNOWLEDGE.md.sig; with "-" on stdout. ' +
    'With --new-key the public key, for the "trusted_keys" of others',
  examples: [
    'lorefence sign --new-key ~/keys/harbor.pem',
    'lorefence sign knowledge.yaml --key ~/keys/harbor.pem',
    'lorefence sign .agents/knowledge/kiosk --key ~/keys/harbor.pem --key-id harbor-2026',
  ],
  options: {
    key: { type: 'string', value: 'FILE', doc: 'The private key: a file of mode 0600 outside of repositories.' },
    'key-id': { type: 'string', value: 'ID', doc: 'Name of the key in the signature. Default: derived from the key.' },
    'new-key': { type: 'string', value: 'FILE', doc: 'Create a private key in a new file and print its public key.' },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    const created = text(values['new-key'])
    if (created !== undefined) {
      if (positionals.length > 0 || values['key'] !== undefined)
        throw new UsageError('--new-key takes no path and no --key.')
      return printKey(call, createSigningKey(resolve(terminal.cwd, created)).publicKey)
    }
    const [path, ...more] = positionals
    const keyFile = text(values['key'])
    if (path === undefined || more.length > 0 || keyFile === undefined)
      throw new UsageError('sign needs one path and --key FILE. Try "lorefence sign --new-key FILE" for a new key.')
    return signPath(path, resolve(terminal.cwd, keyFile), call)
  },
}

function printKey({ values, terminal }: Call, publicKey: string): number {
  const key = { keyId: text(values['key-id']) ?? keyIdOf(publicKey), algorithm: 'Ed25519', publicKey }
  if (values['json'] === true) printRecord(terminal, { command: 'sign' }, key)
  else terminal.out(visibleKey(key))
  terminal.err('The private key is in that file only. Others can add these lines to "trusted_keys" in their config.\n')
  return exitCodes.ok
}

const visibleKey = ({ keyId, publicKey }: { readonly keyId: string; readonly publicKey: string }): string =>
  `- key_id: ${visible(JSON.stringify(keyId))}\n  algorithm: Ed25519\n  public_key: ${publicKey}\n`

async function signPath(path: string, keyFile: string, call: Call): Promise<number> {
  const { values, terminal } = call
  const keyId = text(values['key-id'])
  const signer = { ...readSigningKey(keyFile), ...(keyId === undefined ? {} : { keyId }) }
  if (path === '-') {
    terminal.out(signBytes(await readStdinBytes(terminal), signer))
    return exitCodes.ok
  }
  const named = entryFileAt(resolve(terminal.cwd, path))
  if (named === undefined)
    throw new UsageError(`"${path}" is not a knowledge.yaml, a KNOWLEDGE.md or a folder with one.`)
  const [folder, file] = [dirname(named), basename(named)]
  if (dirname(keyFile) === folder || keyFile.startsWith(`${folder}/`))
    throw new UsageError('The private key is inside the folder that is signed. Keep it elsewhere.')
  const signed = signEntry(diskFiles, folder, file, signer)
  if (!signed.ok) throw new UsageError(`"${path}" was not signed. ${signed.detail}`)
  write(folder, file, signed, call)
  return report(named, signed, call)
}

function entryFileAt(path: string): string | undefined {
  if (diskFiles.kindOf(path) === 'file') return path
  return ['knowledge.yaml', 'KNOWLEDGE.md']
    .map((name) => `${path}/${name}`)
    .find((file) => diskFiles.kindOf(file) === 'file')
}

type Signed = Extract<SignedFiles, { ok: true }>

/** The manifest first, because its new bytes are signed. */
function write(folder: string, file: string, { manifest, signature }: Signed, { terminal: { cwd } }: Call): void {
  const foreign = [cwd, folder]
  const replaced = manifest ? replaceFile(folder, file, manifest, { foreign }) : { ok: true as const }
  if (!replaced.ok) throw new UsageError(`"${file}" was not changed. ${replaced.detail}`)
  const written = writeOutputFile(`${folder}/${signature.file}`, signature.after, { foreign })
  if (!written.ok) throw new UsageError(`"${signature.file}" was not written. ${written.detail}`)
}

function report(path: string, signed: Signed, { values, terminal }: Call): number {
  const { keyId, signature, kept, dropped, files, differing, undeclared, unreadable } = signed
  const units = { refreshed: differing, uncovered: undeclared, unreadable }
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'sign' },
      { path, signature: signature.file, keyId, kept, dropped, files, ...units },
    )
  else outLine(terminal, `signed ${path} as ${keyId}: ${signature.file}`)
  const printLine = (line: string): void => errLine(terminal, line)
  if (files !== undefined) printLine(`The signature covers ${counted(files, 'file')}.`)
  if (differing.length > 0) printLine(`content_hash refreshed: ${differing.join(', ')}`)
  if (undeclared.length > 0)
    printLine(`Without content_hash, so not covered by the signature: ${undeclared.join(', ')}`)
  if (unreadable.length > 0) printLine(`Content that cannot be read: ${unreadable.join(', ')}`)
  if (kept > 0) printLine(`${counted(kept, 'signature')} of others kept.`)
  if (dropped > 0) printLine(`${counted(dropped, 'signature')} of others removed: the content is new.`)
  return exitCodes.ok
}
