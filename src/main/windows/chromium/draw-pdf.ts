import { closeAll } from '../../base/close-all.ts'
import { nothingAllowed } from '../../form-view/policy.ts'
import { printedPage, printOptions, unlessAborted } from '../printing.ts'
import { startFilteringProxy, type FilteringProxy } from '../../form-view/proxy.ts'
import { launchWindow, type BrowserWindow, type Machine } from './launch.ts'
import { answerFromMemory } from './own-page.ts'
import type { Profiles } from './profiles.ts'

/** Parts for drawing a document. */
export interface DrawPdfParts extends Omit<Machine, 'driver' | 'scale'> {
  readonly profiles: Profiles
}

// `.invalid` can never exist: the document is answered from memory.
const address = 'https://foyer-print.invalid/'

/**
 * Draws a document of Foyer's own as a PDF, in an invisible browser with a throw-away profile. Rejects if it cannot, or
 * `signal` is aborted.
 */
export async function drawPdf(
  { profiles, ...machine }: DrawPdfParts,
  html: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const profile = await profiles.create('print')
  let proxy: FilteringProxy | undefined
  let window: BrowserWindow | undefined
  try {
    proxy = await startFilteringProxy(nothingAllowed, () => undefined)
    window = await launchWindow({
      ...machine,
      driver: false,
      profile,
      proxy: proxy.address,
      locale: 'en',
      isForeign: false,
      kiosk: false,
      name: 'foyer-print',
      bounds: undefined,
      prints: 'unseen',
    })
    return await unlessAborted(signal, print(window, html))
  } finally {
    await closeAll([() => window?.close(), () => profiles.remove(profile), () => proxy?.close()])
  }
}

async function print({ page, cdp }: BrowserWindow, html: string): Promise<Uint8Array> {
  await answerFromMemory(page, (url) => (url === address ? printedPage(html) : undefined))
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
  // The caller limits the time.
  await page.goto(address, { waitUntil: 'load', timeout: 0 })
  const { data } = await cdp.send('Page.printToPDF', printOptions)
  return Buffer.from(data, 'base64')
}
