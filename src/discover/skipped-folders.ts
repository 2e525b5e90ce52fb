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

/** Version control, credentials, our own files and installed packages: nobody publishes these as knowledge. */
const privateNames = new Set(
  (
    '.git .hg .svn .bzr .jj cvs _darcs .ssh .gnupg .aws .azure .gcloud .kube .docker .terraform .password-store ' +
    '.secrets .credentials .lorefence node_modules bower_components jspm_packages site-packages'
  ).split(' '),
)

/** Whether a folder is never entered, not even if a unit names it; in any case, as some disks ignore it. */
export function isPrivate(name: string): boolean {
  const lower = name.toLowerCase()
  return privateNames.has(lower) || lower.startsWith('.env')
}
