/** Folders of version control, dependencies, build output and caches, and the generated `indexes/` (AK-066, AK-067). */
const names = new Set([
  'CVS',
  '_darcs',
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'venv',
  'virtualenv',
  'site-packages',
  'Pods',
  'Carthage',
  'dist',
  'build',
  '_build',
  'out',
  'target',
  'coverage',
  'DerivedData',
  '__pycache__',
  '__pypackages__',
  'indexes',
])

/** Hidden folders are caches and folders of tools. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || names.has(name)

/** Version control and keys. */
const secretNames = new Set(
  '.git .hg .svn .bzr .jj cvs _darcs .ssh .gnupg .password-store .secrets .credentials'.split(' '),
)

/** Settings of accounts, our own files and installed packages. */
const toolNames = new Set(
  (
    '.aws .azure .gcloud .kube .docker .terraform .lorefence ' +
    'node_modules bower_components jspm_packages site-packages'
  ).split(' '),
)

/** Whether no file below is read, not even one that a unit names; in any case, as some disks ignore it. */
export const isSecret = (name: string): boolean => secretNames.has(name.toLowerCase())

/** Whether a folder is never entered, not even if a unit names it: nobody publishes all of it as knowledge. */
export function isPrivate(name: string): boolean {
  const lower = name.toLowerCase()
  return isSecret(lower) || toolNames.has(lower) || lower.startsWith('.env')
}
