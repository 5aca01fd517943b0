import { drawQrCode } from '../../src/main/base/draw-qr-code.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { issuedBy } from '../../test/leak-scan/canary.ts'
import {
  searchAround,
  searchBrowserMemory,
  searchKioskDisk,
} from '../../test/leak-scan/kiosk-search.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Needle } from '../../test/leak-scan/search.ts'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

/** Makes the address of the only packet that was asked for a secret. */
function tokenOf({ control }: Sandbox): string {
  const tokens = control.secrets().filter(({ kind }) => kind === 'completion URL')
  expect(tokens).toHaveLength(1)
  return tokens[0]?.value ?? ''
}

async function takesCode(patient: Patient): Promise<string> {
  await patient.sees(m.kiosk_where_title)
  await patient.taps(m.kiosk_where_phone)
  const kiosk = await patient.sees(m.kiosk_phone_title)
  const name = patient.words(m.kiosk_phone_code)
  const path = kiosk.getByRole('img', { name }).locator('path')
  const drawn = (await path.getAttribute('d')) ?? ''
  // The page has the code, and not the address as text.
  expect(await kiosk.content()).not.toContain(tokenOf(patient.foyer.sandbox))
  return drawn
}

test.describe('a clinic whose patients may go on with their own phone', () => {
  test.use({ options: { environment: { FOYER_PACKETS_OWN_PHONE: 'true' } } })

  test('the code leads to the packet, which waits still; then the kiosk is free', async ({
    foyer,
    patient,
    person,
  }) => {
    await patient.provesWith(person, person.phone, 'es')
    const drawn = await takesCode(patient)
    const address = `${foyer.sandbox.pagesUrl}/complete/${tokenOf(foyer.sandbox)}`
    expect(drawn).toBe(drawQrCode(address).path)
    expect(foyer.hasForm()).toBe(false)
    await patient.taps(m.kiosk_phone_done)
    await patient.sees(given(m.kiosk_finished_title, { kind: 'ownPhone' }))
    await patient.leavesBy(m.kiosk_close)
    await patient.provesWith(person, person.contact)
    await patient.sees(m.kiosk_where_title)
    await patient.taps(m.kiosk_where_here)
    await foyer.form()
  })

  test(
    'nothing of the address is left once its minute is over',
    { tag: '@full' },
    async ({ kiosk, patient, person }) => {
      test.setTimeout(300_000)
      const { foyer, place, own, since } = kiosk
      await patient.provesWith(person, person.contact)
      const used = (await foyer.kiosk()).url()
      const drawn = await takesCode(patient)
      // From its middle: the corners of all codes are alike.
      const middle = drawn.slice(drawn.length / 2, drawn.length / 2 + 100)
      const code: Needle = { name: 'code for the phone', value: middle }
      const secrets = [...own, ...issuedBy(place.sandbox), code]
      expect(secrets.map(({ name }) => name)).toContain('completion URL')
      const next = await foyer.kioskAfter(used, 150_000)
      await next.locator('.kiosk.welcome').waitFor()
      expect(await searchBrowserMemory(foyer, secrets)).toEqual([])
      expect(await searchKioskDisk(place, secrets, since)).toEqual([])
      expect(await searchAround(foyer, secrets)).toEqual([])
    },
  )
})
