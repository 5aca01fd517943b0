import { randomInt } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import type { CodeVerdict } from '../../src/contract/readers/proof.ts'
import { anyAnswer } from '../../src/contract/readers/reading.ts'
import { sameId, type Id } from '../../src/contract/values.ts'
import { parseWireProfile, type CodeRules } from '../../src/contract/wire-profile.ts'
import { checkAccess } from '../../src/main/intake/access.ts'
import { createCheckInService } from '../../src/main/intake/check-in-service.ts'
import type { ServiceError } from '../../src/main/intake/http/errors.ts'
import { orUnclear } from '../../src/main/intake/http/refusal.ts'
import { compareDates, type CalendarDate } from '../../src/shared/calendar-date.ts'
import type { Channel } from '../../src/shared/ipc.ts'
import type { Result } from '../../src/shared/result.ts'
import type { VisitTrial } from '../probe/visit/try-visit.ts'
import { notTried } from '../probe/visit/verdict.ts'
import { learnWord, type LearntMeaning } from './learn-word.ts'
import { contactWords, type CheckIn, type Rehearsal } from './plan.ts'
import { beginWalk, type Judged } from './walk.ts'

const { signal } = new AbortController()

/** Result of a rehearsal. */
export interface Rehearsed extends VisitTrial {
  /** The packet that it made and could not put away. */
  readonly left: Id | undefined
}

/**
 * Walks a test patient's visit with its own code up to the form's address, and cleans up. Asks before each write;
 * reuses learnt words.
 */
export async function rehearse(
  parts: Pick<Rehearsal, 'watched' | 'recorder' | 'plan' | 'person'>,
): Promise<Rehearsed> {
  const { watched, recorder, plan, person } = parts
  const first = watched.proposed()
  const walk = beginWalk(watched, recorder, person)
  watched.proposing(true)
  const access = { error: undefined as Rehearsed['stopped'] }
  await walk.step('health check', async () => {
    const checked = await checkAccess(watched.client, plan.place)
    if (!checked.ok) access.error = checked.error
    return checked
  })
  if (access.error) {
    const rest = notTried('every other step', 'the health check fails')
    return {
      steps: [...walk.steps, rest],
      proposal: undefined,
      stopped: access.error,
      left: undefined,
    }
  }
  const checkIn = createCheckInService(watched.client, {
    ...plan.place,
    defaultTemplateGroupId: plan.templateGroupId ?? null,
  })
  const rehearsal = { ...parts, walk, checkIn }
  await walkProof(rehearsal)
  await walkBirthDate(rehearsal)
  const left = await walkPackets(rehearsal)
  const proposal = watched.proposed()
  return { steps: walk.steps, proposal: proposal === first ? undefined : proposal, left }
}

async function walkBirthDate(rehearsal: Rehearsal): Promise<void> {
  const { walk, checkIn, plan, person } = rehearsal
  const given = await person.birthDate()
  if (given === undefined) {
    walk.skip('date of birth', 'no date of birth was given')
    return
  }
  await walk.step(
    'date of birth',
    () => checkIn.dateOfBirth(plan.patientId, signal),
    (found) => {
      if (found === null) return { fails: 'the record has no date of birth' }
      if (compareDates(found, given) === 0) return {}
      return learnDateOrder(rehearsal, found, given)
        ? { isByProfile: true }
        : { fails: 'another date than you gave is read from the record' }
    },
  )
}

/** Learns the order of day and month from a day that is read for a month. */
function learnDateOrder(
  { watched }: Rehearsal,
  { year, month, day }: CalendarDate,
  given: CalendarDate,
): boolean {
  const profile = watched.proposed()
  const isTurned = compareDates({ year, month: day, day: month }, given) === 0
  if (!isTurned || profile.read.dateOrder !== 'documented') return false
  const dateOrder = 'dayFirst'
  const extended = parseWireProfile({ ...profile, read: { ...profile.read, dateOrder } })
  if (extended.ok) watched.propose(extended.value)
  return extended.ok
}

type Proof = Parameters<CheckIn['sendCode']>[0]

const names = {
  create: 'identity proof: create',
  state: 'identity proof: state',
  match: 'identity proof: matched patient',
} as const

/** Proves the contacts of the plan, with a wrong code first, and asks which patient that is. */
async function walkProof(rehearsal: Rehearsal): Promise<void> {
  const { walk, checkIn, plan } = rehearsal
  const channels = Object.keys(plan.contacts) as Channel[]
  const kind = channels.length > 1 ? 'both' : (channels[0] ?? 'sms')
  const proof = await walk.write(names.create, 'create an identity proof', () =>
    checkIn.createProof(kind, signal),
  )
  if (!proof) {
    skipAll(rehearsal, 'there is no proof')
    return
  }
  let isProved = true
  for (const [index, channel] of channels.entries()) {
    if (!isProved) break
    isProved = await proveChannel(rehearsal, proof, channel, index === 0)
  }
  if (!isProved) {
    skipAll(rehearsal, 'the contact is not proved')
    return
  }
  await walk.step(
    names.state,
    () => checkIn.proofStatus(proof, signal),
    ({ state }) =>
      state === 'proved' ? {} : { fails: `after every code it is said to be ${state}` },
  )
  await walk.step(
    names.match,
    () => checkIn.matchPatient(proof, signal),
    (found) => (sameId(found, plan.patientId) ? {} : { fails: 'another patient than you named' }),
  )
}

function skipAll({ walk }: Rehearsal, why: string): void {
  for (const name of [names.state, names.match]) walk.skip(name, why)
}

/** Sends a code and gives it back; true when the service then takes the contact for proved. */
async function proveChannel(
  rehearsal: Rehearsal,
  proof: Proof,
  channel: Channel,
  withWrong: boolean,
): Promise<boolean> {
  const { walk, checkIn, plan, person } = rehearsal
  const [send, take] = [`send a code (${channel})`, `take the code (${channel})`].map(
    (name) => `identity proof: ${name}`,
  ) as [string, string]
  const sent = await walk.write(send, `send a code to your ${contactWords[channel]}`, async () => {
    await person.beforeCode()
    return checkIn.sendCode(proof, channel, plan.contacts[channel] ?? '', signal)
  })
  if (sent === undefined) return false
  if (withWrong) await tryWrongCode(rehearsal, proof, channel)
  const code = await person.code(channel)
  if (code === undefined) {
    walk.skip(take, 'no code was given')
    return false
  }
  const taken = await walk.step(
    take,
    async () => orUnclear(await checkIn.verifyCode(proof, channel, code, signal)),
    (verdict) => judgeRightCode(rehearsal, proof, channel, verdict),
  )
  return taken !== undefined
}

/** Tries a wrong code, which counts as a try, and shows the service's answer to one. */
async function tryWrongCode(rehearsal: Rehearsal, proof: Proof, channel: Channel): Promise<void> {
  const { walk, checkIn, watched } = rehearsal
  const code = randomCode(watched.proposed().proof.code)
  await walk.write(
    'identity proof: a wrong code',
    'send a wrong code, which counts as a try',
    async () => orUnclear(await checkIn.verifyCode(proof, channel, code, signal)),
    async (verdict): Promise<Judged> => {
      if (verdict === 'incorrect') return {}
      if (verdict !== 'unclear') return { fails: `a wrong code is said to be ${verdict}` }
      const learnt = learn(rehearsal, 'incorrect')
      const known = await checkIn.proofStatus(proof, signal)
      if (!known.ok || known.value.state !== 'pending')
        return { fails: 'neither its answer nor the state of the proof says that a code was wrong' }
      return { tolerated: [`a wrong code is told by the state of the proof alone${learnt}`] }
    },
  )
}

async function judgeRightCode(
  rehearsal: Rehearsal,
  proof: Proof,
  channel: Channel,
  verdict: CodeVerdict | 'unclear',
): Promise<Judged> {
  if (verdict === 'verified') return {}
  if (verdict !== 'unclear') return { fails: `the code that you gave is said to be ${verdict}` }
  const learnt = learn(rehearsal, 'verified')
  const known = await rehearsal.checkIn.proofStatus(proof, signal)
  const isTaken =
    known.ok && (known.value.state === 'proved' || known.value.verified.includes(channel))
  return isTaken
    ? { tolerated: [`a right code is told by the state of the proof alone${learnt}`] }
    : { fails: `neither its answer nor the state of the proof says that a code was right${learnt}` }
}

/** Keeps the service's word for a known outcome in the proposal; returns the report of it. */
function learn(
  { watched, recorder }: Rehearsal,
  meaning: Exclude<LearntMeaning, 'notStarted'>,
): string {
  const profile = watched.proposed()
  const status = recorder.status() ?? 0
  if (meaning === 'incorrect' && status >= 400 && status < 500) {
    const { proof } = profile
    const wrongCodeStatuses = [...new Set([...proof.wrongCodeStatuses, status])]
    const extended = parseWireProfile({ ...profile, proof: { ...proof, wrongCodeStatuses } })
    if (extended.ok) watched.propose(extended.value)
    return `: the status ${status} is in the proposal`
  }
  const learnt = learnWord(profile, meaning, recorder.body())
  if (!learnt) return ''
  watched.propose(learnt.profile)
  return `: the word ${learnt.word} is in the proposal`
}

const alphabets: Readonly<Record<CodeRules['alphabet'], string>> = {
  digits: '0123456789',
  alphanumeric: '23456789ABCDEFGHJKMNPQRSTUVWXYZ',
}

/** Makes a code that is right once in a million times. */
function randomCode({ length, alphabet }: CodeRules): string {
  const letters = alphabets[alphabet]
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** A packet, as much of it as is needed here. */
interface NamedPacket {
  readonly id: Id
}

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
async function walkPackets(rehearsal: Rehearsal): Promise<Id | undefined> {
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
  const made = await walk.write(
    steps.create,
    'create a form packet for the test patient',
    () => checkIn.createPacket(patientId, signal),
    (packet) => {
      if (!packet) return { fails: 'the answer does not name the new packet' }
      // Read as one that waited before, it is none that may be archived here.
      return has(before, packet.id) ? { fails: 'the answer names a packet that waited before' } : {}
    },
  )
  return made ?? undefined
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
