import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { repositoriesAround } from '../text/paths/paths.ts'

/** A private key in memory. The object does not contain the key, so that it cannot be printed. */
export interface SigningKey {
  /** 32 bytes in base64. */
  readonly publicKey: string
  sign(content: Uint8Array): Uint8Array
}

const keyOf = (key: KeyObject): SigningKey => ({
  publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(12).toString('base64'),
  sign: (content) => sign(null, content, key),
})

/** Creates a key in a new file of mode 0600. */
export function createSigningKey(path: string): SigningKey {
  refuseRepository(path)
  const { privateKey } = generateKeyPairSync('ed25519')
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const descriptor = attempt(path, () => openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
  try {
    writeFileSync(descriptor, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  } finally {
    closeSync(descriptor)
  }
  return keyOf(privateKey)
}

/** Reads a key from a regular file that only its owner can read, outside of every repository. */
export function readSigningKey(path: string): SigningKey {
  refuseRepository(path)
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const descriptor = attempt(path, () => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || stat.size > 4096) throw new Error(`${path} is not a file with a private key.`)
    if ((stat.mode & 0o077) !== 0 || stat.uid !== (process.getuid?.() ?? stat.uid))
      throw new Error(`${path} can be read by others. Run "chmod 600" on it, or create a new key.`)
    return parseKey(path, readFileSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

function parseKey(path: string, text: Buffer): SigningKey {
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch {
    // The reason could quote the file.
    throw new Error(`${path} is not an unencrypted private key in PEM form.`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is not an Ed25519 key.`)
  return keyOf(key)
}

/** A key in a repository would be published with it, or come from its author. */
function refuseRepository(path: string): void {
  const folder = attempt(path, () => realpathSync.native(dirname(path)))
  const [repository] = repositoriesAround(folder, existsSync)
  if (repository !== undefined)
    throw new Error(`${path} is inside the repository ${repository}. Keep private keys outside of repositories.`)
}

function attempt<Value>(path: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw new Error(`${path} ${troubles[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be opened'}.`, {
      cause: error,
    })
  }
}

const troubles: Readonly<Record<string, string>> = {
  EEXIST: 'exists already; a key is never replaced',
  ENOENT: 'does not exist',
  ELOOP: 'is a link',
  EACCES: 'cannot be opened: permission is denied',
}
