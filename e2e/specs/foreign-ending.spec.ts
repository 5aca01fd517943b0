import { halfDone } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { foreignColors } from '../../test/foreign/answers.ts'
import { expectOnScreen, openForeign } from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'
import type { Patient } from '../support/patient.ts'

test.use({ options: { foreign: '/endings' } })

/** Waits until nothing of the vendor's is on the screen, from edge to edge. */
async function showsNoPage(patient: Patient) {
  const colors: string[] = Object.values(foreignColors)
  for (const y of [8, 700, 1_400])
    await expect.poll(async () => colors.includes(await patient.foyer.pixel(8, y))).toBe(false)
}

async function atLastPage({ foyer }: Patient) {
  const form = await openForeign(foyer)
  await expectOnScreen(foyer, 'last')
  return form
}

/** "All done" came by itself and the form is gone; the next patient is greeted. */
async function isDone(patient: Patient) {
  await patient.sees(m.kiosk_finished_title)
  await showsNoPage(patient)
  await expect.poll(() => patient.foyer.hasForm()).toBe(false)
  await patient.leavesBy(m.kiosk_close)
}

test.describe('"All done" comes by itself, and no patient is left with the vendor', () => {
  for (const [end, how] of [
    ['call', 'a call that changes nothing of the address'],
    ['history', 'a new address of the same document'],
    ['late', 'a call that the service sees a moment later'],
  ] as const)
    test(`after ${how}`, async ({ patient }) => {
      const form = await atLastPage(patient)
      await form.locator(`#${end}`).click()
      await expectOnScreen(patient.foyer, 'done')
      await isDone(patient)
    })

  test('after a page that asks to be closed', async ({ patient }) => {
    const form = await atLastPage(patient)
    await form.locator('#close').click()
    await isDone(patient)
  })

  test('after a move to a host that nobody listed', async ({ patient }) => {
    const form = await atLastPage(patient)
    await form.locator('#leave').click()
    await isDone(patient)
    expect(patient.foyer.foreign?.requests).not.toContain('portal GET /welcome')
  })

  test('on a portal that is listed', async ({ patient }) => {
    const form = await atLastPage(patient)
    await form.getByRole('button', { name: 'Send to the portal' }).click()
    await expectOnScreen(patient.foyer, 'elsewhere')
    await isDone(patient)
  })
})

test('a patient who touches the page after its end has more time to read it', async ({
  patient,
}) => {
  const form = await atLastPage(patient)
  await form.locator('#call').click()
  const kiosk = await patient.foyer.kiosk()
  await kiosk.getByRole('button', { name: patient.words(m.kiosk_completing_finish) }).waitFor()
  const startedAt = performance.now()
  while (performance.now() < startedAt + 3_500) {
    await form.mouse.click(20, 300)
    expect(patient.foyer.hasForm()).toBe(true)
  }
  await isDone(patient)
})

test('a page that asks to be closed too early: the patient is asked, and finds the form again', async ({
  patient,
}) => {
  const form = await atLastPage(patient)
  await form.locator('#close-early').click()
  const kiosk = await patient.sees(m.kiosk_unfinished_title)
  await expect(kiosk.getByText(/^You still have \d forms?\.$/)).toBeVisible()
  await showsNoPage(patient)
  await patient.taps(m.kiosk_unfinished_back)
  await expectOnScreen(patient.foyer, 'last')
})

test('stopping is asked about, with the number of forms', async ({ patient }) => {
  await openForeign(patient.foyer, undefined, {
    contact: halfDone.phone,
    dateOfBirth: halfDone.dateOfBirth,
  })
  await expectOnScreen(patient.foyer, 'last')
  await patient.taps(m.kiosk_completing_stop)
  const kiosk = await patient.sees(m.kiosk_unfinished_title)
  await expect(
    kiosk.getByText(m.kiosk_unfinished_many({ count: 2 }, { locale: 'en' })),
  ).toBeVisible()
  await patient.taps(m.kiosk_unfinished_leave)
  await patient.sees(m.kiosk_saved_title)
})

test.describe('a patient who walked away', () => {
  test.use({
    options: {
      foreign: '/endings',
      environment: { FOYER_IDLE_AFTER_MS: '10000', FOYER_IDLE_FORM_AFTER_MS: '10000' },
    },
  })

  test('is not taken for idle when all was sent without a sign', async ({ foyer, patient }) => {
    const form = await atLastPage(patient)
    await form.locator('#silent').click()
    await patient.sees(m.kiosk_finished_title)
    await showsNoPage(patient)
    const used = (await foyer.kiosk()).url()
    await patient.isForgotten(used)
    expect(foyer.log.join('\n')).toMatch(/visitEnded.*done/)
    expect(foyer.log.join('\n')).not.toMatch(/visitEnded.*idle/)
  })
})
