import { allCases, patientCase, type PatientCase } from './cases.ts'

const firstNames = ['Olivia', 'Liam', 'Emma', 'Noah', 'Ava', 'Elijah', 'Mia', 'Lucas', 'Ruth']
const lastNames = ['Hughes', 'Patel', 'Garcia', 'Schmidt', 'Larsen', 'Costa', 'Dubois', 'Mensah']

export const ordinaryPatients = Array.from({ length: 34 }, (_, index): PatientCase => {
  const firstName = firstNames[index % firstNames.length] ?? ''
  const lastName = lastNames[(index * 3) % lastNames.length] ?? ''
  const born = Date.UTC(1940 + ((index * 7) % 70), (index * 5) % 12, 1 + ((index * 11) % 28))
  return patientCase({
    number: 40 + index,
    firstName,
    lastName,
    born: new Date(born).toISOString().slice(0, 10),
    mailbox: `${firstName}.${lastName}.${String.fromCharCode(97 + (index % 26))}`,
  })
})

const cases = Object.values(allCases)

export const people: readonly PatientCase[] = [...cases, ...ordinaryPatients].sort(
  (a, b) => a.id - b.id,
)

export const foreigner: PatientCase = {
  ...patientCase({ number: 95, firstName: 'Frank', lastName: 'Foreign', born: '1969-06-09' }),
  id: 9001,
}

/** People to check in as, each with their special case; the quickest visit first. */
export const notable: readonly PatientCase[] = cases.filter(({ what }) => what !== undefined)
