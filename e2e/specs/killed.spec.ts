import { once } from 'node:events'
import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import {
  canaryPatient,
  issuedBy,
  plantCanaries,
  recordOf,
  typedBy,
  type CanaryPatient,
} from '../../test/leak-scan/canary.ts'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import {
  searchAround,
  searchBrowserMemory,
  searchKioskDisk,
} from '../../test/leak-scan/kiosk-search.ts'
import { firstText, openFirst } from '../support/form-filler.ts'
import { browsersThatStay, killAndStartAgain, servedSoFar } from '../support/killed.ts'
import { Patient } from '../support/patient.ts'
import { readAudit } from '../support/read-audit.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

/** Stands in no file, such as a copy of this one. */
const typedText = `typed${canaryPatient().lastName}`

type Walk = (patient: Patient, person: CanaryPatient) => Promise<unknown>

const toContact: Walk = async (patient, { contact }) => {
  await patient.begins()
  await patient.taps(given(m.kiosk_contact_use_other, { channel: 'sms' }))
  await patient.types(contact)
}
const toCode: Walk = async (patient, person) => {
  await toContact(patient, person)
  await patient.taps(m.kiosk_contact_send)
  await patient.sees(m.kiosk_code_title)
  await patient.types(patient.codeFor(person.contact).slice(0, -1))
}
const toDateOfBirth: Walk = async (patient, person) => {
  await toCode(patient, person)
  await patient.types(patient.codeFor(person.contact).slice(-1))
  await patient.typesDateOfBirth(person.dateOfBirth)
}
const toPackets: Walk = async (patient, person) => {
  await toDateOfBirth(patient, person)
  await patient.taps(m.kiosk_continue)
}
const toForm: Walk = async (patient, person) => {
  await toPackets(patient, person)
  await (await patient.foyer.form()).locator('h1').first().waitFor()
}
const then =
  (before: Walk, more: (patient: Patient) => Promise<unknown>): Walk =>
  async (patient, person) => {
    await before(patient, person)
    await more(patient)
  }

type State = { readonly name: string; readonly packets?: number; readonly walk: Walk }

const typedIntoForm: State = {
  name: 'typed into the form',
  walk: then(toForm, async ({ foyer }) => {
    const box = firstText(await openFirst(await foyer.form()))
    await box.fill('')
    await box.pressSequentially(typedText)
  }),
}

/** The other states of a visit in which power may be lost, and how a patient comes there. */
const states: readonly State[] = [
  { name: 'welcome', walk: (patient) => patient.sees(m.kiosk_welcome_title) },
  { name: 'contact', walk: toContact },
  { name: 'code', walk: toCode },
  { name: 'date of birth', walk: toDateOfBirth },
  {
    name: 'choose packet',
    packets: 2,
    walk: then(toPackets, (it) => it.sees(m.kiosk_choose_title)),
  },
  { name: 'completing', walk: toForm },
  { name: 'asked to start over', walk: then(toForm, (it) => it.taps(m.kiosk_start_over)) },
  {
    name: 'wiping',
    walk: then(toForm, async (it) => {
      await it.taps(m.kiosk_start_over)
      await it.taps(m.kiosk_again_yes)
    }),
  },
  {
    name: 'unfinished',
    walk: then(toForm, async (it) => {
      await it.taps(m.kiosk_completing_stop)
      await it.sees(m.kiosk_unfinished_title)
    }),
  },
  {
    name: 'last screen',
    walk: then(toForm, async (it) => {
      await it.taps(m.kiosk_completing_stop)
      await it.taps(m.kiosk_unfinished_leave)
      await it.sees(given(m.kiosk_finished_title, { kind: 'saved' }))
    }),
  },
]

/** Each state is killed in one of the two ways. */
const statesOf = (first: number) => states.filter((_, index) => index % 2 === first)

/** Kills a Foyer in each of these states, and looks each time for what is left: then, and after the next start. */
async function killIn(what: 'main' | 'tree', killed: readonly State[]): Promise<void> {
  const people = killed.map(({ packets }) => canaryPatient(packets))
  const { options, own } = plantCanaries(people)
  const begun = Date.now()
  const place = await openPlace(options)
  const needles = (person: CanaryPatient) => [
    ...own,
    ...issuedBy(place.sandbox),
    ...recordOf(person),
    ...typedBy(person, place.sandbox),
    { name: 'text typed into the form', value: typedText },
  ]
  let foyer = await startFoyerIn(place)
  try {
    for (const [index, { name, walk }] of killed.entries()) {
      const person = people[index] ?? canaryPatient()
      const since = servedSoFar(place)
      await walk(new Patient(foyer), person)
      const after = await killAndStartAgain(place, foyer, what, since, async (runs) => {
        // Profiles that lay there when the power went, and browsers that lost their main: they end by themselves.
        expect(runs).toHaveLength(place.shell === 'electron' ? 0 : 1)
        expect(await browsersThatStay(runs)).toEqual([])
        expect(await searchKioskDisk(place, needles(person), begun), name).toEqual([])
      })
      const { next, ...came } = after
      foyer = next
      expect(came, name).toMatchObject({ vaultOpened: true, leftovers: [], lost: [] })
      expect(await searchKioskDisk(place, needles(person), begun), name).toEqual([])
    }
    expect(await searchBrowserMemory(foyer, people.flatMap(needles))).toEqual([])
    expect(await searchAround(foyer, people.flatMap(needles))).toEqual([])
  } finally {
    await foyer.stop()
    await place.close()
  }
}

test('kill -9 of main in the middle of a form leaves nothing of the patient, neither then nor after the next start', () =>
  killIn('main', [typedIntoForm]))

for (const [index, what] of (['main', 'tree'] as const).entries())
  test(
    `kill -9 of ${what} leaves nothing of the patient in any state, neither then nor after the next start`,
    { tag: '@full' },
    async () => {
      test.setTimeout(600_000)
      await killIn(what, [...statesOf(index), ...(what === 'tree' ? [typedIntoForm] : [])])
    },
  )

test(
  'SIGTERM in a form ends Foyer in order, and leaves the end and the wipe of the visit in the audit',
  { tag: '@full' },
  async ({ place, start }) => {
    const foyer = await start()
    await new Patient(foyer).provesWith(onePacket, onePacket.phone)
    await foyer.form()
    const ended = once(foyer.process, 'exit')
    foyer.process.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const { holds, rows } = await readAudit(place)
    expect(holds).toBe(true)
    const entries = rows.map(({ kind, fields: { reason } }) =>
      typeof reason === 'string' ? `${kind} ${reason}` : kind,
    )
    expect(entries.slice(-3)).toEqual(['visitEnded stopped', 'wiped', 'stopped'])
  },
)
