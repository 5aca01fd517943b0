const linesPerPage = 46

/** Text of a PDF string in WinAnsi; what the built-in fonts cannot draw becomes a question mark. */
function escape(line: string): string {
  return line
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa1-\xff]/gu, '?')
    .replace(/[\\()]/g, '\\$&')
}

function pageContent(lines: readonly string[]): string {
  return `BT /F1 11 Tf 56 770 Td 16 TL ${lines.map((line) => `(${escape(line)}) Tj T*`).join(' ')} ET`
}

/** A plain PDF of the given lines, 46 to a page, in the built-in Helvetica. */
export function pdfOf(lines: readonly string[]): Buffer {
  const count = Math.max(1, Math.ceil(lines.length / linesPerPage))
  const pageObject = (page: number) => 4 + page * 2
  const pages = Array.from({ length: count }, (_, page) =>
    pageContent(lines.slice(page * linesPerPage, (page + 1) * linesPerPage)),
  )
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${pages.map((_, page) => `${pageObject(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageObject(page) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const references = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${references.join('')}`
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.indexOf('xref\n0 ')}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
