import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-svelte'
import { cdp, page } from 'vitest/browser'
import { makePdf } from '#harness/pdf/make-pdf.ts'
import { button, press, sees, violations } from '#harness/renderer/on-page.ts'
import '../../app.css'
import '../desk.css'
import PdfDialog from './pdf-dialog.svelte'

const sheets = () => [...document.querySelectorAll<HTMLImageElement>('body > .print-sheets > img')]
const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })

const media = (name: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media: name })

beforeEach(async () => {
  cleanup()
  await page.viewport(1366, 768)
})

async function open(pages: number) {
  const bytes = makePdf(Array.from({ length: pages }, (_, at) => ({ text: `Sheet ${at + 1}` })))
  const load = () => Promise.resolve({ base64: btoa(String.fromCharCode(...bytes)) })
  const rendered = await render(PdfDialog, {
    title: 'PDF of a form',
    load,
    onclose: () => undefined,
  })
  await sees(button('Print'))
  return rendered
}

/** Watches the printing, and calls `look` at the printed content whenever the page opens the system's dialog. */
function watchPrint(look: () => void = () => undefined) {
  const printed = vi.spyOn(window, 'print').mockImplementation(look)
  onTestFinished(() => printed.mockRestore())
  return printed
}

it('prints each page on a sheet of its own, and leaves nothing of them', async () => {
  let seen: readonly boolean[] = []
  const printed = watchPrint(
    () => (seen = sheets().map(({ naturalWidth }) => naturalWidth > 1_200)),
  )
  await open(3)
  await press('Print')
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  expect(seen).toEqual([true, true, true])
  await expect.poll(() => document.querySelector('.print-sheets')).toBeNull()
  expect(await violations()).toEqual([])
})

it('prints nothing else that is on the screen', async () => {
  const { container } = await open(1)
  const sheet = document.createElement('div')
  sheet.className = 'print-sheets'
  sheet.append(new Image(100, 100))
  document.body.append(sheet)
  onTestFinished(async () => {
    sheet.remove()
    await media('')
  })
  expect([isSeen(sheet), isSeen(container)]).toEqual([false, true])
  await media('print')
  expect([isSeen(sheet), isSeen(container)]).toEqual([true, false])
  expect(document.querySelector('dialog')?.checkVisibility()).toBe(false)
})

it('does not print once it was closed', async () => {
  const printed = watchPrint()
  const { unmount } = await open(2)
  ;(button('Print').element() as HTMLElement).click()
  await unmount()
  await expect.poll(() => document.querySelector('.print-sheets')).toBeNull()
  expect(printed.mock.calls).toEqual([])
})
