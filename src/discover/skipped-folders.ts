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
