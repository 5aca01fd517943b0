import { contract } from '../src/contract/index.ts'
import { packet } from '../src/contract/readers/packet.ts'
import type { Reader } from '../src/contract/readers/reading.ts'
import { visitReaders } from '../src/contract/readers/visit-readers.ts'
import type { Operation } from '../src/contract/operation.ts'
import { z } from 'zod'
import { served } from './answers.ts'
import { interleave } from './interleave.ts'
import type { BenchRow } from './row.ts'

/** Answer of the service, read in the three compared ways. */
interface Case {
  readonly name: string
  readonly operation: Operation
  readonly body: string
  readonly read: (body: unknown) => unknown
}

const reading = (reader: Reader<unknown>) => (body: unknown) =>
  reader({ status: 200, headers: {}, url: 'https://service.example/x', body })

const { formPackets, patients } = contract.partner
const page = reading(visitReaders.packets)
const patientRecord = {
  id: 1042,
  active: true,
  firstName: 'Rosa',
  lastName: 'Park',
  name: 'Rosa Park',
  email: 'rosa@example.org',
  mobilePhone: '2065550101',
  dateOfBirth: '3/7/1984',
  gender: 'F',
  sexAssignedAtBirth: 2,
  legalSex: 2,
  intakeMethod: 'UNKNOWN',
  createdOn: '2030-02-01T09:30:00Z',
  lastUpdatedOn: '2030-02-01T09:30:00Z',
  practitioners: [{ id: 3, name: 'Dr. Gray' }],
}

const cases: readonly Case[] = [
  {
    name: 'a page of 20 packets',
    operation: formPackets.list,
    body: served.page20.body,
    read(body) {
      const rows = page(body) as { readonly ok: true; value: { items: readonly unknown[] } }
      return rows.value.items.map((row) => packet(row))
    },
  },
  {
    name: 'a patient',
    operation: patients.get,
    body: JSON.stringify(patientRecord),
    read: reading(visitReaders.birthDate(1042)),
  },
  {
    name: 'a proof’s status',
    operation: contract.partner.identityProof.get,
    body: JSON.stringify({ id: 'p1', methods: [{ method: 'SMS', status: 'VERIFIED' }] }),
    read: reading(visitReaders.proofStatus(['sms'])),
  },
]

const repeats = 200
const race = { concurrency: 1, callsPerRound: 20, rounds: 12 }
const most = 1.2

/** Measures the visit's readers beside parsing alone, and beside the full schema. */
export async function benchReading(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { name, operation, body, read } of cases) {
    const schema = z.compile(operation.answer)
    const each = (work: (parsed: unknown) => unknown) => () => {
      for (let count = 0; count < repeats; count++) work(JSON.parse(body))
      return Promise.resolve()
    }
    const { readers, parse, full } = await interleave(
      {
        readers: each(read),
        parse: each((parsed) => parsed),
        full: each((parsed) => schema.safeParse(parsed)),
      },
      race,
    )
    const inMicroseconds = (ms: number) => (ms * 1_000) / repeats
    rows.push({
      figure: `reading ${name}, JSON.parse and readers, median`,
      value: inMicroseconds(readers),
      unit: 'µs',
      beside: [
        { name: 'JSON.parse', value: inMicroseconds(parse) },
        { name: 'JSON.parse and full schema', value: inMicroseconds(full) },
      ],
      ratio: readers / parse,
      target: `at most ${most} × JSON.parse, and less than the full schema`,
      met: readers / parse <= most && readers < full,
    })
  }
  return rows
}
