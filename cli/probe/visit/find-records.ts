import { contract } from '../../../src/contract/index.ts'
import { readPage } from '../../../src/contract/readers/lists.ts'
import { packet as readPacket } from '../../../src/contract/readers/packet.ts'
import type { ReadPacket } from '../../../src/contract/readers/read-types.ts'
import { isFields, pick, readId } from '../../../src/contract/readers/fields.ts'
import { readerOf } from '../../../src/contract/readers/reading.ts'
import { visitReaders } from '../../../src/contract/readers/visit-readers.ts'
import type { Id } from '../../../src/contract/values.ts'
import type { CheckInPlace } from '../../../src/main/service/place.ts'
import type { IntakeClient } from '../../../src/main/service/client/client.ts'

/** Records on which the steps of a visit are tried. */
export interface VisitRecords {
  readonly patientId?: Id | undefined
  readonly packetId?: Id | undefined
  readonly templateGroupId?: Id | undefined
}

const { formPackets, formTemplateGroups, patients } = contract.partner
const pageSize = 100
/** Most packets to read one by one to learn their patient. */
const mostLookups = 5

const rowsOf = readerOf('a list', (answer) => readPage(answer)?.items)
const packetReader = (id: Id) => readerOf('a form packet', ({ body }) => readPacket(body, id))

/** Finds a patient with a packet, best one that is open, and a template group; what was given is taken as it is. */
export async function findRecords(
  client: Pick<IntakeClient, 'read'>,
  { accountId, locationId }: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  given: VisitRecords,
): Promise<VisitRecords> {
  const params = { accountId, locationId }
  const query = { limit: pageSize }
  const page = given.patientId === undefined ? query : { ...query, patientId: given.patientId }
  const listed = await client.read(formPackets.list, visitReaders.packets.read(), {
    params,
    query: page,
  })
  const rows = listed.ok ? listed.value.items.flatMap((row) => readPacket(row) ?? []) : []
  const open = rows.filter(({ completed, archived }) => completed !== true && !archived)
  const found = await withPatient(client, params, [...open, ...rows])
  const patientId = given.patientId ?? found?.patientId ?? (await anyPatient(client, accountId))
  const groups =
    given.templateGroupId === undefined
      ? await client.read(formTemplateGroups.listForLocation, rowsOf, { params, query })
      : undefined
  return {
    patientId,
    packetId: given.packetId ?? found?.id ?? rows[0]?.id,
    templateGroupId: given.templateGroupId ?? (groups?.ok ? idIn(groups.value) : undefined),
  }
}

async function withPatient(
  client: Pick<IntakeClient, 'read'>,
  params: { accountId: Id; locationId: Id },
  rows: readonly ReadPacket[],
): Promise<ReadPacket | undefined> {
  const named = rows.find(({ patientId }) => patientId !== undefined)
  if (named) return named
  for (const { id } of rows.slice(0, mostLookups)) {
    const input = { params: { ...params, formPacketId: id } }
    const asked = await client.read(formPackets.get, packetReader(id), input)
    if (asked.ok && asked.value.patientId !== undefined) return { ...asked.value, id }
  }
  return undefined
}

async function anyPatient(client: Pick<IntakeClient, 'read'>, accountId: Id) {
  const input = { params: { accountId }, query: { limit: 1 } }
  const listed = await client.read(patients.list, rowsOf, input)
  return listed.ok ? idIn(listed.value) : undefined
}

function idIn(rows: readonly unknown[]): Id | undefined {
  return rows
    .flatMap((row) => (isFields(row) ? (readId(pick(row, 'id')) ?? []) : []))
    .find((id) => id !== '')
}
