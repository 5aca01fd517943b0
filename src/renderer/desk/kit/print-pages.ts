/** Marks what is printed in place of the page. */
const sheetsClass = 'print-sheets'

/**
 * Prints pages by the dialog of the system, each on a sheet of its own, and nothing else of what is on the screen. `draw`: the
 * picture of page `number`, 1 for the first; it is let go of before the next is drawn. Resolves once the dialog is closed, or
 * without printing once `signal` is aborted; nothing of it is left in the page then. Rejects where a page cannot be drawn.
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
