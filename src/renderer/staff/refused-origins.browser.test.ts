import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asksFirst, heading, press, sees } from '../../../test/harness/renderer/on-page.ts'
import { openScreen } from '../../../test/harness/renderer/page-harness.ts'
import { refusedOrigins } from '../../../test/harness/renderer/refused-origins.ts'

const usual = refusedOrigins.origins[0]!.origin
const region = () => page.getByRole('region', { name: /blocked|bloquearon/ })

describe('an origin that a form asked for in vain', () => {
  it('is shown with what for, in how many visits and when; nothing is shown where there is none', async () => {
    const harness = await openScreen('staff-connection-refused')
    await expect
      .element(region().getByRole('listitem').first())
      .toMatchTextContent(/js\.intake\.example\.com.*Visits: 12 \(Feb 27 – Mar 3\).*scripts, data/)
    await harness.showScreen('staff-connection')
    expect(region().elements()).toEqual([])
  })

  it('is allowed once staff said so twice, with the focus on no, and then on the title', async () => {
    const harness = await openScreen('staff-connection-refused')
    await press(`Allow: ${usual}`)
    const name = `Forms will be able to load from ${usual}. Allow?`
    await sees(page.getByRole('alertdialog', { name }))
    await press('No')
    const command = { type: 'allowOrigin', origin: usual } as const
    const answers = { no: 'No', yes: 'Yes, allow' }
    await asksFirst(harness, { label: `Allow: ${usual}`, ...answers, command })
    await expect.element(heading()).toHaveFocus()
  })

  it('has no button where staff may not allow it', async () => {
    await openScreen('staff-connection-refused')
    const barred = region().getByRole('listitem').filter({ hasText: '192.168.1.1' })
    await expect.element(barred).toMatchTextContent(/Cannot be allowed here/)
    expect(barred.getByRole('button').elements()).toEqual([])
  })

  it.each([
    ['file', /configuration file says/],
    ['environment', /environment that Foyer is started with says/],
    ['policy', /organization’s policy says/],
  ])('has no button where an administrator decides, and one line says who: %s', async (...row) => {
    const [setBy, words] = row
    await openScreen(`staff-connection-refused-${setBy}`)
    await expect.element(region()).toMatchTextContent(words)
    expect(region().getByRole('button').elements()).toEqual([])
  })
})
