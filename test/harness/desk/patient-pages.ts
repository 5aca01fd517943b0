import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type { FoundPatient, PatientChart } from '../../../src/shared/desk/patients.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const row = (
  number: number,
  name: string | null,
  more: Partial<FoundPatient> = {},
): FoundPatient => ({
  ...{ patient: `patient-${number}`, name, birthYear: 1980 + number, phoneEnd: `${10 + number}` },
  isActive: true,
  ...more,
})

/** Patients of whom two have the same name, one is not active, and one has nothing but a name. */
export const samplePatients: readonly FoundPatient[] = [
  row(1, 'Grace Kim'),
  row(2, 'Daniel Kim'),
  row(3, 'Grace Kim', { birthYear: 1950, phoneEnd: '77' }),
  row(4, 'Soo-Jin Kim', { isActive: false }),
  row(5, 'Min Kim', { birthYear: null, phoneEnd: null }),
]

/** The chart of a mother of one, with an address and two notes. */
const sampleChart: PatientChart = {
  ...{ name: 'Grace Kim', firstName: 'Grace', lastName: 'Kim', birthDate: '1981-02-16' },
  ...{ phone: '+1 206 555 0110', email: 'grace.kim@example.com', isActive: true },
  ...{ address: ['12 Pine Street', 'Seattle, Washington 98101'], parents: [] },
  ...{ children: [row(2, 'Daniel Kim')], practitioners: ['Dr. Maya Chen'] },
  tags: [
    { note: 'Needs an interpreter', color: '#b25f2f' },
    { note: 'Prefers mornings', color: null },
  ],
}

/** What main answers where `samplePatients` are found, and the chart of Grace Kim opens whoever is asked for. */
export const patientAnswers: Readonly<Record<string, () => DeskReply>> = {
  findPatients: () => ok({ rows: samplePatients, more: null }),
  openChart: () => ok({ chart: 'chart-7' }),
  patientChart: () => ok(sampleChart),
}
