import { unknownContact } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

const formColor = '#c400c4'
/** Gives the page a colour that the kiosk has nowhere. Runs in the page. */
const paint = `document.querySelectorAll('*').forEach(({ style }) => {
  style.background = '${formColor}'
})`

test.use({ options: { environment: { FOYER_IDENTITY_NO_MATCH: 'publicLink' } } })

test('a stranger at the screen that a patient left at help sees nothing of the public forms, and has the start after two other phone numbers; the next patient fills them in', async ({
  foyer,
  patient,
}) => {
  const seen = () => foyer.pixel(8, 400)
  const opens = async () => {
    await patient.begins()
    await patient.givesContact(unknownContact.phone)
    await patient.givesCode(unknownContact.phone)
    await patient.sees(given(m.kiosk_message_title, { screen: 'publicFormsOffer' }))
    await patient.taps(m.kiosk_public_open)
  }
  const leavesHelp = async () => {
    await patient.taps(m.kiosk_help)
    await patient.sees(given(m.kiosk_help_heard_title, { heard: 'nobody' }))
    await expect.poll(seen).not.toBe(formColor)
    await patient.taps(m.kiosk_help_close)
    return patient.sees(m.kiosk_locked_title)
  }
  const gives = async (phone: string) => {
    await patient.types(phone)
    expect(await seen()).not.toBe(formColor)
    await patient.taps(m.kiosk_continue)
  }
  await opens()
  const form = await foyer.form()
  await form.getByRole('heading').first().waitFor()
  await form.evaluate(paint)
  await expect.poll(seen).toBe(formColor)
  const used = (await foyer.kiosk()).url()

  await leavesHelp()
  // It is the patient: the form is there as they left it.
  await gives(unknownContact.phone.replace(/^\+1/, ''))
  await expect.poll(seen).toBe(formColor)

  const kiosk = await leavesHelp()
  await gives('2065550198')
  const last = kiosk
    .getByText(
      patient.words(given(m.kiosk_contact_wrong, { error: 'notMatchedLast', channel: 'sms' })),
    )
    .first()
  await expect(last).toBeVisible()
  await kiosk.getByRole('textbox').fill('')
  await gives('2065550197')
  await patient.isForgotten(used)
  expect(await seen()).not.toBe(formColor)

  await opens()
  await patient.fillsInForms()
  await patient.taps(m.kiosk_completing_finish)
  await patient.sees(given(m.kiosk_finished_title, { kind: 'closed' }))
})
