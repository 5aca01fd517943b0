import { once } from 'node:events'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { settingsFile } from '../../src/main/settings/store.ts'
import type { KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { expectOnScreen, foreignOf, openForeign } from '../support/foreign.ts'
import { Patient } from '../support/patient.ts'
import { prove } from '../support/quick-visit.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { StaffMember, words } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

const pinOf = ({ environment }: KioskPlace) => environment['FOYER_STAFF_PIN'] ?? ''

test(
  'staff hear who needs help, and take the kiosk out of service and back',
  { tag: '@full' },
  async ({ kiosk, staff, patient }) => {
    await patient.begins()
    await patient.taps(m.kiosk_help)
    await patient.taps(m.kiosk_help_close)
    const home = await staff.enters(pinOf(kiosk.place))
    await home
      .getByText(words(given(m.staff_reason, { reason: 'asked' })))
      .first()
      .waitFor()
    // Those of the patients before are still there: nobody went to them.
    const went = home.getByRole('button', { name: /^I went to number/ })
    for (let left = await went.count(); left > 0; left--) {
      await went.first().click()
      await expect(went).toHaveCount(left - 1)
    }
    await home.getByText(words(m.staff_home_requests_none)).waitFor()
    await staff.taps(m.staff_home_take_out)
    await staff.locks(given(m.kiosk_message_title, { screen: 'outOfService' }))
    await staff.enters(pinOf(kiosk.place))
    await staff.taps(m.staff_home_put_in)
    await staff.locks(m.kiosk_welcome_title)
    await patient.begins()
    await patient.sees(given(m.kiosk_contact_title, { channel: 'sms' }))
  },
)

test('staff help with a visit and give it back locked, and neither wipes it', async ({
  kiosk,
  staff,
  patient,
  person,
}) => {
  const { foyer, place } = kiosk
  await prove(foyer, person)
  const form = await foyer.form()
  const page = await foyer.kiosk()
  const used = page.url()
  await patient.taps(m.kiosk_help)
  await patient.taps(m.kiosk_help_close)
  await patient.sees(m.kiosk_locked_title)

  await staff.enters(pinOf(place))
  await staff.taps(m.staff_home_visit_help)
  await page.getByText(words(m.kiosk_assisted)).waitFor()
  await staff.taps(m.kiosk_assisted_done)
  await patient.sees(m.kiosk_locked_title)

  await staff.enters(pinOf(place))
  await staff.taps(m.staff_lock)
  await patient.givesDateOfBirth(person.dateOfBirth, m.kiosk_locked_title)
  await page.getByRole('button', { name: words(m.kiosk_completing_stop) }).waitFor()
  expect((await foyer.kiosk()).url()).toBe(used)
  expect(form.isClosed()).toBe(false)
  expect(await foyer.form()).toBe(form)
})

test.describe('on the first start', { tag: '@full' }, () => {
  const environment = {
    FOYER_STAFF_PIN: '',
    FOYER_PARTNER_CLIENT_ID: '',
    FOYER_PARTNER_CLIENT_SECRET: '',
    FOYER_DEVELOPER_CLIENT_ID: '',
    FOYER_DEVELOPER_CLIENT_SECRET: '',
  }
  test.use({ options: { environment } })

  test('a PIN comes before anything else, then credentials that are tested at once, then patients', async ({
    place,
    start,
  }) => {
    const foyer = await start()
    const staff = new StaffMember(foyer)
    await staff.sees(m.staff_pin_choose_title_first)
    await staff.givesPin('123456')
    await (
      await foyer.kiosk()
    )
      .getByText(words(given(m.staff_pin_bad, { why: 'tooEasy', least: 6 })))
      .waitFor()
    await staff.givesPin('740295')
    await staff.sees(m.staff_pin_repeat_title)
    await staff.givesPin('740295')
    const { partner, developer } = place.sandbox.credentials
    const wrong = { ...partner, clientSecret: 'not-the-secret' }
    await staff.givesCredentials(
      'partner',
      wrong,
      given(m.staff_credentials_outcome, { outcome: 'notKept' }),
    )
    await staff.givesCredentials(
      'partner',
      partner,
      given(m.staff_credentials_outcome, { outcome: 'kept' }),
    )
    await staff.givesCredentials(
      'developer',
      developer,
      given(m.staff_credentials_outcome, { outcome: 'kept' }),
    )
    await staff.locks(m.kiosk_welcome_title)
    await new Patient(foyer).provesWith(onePacket, onePacket.phone)
    await foyer.form()
  })
})

test(
  'wrong PINs make the next one wait, also after kill -9, and so does out of service hold',
  { tag: '@full' },
  async ({ place, start }) => {
    const foyer = await start()
    const staff = new StaffMember(foyer)
    await staff.enters(pinOf(place))
    await staff.taps(m.staff_home_take_out)
    await staff.locks(given(m.kiosk_message_title, { screen: 'outOfService' }))
    const pad = await staff.holdsTheMark()
    for (const wrong of ['982501', '982502', '982503']) await staff.givesWrongPin(wrong)
    await pad.getByRole('timer').waitFor()
    await foyer.kill('tree')

    const again = new StaffMember(await start())
    await again.sees(given(m.kiosk_message_title, { screen: 'outOfService' }))
    await (await again.holdsTheMark()).getByRole('timer').waitFor()
  },
)

test(
  'staff verify the audit, test the connection, change a setting for the next patient, and leave the kiosk',
  { tag: '@full' },
  async ({ place, start }) => {
    const foyer = await start()
    const [staff, patient] = [new StaffMember(foyer), new Patient(foyer)]
    await staff.enters(pinOf(place))
    const audit = await staff.opens('audit')
    await staff.taps(m.staff_audit_verify)
    await audit.getByText(words(m.staff_audit_holds), { exact: true }).waitFor()
    await staff.opens('connection')
    await staff.taps(m.staff_connection_test)
    await (await foyer.kiosk()).getByText(words(m.staff_connection_all_good)).waitFor()

    const settings = await staff.opens('settings')
    // A setting of the environment is locked.
    const locked = settings.locator('li', {
      hasText: words(given(m.staff_setting, { key: 'packets.defaultTemplateGroupId' })),
    })
    await locked.getByText(words(m.staff_settings_locked)).waitFor()
    expect(await locked.getByRole('button').count()).toBe(0)
    await staff.taps(m.staff_settings_change_of, {
      name: words(given(m.staff_setting, { key: 'identity.channels' })),
    })
    await staff.taps(given(m.staff_choice, { value: 'email' }))
    const changed = settings.locator('li', {
      hasText: words(given(m.staff_setting, { key: 'identity.channels' })),
    })
    await changed.getByText(words(given(m.staff_origin, { origin: 'kiosk' }))).waitFor()
    await staff.locks(m.kiosk_welcome_title)
    await patient.begins()
    const contact = await patient.sees(given(m.kiosk_contact_title, { channel: 'email' }))
    const other = {
      name: words(given(m.kiosk_contact_use_other, { channel: 'email' })),
      exact: true,
    }
    expect(await contact.getByRole('button', other).count()).toBe(0)

    await staff.enters(pinOf(place))
    await staff.opens('machine')
    await staff.taps(given(m.staff_machine_act, { act: 'leave' }))
    const ended = once(foyer.process, 'exit')
    await staff.taps(m.staff_machine_leave_yes)
    expect(await ended).toEqual([0, null])
  },
)

test.describe('an address that a form asked for in vain', { tag: '@full' }, () => {
  // Listed origins stand in the settings of this kiosk, so that staff may add to them.
  const environment = { FOYER_FORM_VIEW_ALLOWED_ORIGINS: '' }
  test.use({ options: { foreign: '/spa', environment } })

  test('is shown to staff, who allow it: the next visit reaches it', async ({ place, start }) => {
    const allowedOrigins = place.foreign?.listed
    // Foyer makes its folder, as the user that it runs as.
    await (await start()).stop()
    const folder = place.environment['FOYER_DATA_DIR'] ?? ''
    const { uid, gid } = statSync(folder)
    writeFileSync(settingsFile(folder), JSON.stringify({ formView: { allowedOrigins } }))
    chownSync(settingsFile(folder), uid, gid)
    const foyer = await start()
    const staff = new StaffMember(foyer)
    const { origins, requests } = foreignOf(foyer)
    const tags = () => requests.filter((each) => each.startsWith('tracker '))
    await openForeign(foyer)
    await expectOnScreen(foyer, 'asks')
    await staff.enters(pinOf(place))
    const connection = await staff.opens('connection')
    const blocked = connection.getByRole('region', { name: words(m.staff_refused_title) })
    await expect(blocked.getByRole('listitem')).toHaveCount(1)
    await staff.taps(m.staff_refused_allow_for, { origin: origins.tracker })
    expect(tags()).toEqual([])
    await staff.taps(m.staff_refused_yes)
    await blocked.waitFor({ state: 'detached' })
    await staff.locks(m.kiosk_welcome_title)
    await openForeign(foyer)
    await expectOnScreen(foyer, 'asks')
    await expect.poll(tags).toEqual(['tracker GET /tag.js'])
  })
})

test.describe('with a key that does not fit', { tag: '@full' }, () => {
  test.use({ options: { environment: { FOYER_VAULT_PASSPHRASE: 'the passphrase at set-up' } } })

  test('staff read on the screen what is wrong, and patients, who do not, go to the desk', async ({
    place,
    start,
  }) => {
    await (await start()).stop()
    const environment = { ...place.environment, FOYER_VAULT_PASSPHRASE: 'another passphrase' }
    const foyer = await startFoyerIn({ ...place, environment })
    try {
      const staff = new StaffMember(foyer)
      const kiosk = await staff.sees(given(m.kiosk_message_title, { screen: 'outOfService' }))
      expect(await kiosk.locator('body').innerText()).not.toMatch(/vault|error|key|file/i)
      expect(foyer.log.join('\n')).toMatch(/vault/i)
      expect(foyer.sandbox.control.counts().messages).toBe(0)
      await staff.holdsTheMark(given(m.staff_fault_title, { fault: 'wrongKey' }))
      await staff.taps(m.staff_fault_back)
      await staff.sees(given(m.kiosk_message_title, { screen: 'outOfService' }))
    } finally {
      await foyer.stop()
    }
  })
})
