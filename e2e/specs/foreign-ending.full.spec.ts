import { m } from '../../src/i18n/paraglide/messages.js'
import { foreignColors, type ForeignColor } from '../../test/foreign/answers.ts'
import { expectOnScreen } from '../support/foreign.ts'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

test.use({ options: { foreign: '/endings' } })

/** Waits until nothing of the vendor's is on the screen, from edge to edge. */
async function showsNoPage(patient: Patient) {
  const colors: string[] = Object.values(foreignColors)
  for (const y of [8, 700, 1_400])
    await expect.poll(async () => colors.includes(await patient.foyer.pixel(8, y))).toBe(false)
}

/** Ends of the vendor's page: what the patient presses, and what the page shows then, where it is seen at all. */
const ends: readonly (readonly [how: string, pressed: string, shown?: ForeignColor])[] = [
  ['a call that changes nothing of the address', '#call', 'done'],
  ['a new address of the same document', '#history', 'done'],
  ['a call that the service sees a moment later', '#late', 'done'],
  ['a page that asks to be closed', '#close'],
  ['a move to a host that nobody listed', '#leave'],
  ['a move to a portal that is listed', 'text=Send to the portal', 'elsewhere'],
]

for (const [how, pressed, shown] of ends)
  test(`"All done" comes by itself, and no patient is left with the vendor, after ${how}`, async ({
    foyer,
    form,
    patient,
  }) => {
    await expectOnScreen(foyer, 'last')
    await form.locator(pressed).click()
    if (shown) await expectOnScreen(foyer, shown)
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    await showsNoPage(patient)
    await expect.poll(() => foyer.hasForm()).toBe(false)
    await patient.leavesBy(m.kiosk_close)
    expect(foyer.foreign?.requests).not.toContain('portal GET /welcome')
  })

test('a page that asks to be closed too early: the patient is asked, and finds the form again', async ({
  foyer,
  form,
  patient,
}) => {
  await expectOnScreen(foyer, 'last')
  await form.locator('#close-early').click()
  const kiosk = await patient.sees(m.kiosk_unfinished_title)
  await expect(kiosk.getByText(/^You still have \d forms?\.$/)).toBeVisible()
  await showsNoPage(patient)
  await patient.taps(m.kiosk_unfinished_back)
  await expectOnScreen(foyer, 'last')
})
