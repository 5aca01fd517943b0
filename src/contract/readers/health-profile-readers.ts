import { chartReaders, date, text, texts } from './chart-values.ts'

const entry = { name: text('name'), status: text('status') }

export const { page: allergiesReader, one: allergyReader } = chartReaders(
  { list: 'a list of allergies with ids', one: 'the allergy that was asked for', name: 'allergy' },
  {
    ...entry,
    severity: text('severity'),
    reactions: texts('reactions'),
    recordedAt: date('recordedAt'),
  },
)

export const { page: medicationsReader, one: medicationReader } = chartReaders(
  {
    list: 'a list of medications with ids',
    one: 'the medication that was asked for',
    name: 'medication',
  },
  {
    ...entry,
    dosage: text('dosageInstructions'),
    startedAt: date('startedAt'),
    endedAt: date('endedAt'),
  },
)

export const { page: problemsReader, one: problemReader } = chartReaders(
  { list: 'a list of problems with ids', one: 'the problem that was asked for', name: 'problem' },
  { ...entry, icd10Code: text('icd10Code'), recordedAt: date('recordedAt') },
)
