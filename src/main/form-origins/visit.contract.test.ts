import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import { onePacket, unknownContact } from '../../../sandbox/seeds/cases.ts'
import { VisitHarness } from '../../../test/harness/visit/visit-harness.ts'
import { checkAccess } from '../service/access.ts'
import { createCheckInService } from '../service/check-in-service.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'
import type { FormOriginRefusal } from './form-address.ts'
import { restrictFormOrigins } from './restrict-form-origins.ts'
import { startMisleadingService } from '../../../test/harness/misleading-service.ts'

const origins = ['https://forms.example.com', 'https://*.intake.example.org']

/** A kiosk of a real clinic at a service that leads its forms to `address`. */
async function open(address: string) {
  const sandbox = await startSandbox()
  const service = await startMisleadingService(sandbox.apiUrl)
  onTestFinished(() => service.close())
  service.lead(address)
  const { client, here } = connectTo({ ...sandbox, apiUrl: service.url })
  const { defaultTemplateGroupId, control } = sandbox
  const place = { ...here, defaultTemplateGroupId }
  const refused: FormOriginRefusal[] = []
  const kiosk = new VisitHarness({
    noMatch: 'publicLink',
    packets: { defaultTemplateGroupId },
    service: createCheckInService(client, place),
    health: (signal) => checkAccess(client, place, { signal }),
    guard: (forms) =>
      restrictFormOrigins(forms, { origins, isPractice: false }, (refusal) =>
        refused.push(refusal),
      ),
  })
  onTestFinished(() => kiosk.stop())
  const prove = async (contact: string) => {
    await kiosk.tap('begin')
    await kiosk.tap({ type: 'submitContact', value: contact })
    await kiosk.until('code')
    await kiosk.tap({ type: 'submitCode', code: control.latestCode(contact) ?? '' })
  }
  return {
    kiosk,
    refused,
    /** A patient with a packet, up to the opening of their forms. */
    comes: async () => {
      await prove(onePacket.phone)
      await kiosk.until('dateOfBirth')
      const [year = '', month = '', day = ''] = onePacket.dateOfBirth.split('-')
      await kiosk.tap({ type: 'submitDateOfBirth', year, month, day })
    },
    /** One without a record, who takes the public forms. */
    comesUnknown: async () => {
      await prove(unknownContact.phone)
      await kiosk.until('publicFormsOffer')
      await kiosk.tap('openPublicForms')
    },
  }
}

describe('a service that leads a patient’s forms elsewhere', () => {
  // `form-address.test.ts` has every kind of address.
  it.each([
    ['https://elsewhere.example.net/p/1', 'notConfirmed'],
    ['https://[::ffff:127.0.0.1]/', 'thisMachine'],
    ['https://forms.example.com@evil.org/p/1', 'malformed'],
  ])('opens nothing at %s: the patient is sent to the desk', async (address, why) => {
    const { kiosk, refused, comes } = await open(address)
    await comes()
    await kiosk.until('askStaff')
    expect(kiosk.forms).toEqual([])
    expect(refused).toMatchObject([{ why }])
    expect(kiosk.logged('formFailed')).toMatchObject([{ error: 'notConfirmed' }])
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'formOrigin' }])
    expect(JSON.stringify(kiosk.views)).not.toMatch(/example\.|evil|https?:/)
  })

  it('opens no public forms there either', async () => {
    const { kiosk, refused, comesUnknown } = await open('https://elsewhere.example.net/public/1')
    await comesUnknown()
    await kiosk.until('askStaff')
    expect(kiosk.forms).toEqual([])
    expect(refused).toHaveLength(1)
  })
})

it('opens the forms of a service where the clinic confirmed them, at the address as it was read', async () => {
  const { kiosk, refused, comes } = await open('https://FORMS.Example.com:443/p/1')
  await comes()
  await kiosk.until('completing')
  expect(kiosk.form.url).toBe('https://forms.example.com/p/1')
  expect(refused).toEqual([])
})
