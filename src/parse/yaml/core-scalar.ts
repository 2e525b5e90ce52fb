/** A plain scalar by the YAML 1.2 core schema: `yes`, `no`, `on`, `off` and dates stay text. */
export function coreScalar(source: string): unknown {
  if (source === '' || source === '~') return null
  const first = source.charCodeAt(0)
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) return numberOrText(source)
  if (source.length > 5) return source
  switch (source) {
    case 'null':
    case 'Null':
    case 'NULL':
      return null
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
    default:
      return source
  }
}

const numberPattern = /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+)$/

function numberOrText(source: string): number | string {
  if (numberPattern.test(source)) {
    const value = Number(source)
    return Number.isFinite(value) ? value : source
  }
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return source.startsWith('-') ? -Infinity : Infinity
  return /^\.(?:nan|NaN|NAN)$/.test(source) ? NaN : source
}
