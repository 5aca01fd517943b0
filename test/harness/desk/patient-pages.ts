import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type { FoundPatient, PatientChart } from '../../../src/shared/desk/patients.ts'
import type { FakeDeskMain } from './fake-desk-main.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const refused = (kind: 'offline' | 'failed' | 'refusedByService'): DeskReply => ({
  ok: false,
  error: { kind },
})
const never = () => new Promise<DeskReply>(() => undefined)

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
  address: ['12 Pine Street', 'Seattle, Washington 98101'],
  parents: [],
  children: [row(2, 'Daniel Kim')],
  practitioners: ['Dr. Maya Chen'],
  tags: [
    { note: 'Needs an interpreter', color: '#b25f2f' },
    { note: 'Prefers mornings', color: null },
  ],
}

/** The search, each time after "kim" was looked for, and what stands there then. */
export const searchPages: Record<
  string,
  {
    readonly find: () => DeskReply | Promise<DeskReply>
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  loading: { find: never, says: { en: 'Looking for patients…', es: 'Buscando pacientes…' } },
  empty: {
    find: () => ok({ rows: [], more: null }),
    says: { en: 'No patient fits.', es: 'Ningún paciente coincide.' },
  },
  failed: {
    find: () => refused('failed'),
    says: { en: 'The patients could not be read.', es: 'No se pudieron leer los pacientes.' },
  },
  offline: {
    find: () => refused('offline'),
    says: {
      en: 'The service cannot be reached. Please try again in a moment.',
      es: 'No hay conexión con el servicio. Inténtelo de nuevo en un momento.',
    },
  },
  tooMany: {
    find: () => ({ ok: false, error: { kind: 'tooManySearches' } }),
    says: {
      en: 'There were many searches by birth date, phone or e-mail. Please wait a while, or search by name.',
      es: 'Hubo muchas búsquedas por fecha de nacimiento, teléfono o correo. Espere un rato o busque por nombre.',
    },
  },
  full: {
    find: () => ok({ rows: samplePatients, more: 'more-9' }),
    says: { en: '5 patients so far', es: '5 pacientes hasta ahora' },
  },
}

/** An open chart in each of its states. */
export const chartPages: Record<
  string,
  {
    readonly read: () => DeskReply | Promise<DeskReply>
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  loading: { read: never, says: { en: 'Opening the chart…', es: 'Abriendo el expediente…' } },
  failed: {
    read: () => refused('failed'),
    says: { en: 'The chart could not be read.', es: 'No se pudo leer el expediente.' },
  },
  offline: {
    read: () => refused('offline'),
    says: {
      en: 'The service cannot be reached. Please try again in a moment.',
      es: 'No hay conexión con el servicio. Inténtelo de nuevo en un momento.',
    },
  },
  gone: {
    read: () => refused('refusedByService'),
    says: {
      en: 'This patient is not in the account any more.',
      es: 'Este paciente ya no está en la cuenta.',
    },
  },
  full: {
    read: () => ok(sampleChart),
    says: { en: 'Needs an interpreter', es: 'Needs an interpreter' },
  },
}

/** Has main find `samplePatients`, and open the chart of whoever is asked for. */
export function answerPatients(main: FakeDeskMain): void {
  main.answers['findPatients'] = () => ok({ rows: samplePatients, more: null })
  main.answers['openChart'] = () => ok({ chart: 'chart-7' })
  main.answers['patientChart'] = () => ok(sampleChart)
}
