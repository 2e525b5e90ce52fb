/**
 * JSON that is safe on a terminal: what a terminal might interpret or hide is written as an escape. The values stay the
 * same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(/[\u007f-\u009f\ufdd0-\ufdef\ufff0-\ufff8\ufffe\uffff\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, escapeUnits)}\n`
}

function escapeUnits(character: string): string {
  let escaped = ''
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return escaped
}
