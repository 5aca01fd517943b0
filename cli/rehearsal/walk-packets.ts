import { contract } from '../../src/contract/index.ts'
import { anyAnswer } from '../../src/contract/readers/reading.ts'
import { sameId, type Id } from '../../src/contract/values.ts'
import type { Result } from '../../src/shared/result.ts'
import type { ServiceError } from '../../src/main/service/http/errors.ts'
import type { Rehearsal } from './plan.ts'
import { learnWord } from './learn-word.ts'
import type { Judged } from './walk.ts'

/** A packet, as much of it as is needed here. */
interface NamedPacket {
  readonly id: Id
}

const { signal } = new AbortController()
const steps = {
  list: 'packets of a patient',
  create: 'new packet',
  listed: 'new packet in the list',
  packet: 'packet',
  address: 'address of the form',
  archive: 'archive the packet',
} as const

/**
 * Lists waiting packets, makes one, reads it and its address, and archives it: only its own. Returns the id of one that
 * is left.
 */
export async function walkPackets(rehearsal: Rehearsal): Promise<Id | undefined> {
  const { walk, checkIn, plan } = rehearsal
  const { patientId } = plan
  const before = await walk.step(steps.list, () => checkIn.openPackets(patientId, signal))
  const made = before && (await makePacket(rehearsal, before))
  if (made)
    await walk.step(
      steps.listed,
      () => checkIn.openPackets(patientId, signal),
      (now) => (has(now, made.id) ? {} : { fails: 'the new packet does not stand in the list' }),
    )
  const packet = made ?? before?.[0]
  if (packet) await readPacket(rehearsal, packet.id, packet === made)
  else for (const name of [steps.packet, steps.address]) walk.skip(name, 'there is no packet')
  return made && ((await archive(rehearsal, made.id)) ? undefined : made.id)
}

const has = (packets: readonly NamedPacket[], id: Id) =>
  packets.some((packet) => sameId(packet.id, id))

async function makePacket(
  { walk, checkIn, plan }: Rehearsal,
  before: readonly NamedPacket[],
): Promise<NamedPacket | undefined> {
  const { patientId, templateGroupId } = plan
  if (templateGroupId === undefined) {
    walk.skip(steps.create, 'no template group is named: --id groupId=…')
    return undefined
  }
  return walk.write(
    steps.create,
    'create a form packet for the test patient',
    () => checkIn.createPacket(patientId, signal),
    // Read as one that waited before, it is none that may be archived here.
    ({ id }) => (has(before, id) ? { fails: 'the answer names a packet that waited before' } : {}),
  )
}

async function readPacket(rehearsal: Rehearsal, id: Id, isNew: boolean): Promise<void> {
  const { walk, checkIn } = rehearsal
  await walk.step(
    steps.packet,
    () => checkIn.packetProgress(id, signal),
    ({ completed }) => judgeState(rehearsal, completed, isNew),
  )
  await walk.step(steps.address, () => checkIn.completionUrl(id, signal))
}

function judgeState(
  { watched, recorder }: Rehearsal,
  isCompleted: boolean | null,
  isNew: boolean,
): Judged {
  if (isCompleted === true) return { fails: 'a packet that waits is said to be completed' }
  if (isCompleted === false) return {}
  const learnt = isNew ? learnWord(watched.proposed(), 'notStarted', recorder.body()) : undefined
  if (!learnt) return { fails: 'nothing known says whether the packet is completed' }
  watched.propose(learnt.profile)
  return {
    tolerated: [`a new packet is said to be ${learnt.word}: the word is in the proposal`],
  }
}

/** Puts the packet away; true when it is. */
async function archive(
  { walk, watched, checkIn, plan }: Rehearsal,
  formPacketId: Id,
): Promise<boolean> {
  const { accountId, locationId } = plan.place
  const input = { params: { accountId, locationId, formPacketId } }
  const put = (): Promise<Result<null, ServiceError>> =>
    watched.client.read(contract.partner.formPackets.archive, anyAnswer, input)
  const judge = async (): Promise<Judged> => {
    const after = await checkIn.openPackets(plan.patientId, signal)
    return after.ok && has(after.value, formPacketId)
      ? { fails: 'the packet still waits after it was archived' }
      : {}
  }
  const what = 'archive the packet that was made'
  const done = await walk.write(steps.archive, what, put, judge, true)
  return done !== undefined
}
