import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { writtenInBrowserHome } from '../../test/conformance/browser-home.ts'
import { canaryPatient, issuedBy, recordOf, typedBy } from '../../test/leak-scan/canary.ts'
import {
  searchAround,
  searchAudit,
  searchBrowserMemory,
  searchKioskDisk,
  searchReachable,
} from '../../test/leak-scan/kiosk-search.ts'
import { readSelections, searchHeap } from '../../test/leak-scan/search-window.ts'
import { createSearch, type Needle } from '../../test/leak-scan/search.ts'
import { isFullTier } from '#harness/tier.ts'
import { marksAndCopies, typesAndCopies } from '../support/form-filler.ts'
import {
  goesOnWithout,
  handsOver,
  knowsForms,
  leavesThemThere,
  saysWhoTheyAre,
} from '../support/offline-patient.ts'
import type { Patient } from '../support/patient.ts'
import type { Person, TestKiosk } from '../support/test-kiosk.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

test.setTimeout(300_000)

/** Stands in no file, such as a copy of this one. */
const typedText = `typed${canaryPatient().lastName}`
const typed: Needle = { name: 'text typed into the form', value: typedText }
const isElectron = process.env['FOYER_SHELL'] === 'electron'
const nothing = { clipboard: '', primary: '' }

/** Proves who they are, opens the form and types into it; the text is copied. */
async function fillsIn(patient: Patient, person: Person): Promise<void> {
  await patient.provesWith(person, person.contact)
  await typesAndCopies(await patient.foyer.form(), typedText)
}

/** All that must not be found once this patient has gone. */
function needlesOf({ place, own }: TestKiosk, person: Person): Needle[] {
  const { sandbox } = place
  return [...own, ...issuedBy(sandbox), ...recordOf(person), ...typedBy(person, sandbox), typed]
}

async function startsOver(patient: Patient): Promise<void> {
  await patient.taps(m.kiosk_start_over)
  await patient.leavesBy(m.kiosk_again_yes)
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // The page is gone before it could answer.
  session.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
}

const ends: Readonly<Record<string, (patient: Patient) => Promise<unknown>>> = {
  async 'every form sent'(patient) {
    await patient.fillsInForms()
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    await patient.leavesBy(m.kiosk_close)
  },
  'start over': startsOver,
  async 'a crash of the form, and then start over'(patient) {
    await crash(await patient.foyer.form())
    await startsOver(patient)
  },
  async 'a crash of the kiosk page, and then start over'(patient) {
    const kiosk = await patient.foyer.kiosk()
    const used = kiosk.url()
    await crash(kiosk)
    await patient.foyer.kioskAfter(used)
    await startsOver(patient)
  },
}

for (const [index, [how, end]] of Object.entries(ends).entries())
  test(
    `nothing of a patient is left for the next, and nothing secret is where it must never be while they are there: ${how}`,
    { tag: index === 0 ? [] : '@full' },
    async ({ kiosk, patient }) => {
      const { foyer, place, own, since } = kiosk
      const [first, second] = kiosk.people
      await fillsIn(patient, first)
      const all = needlesOf(kiosk, first)
      expect(all.map(({ name }) => name)).toContain('completion URL')

      await test.step('while the patient is there', async () => {
        const secrets = [...own, ...issuedBy(place.sandbox), ...recordOf(first)]
        expect(await searchHeap(await foyer.kiosk(), createSearch(secrets))).toEqual([])
        expect(await searchAround(foyer, all)).toEqual([])
        expect(await searchKioskDisk(place, all, since)).toEqual([])
        const audited = all.filter(({ name }) => !/^(patient|packet) id$/.test(name))
        const audit = await searchAudit(place, audited)
        expect(audit.entries).toBeGreaterThan(5)
        expect(audit.found).toEqual([])
        // The search finds all that it looks for where it is.
        expect(await searchHeap(await foyer.form(), createSearch([typed]))).not.toEqual([])
        expect(await searchBrowserMemory(foyer, all)).not.toEqual([])
        const copied = { clipboard: typedText, primary: typedText }
        const selections = async () => {
          await marksAndCopies(await foyer.form())
          return readSelections(place.screen.display)
        }
        await expect.poll(selections).toEqual(copied)
      })

      await end(patient)
      await test.step('once they have gone, and the next is there', async () => {
        if (isFullTier) expect(await searchBrowserMemory(foyer, all)).toEqual([])
        expect(await readSelections(place.screen.display)).toEqual(nothing)
        await patient.begins()
        await patient.taps(given(m.kiosk_contact_use_other, { channel: 'sms' }))
        await patient.givesContact(second.contact)
        await patient.sees(m.kiosk_code_title)
        expect(await searchBrowserMemory(foyer, all)).toEqual([])
        expect(await searchHeap(await foyer.kiosk(), createSearch(all))).toEqual([])
        expect(await searchKioskDisk(place, all, since)).toEqual([])
        expect(await searchAround(foyer, all)).toEqual([])
        // A dump of a crash may hold values that a search does not find.
        expect(await writtenInBrowserHome(since)).toEqual([])
      })
    },
  )

test.describe('a patient who does not touch the screen any more', { tag: '@full' }, () => {
  const environment = { FOYER_IDLE_AFTER_MS: '20000', FOYER_IDLE_FORM_AFTER_MS: '20000' }
  test.use({ options: { environment } })

  test('is asked first, over the form too, and leaves nothing', async ({
    kiosk,
    patient,
    person,
  }) => {
    const { foyer, place, since } = kiosk
    await fillsIn(patient, person)
    const asks = await patient.sees(m.kiosk_idle_title)
    await expect(asks.getByRole('alertdialog')).toBeVisible()
    await patient.taps(m.kiosk_idle_stay)
    await expect(asks.getByRole('alertdialog')).toHaveCount(0)
    expect(foyer.hasForm()).toBe(true)
    const all = needlesOf(kiosk, person)
    const next = await foyer.kioskAfter(asks.url(), 120_000)
    await next.locator('.kiosk.welcome').waitFor()
    await expect.poll(() => foyer.hasForm()).toBe(false)
    expect(await searchBrowserMemory(foyer, all)).toEqual([])
    expect(await searchKioskDisk(place, all, since)).toEqual([])
    expect(await searchAround(foyer, all)).toEqual([])
  })
})

test(
  'main holds neither passphrase nor PIN, nor the record of a patient who has gone',
  { tag: '@full' },
  async ({ kiosk, patient, person }) => {
    test.skip(isElectron, 'takes a heap snapshot by an option of Node')
    const { foyer, place, own } = kiosk
    await fillsIn(patient, person)
    const ofPatient = [...recordOf(person), ...typedBy(person, place.sandbox)]
    const never = own.filter(({ name }) => ['passphrase', 'staff PIN'].includes(name))
    expect(never).toHaveLength(2)
    const during = await searchReachable(place, foyer, [...ofPatient, ...never])
    expect(during).toContain('main holds: contact')
    expect(during).not.toContain('main holds: passphrase')
    expect(during).not.toContain('main holds: staff PIN')
    await startsOver(patient)
    expect(await searchReachable(place, foyer, [...ofPatient, ...never])).toEqual([])
  },
)

/** Ends of a visit without the network; `keeps`: the kiosk keeps what was given. */
const offlineEnds = [
  ['start over', false, startsOver],
  ['every form sent to the kiosk', true, leavesThemThere],
] as const

for (const [how, keeps, end] of offlineEnds)
  test(
    `nothing of a patient without the network is left in clear: ${how}`,
    { tag: '@full' },
    async ({ kiosk, patient, person }) => {
      const { foyer, place, since } = kiosk
      const { control } = place.sandbox
      /** Traces that may be found of the patient now, outside of the vault. */
      const left = async (needles: readonly Needle[]) => {
        // By the day of birth the outbox keeps those apart who may be one person: it stays with main.
        const ofMain = needles.filter(({ name }) => name !== 'date of birth')
        return [
          ...(await searchBrowserMemory(foyer, needles)),
          ...(await searchKioskDisk(place, needles, since)),
          ...(await searchAround(foyer, needles)),
          ...(await searchAudit(place, needles)).found,
          ...(isElectron ? [] : await searchReachable(place, foyer, ofMain)),
        ]
      }
      await knowsForms(foyer)
      await patient.begins()
      await patient.taps(given(m.kiosk_contact_use_other, { channel: 'sms' }))
      await patient.types(person.contact)
      control.switchNetwork('down', true)
      await patient.taps(m.kiosk_contact_send)
      await goesOnWithout(patient)
      await saysWhoTheyAre(patient, person)
      const form = await foyer.form()
      await typesAndCopies(form, typedText)
      const address = { name: 'address of the capture', value: form.url().split('/').at(-1) ?? '' }
      const all = [...typedBy(person, place.sandbox), typed, address]
      expect(await searchBrowserMemory(foyer, all)).not.toEqual([])
      expect(await searchKioskDisk(place, all, since)).toEqual([])
      expect(await searchAround(foyer, all)).toEqual([])
      await end(patient)
      expect(await readSelections(place.screen.display)).toEqual(nothing)
      expect(await left(all)).toEqual([])
      if (!keeps) return
      control.switchNetwork('down', false)
      await handsOver(foyer)
      expect(await left(all)).toEqual([])
    },
  )
