import { m } from '../../src/i18n/paraglide/messages.js'
import { openPointerAndKeyboard } from '../../test/conformance/x-pointer-and-keyboard.ts'
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
import { onDeskStage } from '../support/desk-stage.ts'
import { firstText, openFirst, typesAndCopies } from '../support/form-filler.ts'
import { openHand } from '../support/hand.ts'
import type { Patient } from '../support/patient.ts'
import { readAudit } from '../support/read-audit.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { member, type Receptionist } from '../support/receptionist.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

test.skip(process.platform !== 'linux', 'reads /proc')
test.setTimeout(600_000)

/** Stands in no file, such as a copy of this one. */
const typedText = `typed${canaryPatient().lastName}`
const typed: Needle = { name: 'text typed into the form', value: typedText }

/** Has the patient whose chart is open fill in what waits on the desk's own screen; its page is made anew by that. */
async function givesScreen(receptionist: Receptionist, foyer: RunningFoyer): Promise<void> {
  const before = receptionist.page.url()
  await receptionist.presses(m.desk_here)
  await receptionist.presses(m.desk_here_give)
  receptionist.page = await foyer.kioskAfter(before)
}

/** Fills in the first field with a text that is found again, marks it and copies it. */
async function types(patient: Patient): Promise<void> {
  const form = await openFirst(await patient.foyer.form())
  const hand = await openHand(patient.foyer)
  // A finger reaches the field: the form is seen above every other window, and Foyer's keys come for it.
  await hand.touchInForm(firstText(form))
  await (await patient.foyer.kiosk()).locator('.keyboard').waitFor()
  hand.close()
  await typesAndCopies(form, typedText)
}

test('a patient fills in their forms on the desk’s own screen, and nothing of them is left', async () => {
  const person = canaryPatient()
  await onDeskStage([person], async ({ place, own, since, foyer, receptionist, ...stage }) => {
    const { patient, isDesksAgain } = stage
    const ofPatient = () => [...recordOf(person), ...typedBy(person, place.sandbox)]
    const secrets = () => [...own, ...issuedBy(place.sandbox), ...recordOf(person)]
    await receptionist.signsIn(member.secret)
    await receptionist.findsWhoCame(person)
    await givesScreen(receptionist, foyer)

    await test.step('the desk is locked beneath, and knows nobody', async () => {
      await patient.sees(m.kiosk_birth_title)
      await receptionist.sees(m.desk_with_patient_title)
      const desk = await foyer.kiosk()
      await expect(desk.getByText(member.name)).toHaveCount(0)
      expect(await searchHeap(desk, createSearch([...secrets(), ...ofPatient()]))).toEqual([])
    })

    await test.step('the patient gives their birth date, and fills in the form', async () => {
      await patient.givesDateOfBirth(person.dateOfBirth)
      await types(patient)
      const window = await patient.foyer.kiosk()
      expect(secrets().map(({ name }) => name)).toContain('completion URL')
      expect(await searchHeap(window, createSearch(secrets()))).toEqual([])
      expect(await searchBrowserMemory(foyer, [typed])).not.toEqual([])
      expect(await searchKioskDisk(place, [...secrets(), ...ofPatient(), typed], since)).toEqual([])
      await patient.fillsInForms()
      await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
      await patient.taps(m.kiosk_close)
    })

    await test.step('the desk asks who is there, and nothing of the patient is left', async () => {
      await isDesksAgain()
      await receptionist.sees(m.desk_after_visit_ended)
      // Reception typed their contact into the desk's own browser, which goes on.
      const ofVisit = [...issuedBy(place.sandbox), ...recordOf(person), typed]
      expect(await searchBrowserMemory(foyer, ofVisit)).toEqual([])
      // Electron takes no heap snapshot by an option of Node.
      if (foyer.shell === 'browser')
        expect(await searchReachable(place, foyer, [...ofPatient(), typed])).toEqual([])
      const all = [...secrets(), ...ofPatient(), typed]
      expect(await searchHeap(await foyer.kiosk(), createSearch(all))).toEqual([])
      expect(await searchKioskDisk(place, all, since)).toEqual([])
      expect(await searchAround(foyer, all)).toEqual([])
      const { found } = await searchAudit(place, [...own, ...issuedBy(place.sandbox), typed])
      expect(found).toEqual([])
    })

    await test.step('whoever types at the desk types into its sign-in', async () => {
      const keyboard = await openPointerAndKeyboard(foyer.display)
      const secret = (await foyer.kiosk()).getByLabel(m.desk_secret({}, { locale: 'en' }))
      await expect(secret).toBeFocused()
      for (const key of member.secret) await keyboard.press(key)
      await expect(secret).toHaveValue(member.secret)
      await keyboard.press('Enter')
      keyboard.close()
      await receptionist.opens('checkIn')
      expect(await readSelections(foyer.display)).toEqual({ clipboard: '', primary: '' })
    })

    const { holds, rows } = await readAudit(place)
    expect(holds).toBe(true)
    const kinds = new Set(['deskChanged', 'memberSignedOut', 'visitEnded', 'wiped'])
    const told = rows.filter(({ kind }) => kinds.has(kind)).slice(-4)
    expect(told.map(({ kind, fields }) => [kind, fields['command'] ?? fields['why']])).toEqual([
      ['deskChanged', 'beginHere'],
      ['memberSignedOut', 'withPatient'],
      ['visitEnded', undefined],
      ['wiped', undefined],
    ])
  })
})
