import { mixedScripts } from '../../../../text/detect/mixed-scripts.ts'

/** A ref or path with a mark if mixed scripts make it look like another one. */
export function markedName(name: string): string {
  const scripts = mixedScripts(name)
  return scripts.length === 0 ? name : `${name} (mixed scripts: ${scripts.join(', ')})`
}
