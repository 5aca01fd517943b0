import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import {
  canaryPatient,
  issuedBy,
  recordOf,
  typedBy,
  type CanaryPatient,
} from '../../test/leak-scan/canary.ts'
import { writtenInBrowserHome } from '../../test/conformance/browser-home.ts'
import { onStage } from '../support/canary-stage.ts'
import { goOn, placeOf } from '../support/form-filler.ts'
import {
  searchAround,
  searchAudit,
  searchBrowserMemory,
  searchKioskDisk,
  searchReachable,
} from '../../test/leak-scan/kiosk-search.ts'
import type { Patient } from '../support/patient.ts'
import { readSelections, searchHeap } from '../../test/leak-scan/search-window.ts'
import { createSearch, type Needle } from '../../test/leak-scan/search.ts'
import { expect, test } from '../support/test.ts'

const typedText = 'canarytypedtextqzv'
const typed: Needle = { name: 'text typed into the form', value: typedText }

/** Proves who they are, opens the form and types into it; the text is selected and copied, as a person might. */
async function fillsIn(patient: Patient, person: CanaryPatient) {
  await patient.provesWith(person, person.contact)
  const form = await patient.foyer.form()
  if ((await placeOf(form, 'en')) === 'list') await goOn(form, 'list', 'en')
  const box = form.locator('[data-field] input[type=text], [data-field] textarea').first()
  await box.fill('')
  await box.pressSequentially(typedText)
  await expect(form.getByText(patient.words(m.forms_saved))).toBeVisible()
  await box.press('ControlOrMeta+a')
  // The keys for it do nothing; a page's own button could.
  expect(await form.evaluate(`document.execCommand('copy')`)).toBe(true)
}

test('nothing secret is where it must never be, while a patient is there', async () => {
  test.setTimeout(300_000)
  const person = canaryPatient()
  await onStage([person], async ({ place, own, since, start }) => {
    const { foyer, patient } = await start()
    await fillsIn(patient, person)
    const secrets = [...own, ...issuedBy(place.sandbox), ...recordOf(person)]
    const all = [...secrets, ...typedBy(person, place.sandbox), typed]
    expect(secrets.map(({ name }) => name)).toContain('completion URL')

    expect(await searchHeap(await foyer.kiosk(), createSearch(secrets))).toEqual([])
    expect(await searchAround(foyer, all)).toEqual([])
    expect(await searchKioskDisk(place, all, since)).toEqual([])
    const audit = await searchAudit(place, [
      ...own,
      ...issuedBy(place.sandbox),
      ...typedBy(person, place.sandbox),
      typed,
    ])
    expect(audit.entries).toBeGreaterThan(5)
    expect(audit.found).toEqual([])
  })
})

/** Ends the visit by "start over". */
async function startsOver(patient: Patient) {
  await patient.taps(m.kiosk_start_over)
  await patient.leavesBy(m.kiosk_again_yes)
}

/** Crashes the process of a page, as a fault of its own would. */
async function crash(page: Page) {
  const session = await page.context().newCDPSession(page)
  // The page is gone before it could answer.
  session.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
}

/** How a visit with an open form comes to its end. */
const ends: Readonly<Record<string, (patient: Patient) => Promise<unknown>>> = {
  'start over': startsOver,
  async 'every form sent'(patient) {
    await patient.fillsInForms()
    await patient.sees(m.kiosk_finished_title)
    await patient.leavesBy(m.kiosk_close)
  },
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

for (const [how, end] of Object.entries(ends))
  test(`nothing of a patient is left for the next: ${how}`, async () => {
    test.setTimeout(300_000)
    const [first, second] = [canaryPatient(), canaryPatient()]
    await onStage([first, second], async ({ place, own, since, start }) => {
      const { foyer, patient } = await start()
      await fillsIn(patient, first)
      const secrets = [...own, ...issuedBy(place.sandbox), ...recordOf(first)]
      const all = [...secrets, ...typedBy(first, place.sandbox), typed]
      // What is looked for can be found where it is.
      expect(await searchBrowserMemory(foyer, all)).not.toEqual([])
      expect(await readSelections(place.screen.display)).toEqual({
        clipboard: typedText,
        primary: typedText,
      })
      await end(patient)
      expect(await searchBrowserMemory(foyer, all)).toEqual([])
      expect(await readSelections(place.screen.display)).toEqual({ clipboard: '', primary: '' })
      await patient.begins()
      await patient.taps(m.kiosk_contact_use_email)
      await patient.givesContact(second.contact)
      await patient.sees(m.kiosk_code_title)
      expect(await searchBrowserMemory(foyer, all)).toEqual([])
      expect(await searchHeap(await foyer.kiosk(), createSearch(all))).toEqual([])
      expect(await searchKioskDisk(place, all, since)).toEqual([])
      expect(await searchAround(foyer, all)).toEqual([])
      // A dump of a crash may hold values that a search does not find.
      expect(await writtenInBrowserHome(since)).toEqual([])
    })
  })

test('nothing of a patient is left for the next: nobody touched the screen any more', async () => {
  test.setTimeout(300_000)
  const first = canaryPatient()
  const idle = { FOYER_IDLE_AFTER_MS: '20000', FOYER_IDLE_FORM_AFTER_MS: '20000' }
  await onStage(
    [first],
    async ({ place, own, since, start }) => {
      const { foyer, patient } = await start()
      await fillsIn(patient, first)
      const secrets = [...own, ...issuedBy(place.sandbox), ...recordOf(first)]
      const all = [...secrets, ...typedBy(first, place.sandbox), typed]
      const used = (await foyer.kiosk()).url()
      const next = await foyer.kioskAfter(used, 120_000)
      await next.locator('.kiosk.welcome').waitFor()
      await expect.poll(() => foyer.hasForm()).toBe(false)
      expect(await searchBrowserMemory(foyer, all)).toEqual([])
      expect(await searchKioskDisk(place, all, since)).toEqual([])
      expect(await searchAround(foyer, all)).toEqual([])
    },
    idle,
  )
})

test('main holds neither passphrase nor PIN, nor the record of a patient who has gone', async () => {
  test.skip(process.env['FOYER_SHELL'] === 'electron', 'takes a heap snapshot by an option of Node')
  test.setTimeout(300_000)
  const person = canaryPatient()
  await onStage([person], async ({ place, own, start }) => {
    const { foyer, patient } = await start()
    await fillsIn(patient, person)
    const ofPatient = [...recordOf(person), ...typedBy(person, place.sandbox)]
    const never = own.filter(({ name }) => ['passphrase', 'staff PIN'].includes(name))
    expect(never).toHaveLength(2)
    const during = await searchReachable(place, foyer, [...ofPatient, ...never])
    expect(during).toContain('main holds: contact')
    expect(during).not.toContain('main holds: passphrase')
    expect(during).not.toContain('main holds: staff PIN')
    await startsOver(patient)
    const after = await searchReachable(place, foyer, [...ofPatient, ...never])
    expect(after).toEqual([])
  })
})
