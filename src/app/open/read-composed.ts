import { copyPath } from '../../federate/manifest-address.ts'
import type { EntryFile } from '../../model/catalog.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import type { EntrySignature } from '../../model/documents/signature.ts'
import { composeManifest, type IncludeWorld } from '../../parse/manifest/compose.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { isUsableReading, readManifest } from '../../parse/manifest/manifest.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import type { SignedEntry } from '../sign/entry-signature.ts'

interface Look {
  readonly files: Pick<Files, 'read'>
  signatureOf(entry: SignedEntry): { readonly signature?: EntrySignature }
}

/** A manifest with the units of the manifests that it includes; their files are in its folder (KCP §3.11). */
export function readComposed(
  found: EntryFile,
  bytes: Uint8Array,
  look: Look,
): { readonly manifest?: Manifest; readonly diagnostics: readonly Diagnostic[] } {
  const reading = readManifest(bytes, found.path, fileName(found.folder))
  if (!isUsableReading(reading)) return { diagnostics: diagnose(reading.findings, reading.source) }
  const { manifest, findings } = composeManifest(reading, found.file, includeWorld(found, look))
  return { manifest, diagnostics: diagnose([...reading.findings, ...findings], reading.source) }
}

function includeWorld({ folder, root }: EntryFile, { files, signatureOf }: Look): IncludeWorld {
  let left: number = limits.documentBytes
  const inRoot = folder.slice(root.length + 1)
  return {
    read(path) {
      const read = files.read(folder, path, { limit: left })
      if (read.ok) left -= read.bytes.length
      return read
    },
    copyOf(url) {
      const copy = copyPath(url)
      // A copy is in the folder of the root.
      return inRoot === '' ? copy : undefined
    },
    signersOf(path, bytes, document) {
      const at = folderOf(path)
      const found = { folder: at === '' ? folder : `${folder}/${at}`, file: fileName(path), root }
      return signatureOf({ found, document, bytes }).signature?.signers ?? []
    },
  }
}
