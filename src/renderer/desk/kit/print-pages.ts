/** Marks what is printed in place of the page. */
const sheetsClass = 'print-sheets'

/**
 * Prints only these pages, one a sheet. `draw` gives page `number` (from 1). Resolves at dialog close or `signal`'s
 * abort; rejects if drawing fails.
 */
export async function printPages(
  pages: number,
  draw: (number: number) => Promise<HTMLCanvasElement>,
  signal: AbortSignal,
): Promise<void> {
  const sheets = document.createElement('div')
  sheets.className = sheetsClass
  sheets.ariaHidden = 'true'
  const leave = () => sheets.remove()
  signal.addEventListener('abort', leave, { once: true })
  document.body.append(sheets)
  try {
    for (let number = 1; number <= pages; number += 1) {
      const canvas = await draw(number)
      if (signal.aborted) return
      const sheet = new Image()
      sheet.src = canvas.toDataURL('image/png')
      canvas.width = canvas.height = 0
      await sheet.decode()
      sheets.append(sheet)
    }
    print()
  } finally {
    leave()
    signal.removeEventListener('abort', leave)
  }
}
