import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { halfDone, onePacket, unknownContact } from '../../../../sandbox/seeds/cases.ts'
import type { FormOriginQuestion } from '../../../shared/staff-origins.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { startAlteringProxy, type Alter } from '#harness/cli/commands.ts'
import { waitFor } from '#harness/wait-for.ts'

// Passphrases and PINs are made to cost time, and more on a busy machine.
/** An address of this machine that Foyer takes for another one, and so the service for a real one. */
const address = '127.0.0.2'
const tls = { ...(await createSelfSigned('service.example', address)), address }
const formsAt = 'https://forms.example.com'

let place: Awaited<ReturnType<typeof openKioskPlace>>
let service: Awaited<ReturnType<typeof startAlteringProxy>>
/** Address that completion URLs and public links lead to; undefined: their real one. */
let formAddress: string | undefined
/** Gives another address in the fields in which the service gives that of a form. */
const mislead: Alter = (answer) => {
  if (formAddress === undefined || typeof answer !== 'object' || answer === null) return answer
  const named = ['url', 'staticLink'].filter((name) => name in answer)
  return { ...answer, ...Object.fromEntries(named.map((name) => [name, formAddress])) }
}
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, tls.cert]))
afterAll(() => setDefaultCACertificates(trusted))
beforeEach(async () => {
  place = await openKioskPlace()
  formAddress = undefined
  service = await startAlteringProxy(place.sandbox.apiUrl, mislead, tls)
  onTestFinished(() => service.close())
})

/** Starts a kiosk for which the misleading service is the clinic's. */
async function start(settings: Record<string, string> = {}) {
  const names = ['PARTNER_URL', 'PARTNER_AUTH_URL', 'DEVELOPER_URL', 'DEVELOPER_AUTH_URL']
  const misled: Record<string, string> = {}
  for (const name of names) misled[`FOYER_SERVICE_${name}`] = service.url
  const kiosk = await place.start({ settings: { ...misled, ...settings } })
  await kiosk.sees('welcome')
  return {
    ...kiosk,
    /** Entries of the audit about origins, oldest first. */
    audited: () =>
      kiosk.entries(...origins).map(({ kind, fields }) => `${kind} ${fields['origin']}`),
  }
}
const origins = ['formOriginRefused', 'formOriginTested', 'formOriginConfirmed'] as const
type Kiosk = Awaited<ReturnType<typeof start>>

const asked = async (kiosk: Kiosk, page: string): Promise<FormOriginQuestion> =>
  waitFor(async () => {
    const { screen } = await kiosk.sees(page)
    const [question] = 'formOrigins' in screen ? screen.formOrigins : []
    if (!question) throw new Error('nothing is asked')
    return question
  })

// macOS answers on 127.0.0.1 alone.
describe.skipIf(process.platform === 'darwin')('a kiosk on a real service', () => {
  it('sends the first patient to the desk, asks staff, and opens forms there from a yes on, also after a restart', async () => {
    const kiosk = await start()
    formAddress = `${formsAt}/p/1?token=a`
    await kiosk.comes(onePacket)
    const { screen } = await kiosk.sees('askStaff')
    expect(JSON.stringify(screen)).not.toMatch(/example|https?:/)
    expect(kiosk.forms).toEqual([])
    expect(kiosk.logged('formFailed')).toMatchObject([
      {
        error: 'notConfirmed',
        detail:
          'example.com: not confirmed; staff confirm it in their panel, or an administrator lists the origin in formView.origins',
      },
    ])
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'formOrigin' }])

    await kiosk.unlock()
    const question = await asked(kiosk, 'staffHome')
    expect(question).toMatchObject({ origin: formsAt, from: 'refused', canConfirm: true })
    await kiosk.send({ type: 'confirmFormOrigin', key: question.key })
    await kiosk.send({ type: 'closeStaff' })
    await kiosk.sees('welcome')
    await kiosk.comes(onePacket)
    await waitFor(() => expect(kiosk.forms).toEqual([`${formsAt}/p/1?token=a`]))
    expect(kiosk.audited()).toEqual([
      `formOriginRefused ${formsAt}`,
      `formOriginConfirmed ${formsAt}`,
    ])
    await kiosk.stop()

    const again = await start()
    await again.comes(halfDone)
    await waitFor(() => expect(again.forms).toHaveLength(1))
  })

  it('opens no public forms elsewhere either', async () => {
    const kiosk = await start({ FOYER_IDENTITY_NO_MATCH: 'publicLink' })
    formAddress = `${formsAt}/public/1`
    await kiosk.proves(unknownContact.phone)
    await kiosk.sees('publicFormsOffer')
    await kiosk.send({ type: 'openPublicForms' })
    await kiosk.sees('askStaff')
    expect(kiosk.forms).toEqual([])
    expect(kiosk.audited()).toEqual([`formOriginRefused ${formsAt}`])
  })

  it('opens nothing on this machine, whatever the service says, and staff cannot let it', async () => {
    const kiosk = await start({ FOYER_FORM_VIEW_ORIGINS: `["${formsAt}"]` })
    formAddress = 'http://127.0.0.1:631/'
    await kiosk.comes(onePacket)
    await kiosk.sees('askStaff')
    expect(kiosk.forms).toEqual([])
    await kiosk.unlock()
    const question = await asked(kiosk, 'staffHome')
    expect(question).toMatchObject({ origin: 'http://127.0.0.1:631', canConfirm: false })
    await kiosk.send({ type: 'confirmFormOrigin', key: question.key })
    expect(kiosk.audited()).toEqual(['formOriginRefused http://127.0.0.1:631'])
  })
})
