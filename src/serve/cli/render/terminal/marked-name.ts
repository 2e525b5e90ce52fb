import { mixedScripts } from '../../../../text/detect/mixed-scripts.ts'

/** A ref or path as a person reads it before they grant it: a name that could pass for another one says so. */
export function markedName(name: string): string {
  const scripts = mixedScripts(name)
  return scripts.length === 0 ? name : `${name} (mixed scripts: ${scripts.join(', ')})`
}
