import { onePacket } from '../../sandbox/seeds/cases.ts'
import { drawQrCode } from '../../src/main/base/draw-qr-code.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { canaryPatient, issuedBy } from '../../test/leak-scan/canary.ts'
import {
  searchAround,
  searchBrowserMemory,
  searchKioskDisk,
} from '../../test/leak-scan/kiosk-search.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Needle } from '../../test/leak-scan/search.ts'
import { onStage } from '../support/canary-stage.ts'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'

const environment = {
  FOYER_PACKETS_OWN_PHONE: 'true',
  // On a busy machine the last screen stands until it was read.
  FOYER_IDLE_LAST_SCREEN_MS: '300000',
}

/** What makes the address of the only packet that was asked for a secret. */
function tokenOf({ control }: Sandbox): string {
  const tokens = control.secrets().filter(({ kind }) => kind === 'completion URL')
  expect(tokens).toHaveLength(1)
  return tokens[0]?.value ?? ''
}

/** Asks for the code at the kiosk, and reads what it is drawn of. */
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
  test.use({ options: { environment } })

  test('the code leads to the packet, which waits still; then the kiosk is free', async ({
    foyer,
    patient,
  }) => {
    await patient.provesWith(onePacket, onePacket.phone, 'es')
    const drawn = await takesCode(patient)
    const address = `${foyer.sandbox.pagesUrl}/complete/${tokenOf(foyer.sandbox)}`
    expect(drawn).toBe(drawQrCode(address).path)
    expect(foyer.hasForm()).toBe(false)
    await patient.taps(m.kiosk_phone_done)
    await patient.sees(m.kiosk_phone_end_title)
    await patient.leavesBy(m.kiosk_close)
    await patient.provesWith(onePacket, onePacket.phone)
    await patient.sees(m.kiosk_where_title)
    await patient.taps(m.kiosk_where_here)
    await foyer.form()
  })
})

test('nothing of the address is left once its minute is over', async () => {
  test.setTimeout(300_000)
  const person = canaryPatient()
  await onStage(
    [person],
    async ({ place, own, since, start }) => {
      const { foyer, patient } = await start()
      await patient.provesWith(person, person.contact)
      const used = (await foyer.kiosk()).url()
      const drawn = await takesCode(patient)
      // From its middle: the corners of all codes are alike.
      const middle = drawn.slice(drawn.length / 2, drawn.length / 2 + 100)
      const code: Needle = { name: 'code for the phone', value: middle }
      const next = await foyer.kioskAfter(used, 150_000)
      await next.locator('.kiosk.welcome').waitFor()
      const secrets = [...own, ...issuedBy(place.sandbox), code]
      expect(secrets.map(({ name }) => name)).toContain('completion URL')
      expect(await searchBrowserMemory(foyer, secrets)).toEqual([])
      expect(await searchKioskDisk(place, secrets, since)).toEqual([])
      expect(await searchAround(foyer, secrets)).toEqual([])
    },
    environment,
  )
})
