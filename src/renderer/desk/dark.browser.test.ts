import '@fontsource-variable/atkinson-hyperlegible-next'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { sampleAudit, sampleWebhooks } from '../../../test/harness/desk/administration-pages.ts'
import { fullChart } from '../../../test/harness/desk/chart-record-pages.ts'
import { clinicAnswers } from '../../../test/harness/desk/clinic-pages.ts'
import { deskPages } from '../../../test/harness/desk/desk-pages.ts'
import {
  ana,
  deskViewOf,
  FakeDeskMain,
  sampleToday,
} from '../../../test/harness/desk/fake-desk-main.ts'
import { answerPatients } from '../../../test/harness/desk/patient-pages.ts'
import { violations } from '../../../test/harness/renderer/accessibility-checks.ts'
import { openDesk } from '../../../test/harness/renderer/open-desk.ts'
import type { DeskReply } from '../../shared/desk/messages.ts'
import '../app.css'
import './desk.css'

const ok = (value: unknown) => (): DeskReply => ({ ok: true, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const prefer = (value: 'dark' | '') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value }],
  })

let main: FakeDeskMain
beforeEach(async () => {
  await prefer('dark')
  main = new FakeDeskMain()
  main.answers = {
    ...{ ...clinicAnswers, ...fullChart },
    ...{ today: ok(sampleToday(Date.now())), members: ok([]) },
    ...{ webhooks: ok(sampleWebhooks), auditEntries: ok(sampleAudit) },
  }
  answerPatients(main)
})
afterEach(() => prefer(''))

/** Lightness of an element's background, from 0 (black) to 255. */
function brightness(element: Element): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.fillStyle = getComputedStyle(element).backgroundColor
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return Math.max(red!, green!, blue!)
}
async function isDarkAndReads() {
  expect(brightness(document.querySelector('.desk')!)).toBeLessThan(64)
  expect(await violations()).toEqual([])
}

it.each(Object.entries(deskPages))('%s reads', async (_, { session, today, says }) => {
  if (today) main.answers['today'] = today
  await openDesk(main, deskViewOf(session))
  await expect.element(page.getByText(says.en, { exact: true })).toBeVisible()
  await isDarkAndReads()
})

it('an appointment and what asks over the page read', async () => {
  await openDesk(main, deskViewOf())
  await button('Lena Fischer').click()
  await expect.element(button('Mark as arrived')).toBeVisible()
  await isDarkAndReads()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect
    .element(page.getByRole('listbox').getByRole('option', { selected: true }))
    .toBeVisible()
  await isDarkAndReads()
  await userEvent.keyboard('{Escape}?')
  await expect.element(page.getByRole('heading', { name: 'Keys that work here' })).toBeVisible()
  await isDarkAndReads()
})

it('a chart and its parts read', async () => {
  await openDesk(main, deskViewOf({ state: 'open', member: ana('reception', 'clinical') }))
  await button('Patients').click()
  await page.getByRole('searchbox').fill('kim')
  await userEvent.keyboard('{Enter}')
  await button('Daniel Kim').click()
  const [birth, phone] = page.getByRole('dialog').getByRole('textbox').all()
  await isDarkAndReads()
  await birth?.fill('2/16/1981')
  await phone?.fill('(206) 555-0110')
  await userEvent.keyboard('{Enter}')
  for (const name of ['Details', 'Invoices', 'Labs', 'Health profile']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await isDarkAndReads()
  }
})

it.each(['Clinic', 'Integrations', 'Members of staff', 'Audit'])('%s reads', async (name) => {
  await openDesk(main, deskViewOf({ state: 'open', member: ana('administrator') }))
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.element(page.getByText(/^Reading/)).not.toBeInTheDocument()
  await isDarkAndReads()
})
