/** A small PDF with lines of text on its pages, written by hand so that a test can break any part of it. */
export function pdfOf(
  pages: readonly (readonly string[])[],
  {
    catalog = '',
    page = '',
    extra = [],
  }: { readonly catalog?: string; readonly page?: string; readonly extra?: readonly string[] } = {},
): Uint8Array {
  const objects: string[] = []
  const pageIds = pages.map((_, i) => 4 + 2 * i)
  objects.push(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  objects.push(`<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [i, lines] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
    )
    const shown = lines.map((line) =>
      line === '' ? '0 -14 Td' : `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`,
    )
    const stream = `BT /F1 12 Tf 50 800 Td ${shown.join('\n')} ET`
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  objects.push(...extra)
  return fileOf(objects)
}

/** Objects with their cross-reference table. */
export function fileOf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 255)
}
