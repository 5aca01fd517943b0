export interface MadePage {
  /** Width and height in points. */
  readonly size?: readonly [width: number, height: number]
  /** Colour of the whole page: red, green and blue from 0 to 1. */
  readonly color?: readonly [red: number, green: number, blue: number]
  /** A line of text, in Helvetica that is not embedded. */
  readonly text?: string
  /** Entries of the page's dictionary beside its own, in PDF's own writing. */
  readonly more?: string
}

/** Other parts of a PDF that a test makes, in PDF's own writing. */
export interface MadeParts {
  readonly catalog?: string
  readonly trailer?: string
  /** Number of pages that it claims, where that is not the true one. */
  readonly count?: number
}

/** Writes a PDF 1.7 with these pages, uncompressed, in ASCII. */
export function makePdf(
  pages: readonly MadePage[],
  parts: MadeParts = {},
): Uint8Array<ArrayBuffer> {
  const objects: string[] = ['', '', '']
  const add = (object: string) => objects.push(object)
  const kids = pages.map(({ size = [595, 842], color = [1, 1, 1], text = '', more = '' }) => {
    const [width, height] = size
    const words = text ? `0 0 0 rg BT /F 24 Tf 72 ${height - 96} Td (${text}) Tj ET` : ''
    const drawing = `${color.join(' ')} rg 0 0 ${width} ${height} re f ${words}`
    const content = add(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R ` +
        `/Resources << /Font << /F 3 0 R >> >> ${more} >>`,
    )
  })
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ''} >>`
  const list = kids.map((kid) => `${kid} 0 R`).join(' ')
  objects[1] = `<< /Type /Pages /Count ${parts.count ?? kids.length} /Kids [${list}] >>`
  objects[2] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  let file = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const trailer = `<< /Size ${size} /Root 1 0 R ${parts.trailer ?? ''} >>`
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return new TextEncoder().encode(
    `${file}${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`,
  )
}
