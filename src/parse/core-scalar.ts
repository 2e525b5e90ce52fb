/** A plain scalar by the YAML 1.2 core schema: `yes`, `no`, `on`, `off` and dates stay text. */
export function coreScalar(source: string): unknown {
  const first = source.charCodeAt(0)
  // Digits, sign, dot, n/N/t/T/f/F, ~ or nothing: everything else is text without a closer look.
  if (source === '' || source === '~') return null
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

function numberOrText(source: string): number | string {
  if (/^[-+]?[0-9]+$/.test(source)) return Number(source)
  if (/^0o[0-7]+$/.test(source)) return Number(source)
  if (/^0x[0-9a-fA-F]+$/.test(source)) return Number(source)
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(source)) return Number(source)
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return source.startsWith('-') ? -Infinity : Infinity
  if (/^\.(?:nan|NaN|NAN)$/.test(source)) return NaN
  return source
}
