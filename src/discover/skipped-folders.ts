/** Folders of version control, dependencies, build output and caches, and the generated `indexes/` (AK-066, AK-067). */
const names = new Set(
  'CVS _darcs node_modules bower_components jspm_packages vendor venv virtualenv site-packages Pods Carthage __pycache__ __pypackages__'.split(
    ' ',
  ),
)

/** Names that projects also use for source folders. */
const outputs = new Set('dist build _build out target coverage DerivedData indexes'.split(' '))

export const isOutput = (name: string): boolean => outputs.has(name)

/** Hidden folders are caches or belong to tools. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || names.has(name) || isOutput(name)

/** Version control and keys. */
const secretNames = new Set(
  '.git .hg .svn .bzr .jj cvs _darcs .ssh .gnupg .password-store .secrets .credentials'.split(' '),
)

/** Account settings. */
const accountNames = new Set('.aws .azure .gcloud .kube .docker'.split(' '))

/** Our own files and installed packages. */
const toolNames = new Set('.terraform .lorefence node_modules bower_components jspm_packages site-packages'.split(' '))

/** Files with keys, passwords or tokens, except samples of them. */
const privateFile =
  /^(?:\.env(?:rc|\.(?!(?:example|sample|template|dist|d)$).+)?|.+\.env(?:\.(?:bak|backup|old|orig|save|local))?|env\.(?:local|dev(?:elopment)?|test|stag(?:e|ing)|prod(?:uction)?)|kubeconfig|credentials|id_(?:rsa|dsa|ecdsa|ed25519)(?:\.(?!pub$).+)?|[._](?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|my\.cnf)|(?:credentials?|secrets?|service[-_]?account[\w-]*)\.(?:json|ya?ml|toml|ini|csv)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate(?:\.backup)?|tfvars(?:\.json)?))$/i

/**
 * Whether no file below is read, not even one that a unit names; compared in any case, because some disks ignore it.
 */
export const isSecret = (name: string): boolean => secretNames.has(name.toLowerCase())

/**
 * Whether a folder is never entered, not even if a unit names it: nobody publishes a whole folder like this as
 * knowledge.
 */
export function isPrivate(name: string): boolean {
  const lower = name.toLowerCase()
  return isSecret(lower) || isAccount(lower) || toolNames.has(lower)
}

const isAccount = (lower: string): boolean => accountNames.has(lower) || lower.startsWith('.env')

/** The part of a path that makes its file private by convention, so that naming the file is not enough to read it. */
export function privateName(path: string): string | undefined {
  const names = path.split('/')
  const file = names.pop() ?? ''
  return names.find((name) => isAccount(name.toLowerCase())) ?? (privateFile.test(file) ? file : undefined)
}
