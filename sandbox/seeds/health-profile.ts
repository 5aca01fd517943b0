import { iso } from '../clock.ts'
import type { Allergy, Medication, Problem } from '../state/clinical.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'
import { foreigner, ordinaryPatients } from './people.ts'

const day = 86_400_000
const ours = { accountId: account.id }
const foreign = { accountId: foreignAccount.id, patientId: foreigner.id }
const rosa = { ...ours, patientId: cases.onePacket.id }
const james = { ...ours, patientId: cases.threePackets.id }

/** Entries that ordinary patients have, every other one of them. */
const common = [
  { allergy: 'Peanuts', problem: ['Asthma', 'J45.909'], medication: 'Albuterol' },
  { allergy: 'Penicillin', problem: ['Type 2 diabetes', 'E11.9'], medication: 'Metformin' },
  { allergy: 'Latex', problem: ['Low back pain', 'M54.50'], medication: 'Naproxen' },
] as const

function eachOrdinary<T>(make: (seed: (typeof common)[number], patientId: number) => T): T[] {
  return ordinaryPatients
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ id }, index) => {
      const seed = common[index % common.length]
      return seed ? [make(seed, id)] : []
    })
}

const numbered = <T extends object>(first: number, records: readonly T[]) =>
  records.map((record, index) => ({ id: first + index, ...record }))

/** Allergies in every severity; `start` (ms) is when the sandbox began. */
export function allergies(start: number): Allergy[] {
  const recordedAt = iso(start - 400 * day)
  const active = { status: 'ACTIVE', recordedAt } as const
  return numbered<Omit<Allergy, 'id'>>(2101, [
    {
      ...rosa,
      name: 'Penicillin',
      severity: 'SEVERE',
      reactions: ['Hives', 'Trouble breathing'],
      ...active,
    },
    { ...rosa, name: 'Pollen', severity: 'MILD', reactions: ['Sneezing'], ...active },
    {
      ...rosa,
      name: 'Eggs',
      severity: 'MODERATE',
      reactions: ['Rash'],
      recordedAt,
      status: 'RESOLVED',
    },
    { ...james, name: 'Shellfish', severity: 'MODERATE', reactions: ['Swelling'], ...active },
    { ...foreign, name: 'Wool', severity: 'MILD', reactions: ['Itching'], ...active },
    ...eachOrdinary(({ allergy }, patientId) => ({
      ...ours,
      patientId,
      name: allergy,
      severity: 'MODERATE' as const,
      reactions: ['Rash'],
      ...active,
    })),
  ])
}

/** Medications, some of them ended; `start` (ms) is when the sandbox began. */
export function medications(start: number): Medication[] {
  const running = { status: 'ACTIVE', startedAt: iso(start - 300 * day), endedAt: null } as const
  return numbered<Omit<Medication, 'id'>>(2201, [
    { ...rosa, name: 'Loratadine 10 mg', dosageInstructions: 'One tablet a day.', ...running },
    {
      ...rosa,
      name: 'Amoxicillin 500 mg',
      dosageInstructions: 'One capsule three times a day for 7 days.',
      status: 'INACTIVE',
      startedAt: iso(start - 420 * day),
      endedAt: iso(start - 413 * day),
    },
    { ...james, name: 'Lisinopril 10 mg', dosageInstructions: 'One in the morning.', ...running },
    { ...foreign, name: 'Vitamin D', dosageInstructions: 'One a day.', ...running },
    ...eachOrdinary(({ medication }, patientId) => ({
      ...ours,
      patientId,
      name: medication,
      dosageInstructions: 'As needed, at most twice a day.',
      ...running,
    })),
  ])
}

/** Diagnoses with their ICD-10 codes; `start` (ms) is when the sandbox began. */
export function problems(start: number): Problem[] {
  const recordedAt = iso(start - 380 * day)
  const active = { status: 'ACTIVE', recordedAt } as const
  return numbered<Omit<Problem, 'id'>>(2301, [
    { ...rosa, name: 'Allergic rhinitis', icd10Code: 'J30.1', ...active },
    { ...rosa, name: 'Ankle sprain', icd10Code: 'S93.401A', recordedAt, status: 'RESOLVED' },
    { ...james, name: 'High blood pressure', icd10Code: 'I10', ...active },
    { ...foreign, name: 'Fatigue', icd10Code: 'R53.83', ...active },
    ...eachOrdinary(({ problem: [name, icd10Code] }, patientId) => ({
      ...ours,
      patientId,
      name,
      icd10Code,
      ...active,
    })),
  ])
}
