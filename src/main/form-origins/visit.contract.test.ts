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

/** A kiosk of a real clinic at a service that leads its forms to `address`; undefined: where the sandbox has them. */
async function open(address: string | undefined, isPractice = false) {
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
      restrictFormOrigins(forms, { origins, isPractice }, (refusal) => refused.push(refusal)),
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

const elsewhere: readonly (readonly [address: string, why: string])[] = [
  ['https://elsewhere.example.net/p/1', 'notConfirmed'],
  ['https://forms.example.com:8443/p/1', 'notConfirmed'],
  ['https://forms.example.com.evil.org/p/1', 'notConfirmed'],
  ['https://intake.example.org/p/1', 'notConfirmed'],
  ['https://xn--frms-6qa.example.com/p/1', 'notConfirmed'],
  ['https://föрms.example.com/p/1', 'notConfirmed'],
  ['https://203.0.113.7/p/1', 'notConfirmed'],
  ['https://192.168.1.1/p/1', 'notConfirmed'],
  ['https://[fe80::1]/p/1', 'notConfirmed'],
  ['http://127.0.0.1:631/', 'thisMachine'],
  ['http://localhost:8080/', 'thisMachine'],
  ['https://LOCALHOST/', 'thisMachine'],
  ['https://[::ffff:127.0.0.1]/', 'thisMachine'],
  ['https://0x7f.1/', 'thisMachine'],
  ['https://forms.example.com./p/1', 'malformed'],
  ['https://me:word@forms.example.com/p/1', 'malformed'],
  ['https://forms.example.com@evil.org/p/1', 'malformed'],
]

describe('a service that leads a patient’s forms elsewhere', () => {
  it.each(elsewhere)('opens nothing at %s: the patient is sent to the desk', async (...row) => {
    const [address, why] = row
    const { kiosk, refused, comes } = await open(address)
    await comes()
    await kiosk.until('askStaff')
    expect(kiosk.forms).toEqual([])
    expect(refused).toMatchObject([{ why }])
    expect(kiosk.logged('formFailed')).toMatchObject([{ error: 'notConfirmed' }])
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'formOrigin' }])
    expect(JSON.stringify(kiosk.views)).not.toMatch(/example\.|evil|https?:/)
  })

  it.each(['https://elsewhere.example.net/public/1', 'http://127.0.0.1:631/'])(
    'opens no public forms at %s either',
    async (address) => {
      const { kiosk, refused, comesUnknown } = await open(address)
      await comesUnknown()
      await kiosk.until('askStaff')
      expect(kiosk.forms).toEqual([])
      expect(refused).toHaveLength(1)
    },
  )

  it('opens none of the sandbox’s own on a real service', async () => {
    const { kiosk, refused, comes } = await open(undefined)
    await comes()
    await kiosk.until('askStaff')
    expect(kiosk.forms).toEqual([])
    expect(refused).toMatchObject([{ why: 'thisMachine' }])
  })
})

describe('a service whose forms stand where the clinic confirmed', () => {
  it.each([
    ['https://forms.example.com/p/1?token=a', 'https://forms.example.com/p/1?token=a'],
    ['https://FORMS.Example.com:443/p/1', 'https://forms.example.com/p/1'],
    ['https://eu.intake.example.org/p/1', 'https://eu.intake.example.org/p/1'],
  ])('opens them: %s', async (address, opened) => {
    const { kiosk, refused, comes } = await open(address)
    await comes()
    await kiosk.until('completing')
    expect(kiosk.form.url).toBe(opened)
    expect(refused).toEqual([])
  })

  it('opens those of the sandbox in practice', async () => {
    const { kiosk, comes } = await open(undefined, true)
    await comes()
    await kiosk.until('completing')
    expect((await fetch(kiosk.form.url)).status).toBe(200)
  })
})
