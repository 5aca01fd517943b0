import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { expect, test } from '../support/test.ts'

test(
  'a wrong code is forgiven, and after several the kiosk asks for a little patience',
  { tag: '@full' },
  async ({ foyer, patient, person }) => {
    await patient.begins()
    await patient.givesContact(person.phone)
    const kiosk = await patient.sees(m.kiosk_code_title)
    const right = patient.codeFor(person.phone)
    const wrong = right === '111111' ? '222222' : '111111'
    for (let tries = 1; tries <= 3; tries++) {
      await patient.types(wrong)
      await expect(kiosk.getByText(patient.words(m.kiosk_code_wrong)).first()).toBeVisible()
      await expect(kiosk.getByRole('textbox').first()).toHaveValue('')
    }
    await expect(kiosk.getByText(patient.words(m.kiosk_code_wait_calm))).toBeVisible()
    const proofs = foyer.sandbox.control.served().length
    await patient.types(right)
    await kiosk.keyboard.press('Enter')
    expect(
      await kiosk.evaluate('window.foyer.send({ type: "submitCode", code: "000000" })'),
    ).toEqual({ ok: false, error: { kind: 'notAccepted', type: 'submitCode' } })
    expect(foyer.sandbox.control.served()).toHaveLength(proofs)
    expect(foyer.hasForm()).toBe(false)
  },
)

test('the visit waits while the service is down, goes on when it is back, and is forgotten by "start over"', async ({
  foyer,
  patient,
  person,
}) => {
  await patient.begins()
  await patient.givesContact(person.phone)
  await patient.sees(m.kiosk_code_title)
  const code = patient.codeFor(person.phone)
  foyer.sandbox.control.addFault({ cut: true })
  await patient.types(code)
  await patient.sees(m.kiosk_unavailable_title)
  foyer.sandbox.control.clearFaults()
  // Whether the code arrived is not known, so the patient is asked for it again; it is not sent twice blindly.
  await patient.givesCode(person.phone)
  await patient.givesDateOfBirth(person.dateOfBirth)
  await foyer.form()
  await patient.taps(m.kiosk_start_over)
  await patient.sees(m.kiosk_again_title)
  const kiosk = await patient.leavesBy(m.kiosk_again_yes)
  expect(foyer.hasForm()).toBe(false)
  await expect(kiosk.getByText(person.firstName)).toHaveCount(0)
})

test.describe('a service that refuses', { tag: '@full' }, () => {
  test.use({ options: { environment: { FOYER_SERVICE_RECHECK_MS: '1000' } } })

  test('a kiosk without a grant serves nobody, says nothing technical, and comes back by itself', async ({
    foyer,
    patient,
  }) => {
    await expect.poll(() => foyer.everLogged.join('\n')).toContain('listForLocation')
    foyer.sandbox.control.addFault({ revokeGrant: true })
    await patient.begins()
    const used = (await foyer.kiosk()).url()
    await patient.givesContact(onePacket.phone)
    await foyer.kioskAfter(used)
    const kiosk = await patient.sees(m.kiosk_out_title)
    expect(await kiosk.locator('body').innerText()).not.toMatch(/forbidden|403|grant|token|error/i)
    expect(foyer.log.join('\n')).toMatch(/forbidden/)
    foyer.sandbox.control.clearFaults()
    await patient.sees(m.kiosk_welcome_title)
  })
})
