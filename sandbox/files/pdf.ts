const linesPerPage = 46
const lettersPerLine = 90

/**
 * Escapes text for a PDF string in WinAnsi; a character that the built-in fonts cannot draw becomes a question mark.
 */
function escape(line: string): string {
  return line
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa1-\xff]/gu, '?')
    .replace(/[\\()]/g, '\\$&')
}

/** Wraps a line into pieces that fit the page, at spaces if there are any. */
function wrap(line: string): string[] {
  const fitting = new RegExp(`.{1,${lettersPerLine}}(?:\\s|$)|\\S{${lettersPerLine}}`, 'gs')
  return line === '' ? [''] : (line.match(fitting) ?? [line])
}

function pageContent(lines: readonly string[]): string {
  return `BT /F1 11 Tf 56 770 Td 16 TL ${lines.map((line) => `(${escape(line)}) Tj T*`).join(' ')} ET`
}

/** Makes a plain PDF of the given lines, long ones wrapped, 46 to a page, in the built-in Helvetica. */
export function pdfOf(text: readonly string[]): Buffer {
  const lines = text.flatMap(wrap)
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
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const references = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${references.join('')}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.indexOf('xref\n0 ')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
