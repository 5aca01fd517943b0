import * as cases from './cases.ts'
import type { PatientCase } from './cases.ts'

const firstNames = ['Olivia', 'Liam', 'Emma', 'Noah', 'Ava', 'Elijah', 'Mia', 'Lucas', 'Ruth']
const lastNames = ['Hughes', 'Patel', 'Garcia', 'Schmidt', 'Larsen', 'Costa', 'Dubois', 'Mensah']

/** An ordinary clinic around the hard cases. */
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

/** Patients who are nobody's case. */
export const ordinaryPatients: readonly PatientCase[] = ordinary(34)

/** Everybody of the account that is granted to us. */
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

/** A patient of the account that is not granted to us. */
export const foreigner: PatientCase = {
  ...cases.reachable(95, 'Frank', 'Foreign', '1969-06-09'),
  id: 9001,
}
