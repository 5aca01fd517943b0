import * as cases from './cases.ts'
import type { PatientCase } from './cases.ts'

const firstNames = ['Olivia', 'Liam', 'Emma', 'Noah', 'Ava', 'Elijah', 'Mia', 'Lucas', 'Ruth']
const lastNames = ['Hughes', 'Patel', 'Garcia', 'Schmidt', 'Larsen', 'Costa', 'Dubois', 'Mensah']

/** Makes ordinary patients around the hard cases. */
function ordinary(count: number): PatientCase[] {
  return Array.from({ length: count }, (_, index) => {
    const first = firstNames[index % firstNames.length] ?? ''
    const last = lastNames[(index * 3) % lastNames.length] ?? ''
    const born = Date.UTC(1940 + ((index * 7) % 70), (index * 5) % 12, 1 + ((index * 11) % 28))
    const date = new Date(born).toISOString().slice(0, 10)
    const letter = String.fromCharCode(97 + (index % 26))
    return cases.reachable(40 + index, first, last, date, `${first}.${last}.${letter}`)
  })
}

/** Patients without a case of their own. */
export const ordinaryPatients: readonly PatientCase[] = ordinary(34)

/** Patients of the account that is granted to us. */
export const people: readonly PatientCase[] = [
  cases.onePacket,
  cases.threePackets,
  cases.noPacket,
  cases.completedPacket,
  cases.bothChannels,
  cases.halfDone,
  cases.inactivePatient,
  cases.longName,
  ...cases.familyPhone.members,
  ...cases.sharedEmail.members,
  cases.noContact,
  cases.minor.parent,
  cases.minor.child,
  cases.noDateOfBirth,
  ...cases.manyScripts,
  ...ordinaryPatients,
  cases.shortForm,
  ...Object.values(cases.arrivals),
]

/** Patient of the account that is not granted to us. */
export const foreigner: PatientCase = {
  ...cases.reachable(95, 'Frank', 'Foreign', '1969-06-09'),
  id: 9001,
}

/** People to check in as, each with their special case; the quickest visit first. */
export const notable: readonly (readonly [PatientCase, string])[] = [
  [cases.shortForm, 'One short form waits'],
  [cases.onePacket, 'Three forms wait'],
  [cases.arrivals.due, 'Expected now, and three forms wait'],
  [cases.arrivals.nothingWaits, 'Expected now, and nothing waits'],
  [cases.arrivals.several, 'Two appointments'],
  [cases.arrivals.cancelled, 'The appointment was cancelled'],
  [cases.arrivals.elsewhere, 'The appointment is at another location'],
  [cases.arrivals.telehealth, 'The appointment is by video'],
  [cases.arrivals.arrived, 'Has arrived already'],
  [cases.arrivals.late, 'Is late'],
  [cases.arrivals.early, 'Is far too early'],
  [cases.threePackets, 'Three packets to choose from'],
  [cases.halfDone, 'Half way through the forms'],
  [cases.noPacket, 'Nothing waits'],
  [cases.completedPacket, 'All done already'],
  [cases.bothChannels, 'Phone and e-mail, when both are asked'],
  [cases.familyPhone.members[0], 'Shares the phone with two children'],
  [cases.sharedEmail.members[0], 'Shares the e-mail address'],
  [cases.inactivePatient, 'No longer active: nobody is found'],
  [cases.noDateOfBirth, 'No date of birth on record'],
  [cases.longName, 'A long name'],
  ...cases.manyScripts.map((person) => [person, 'A name in another script'] as const),
]
