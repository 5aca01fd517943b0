import { randomCode } from '../../sandbox/handlers/identity-proof.ts'
import { contract } from '../../src/contract/index.ts'
import { type CodeVerdict, verdictFields } from '../../src/contract/readers/proof.ts'
import { anyAnswer } from '../../src/contract/readers/reading.ts'
import { sameId, type Id } from '../../src/contract/values.ts'
import { answerWords } from '../../src/contract/wire-profile.ts'
import { orUnclear } from '../../src/main/intake/http/refusal.ts'
import type { VisitContext } from '../../src/main/kiosk/visit/machine/visit-types.ts'
import type { CheckInService } from '../../src/main/intake/check-in-service.ts'
import type { DeskCodeMatch } from '../../src/main/kiosk/visit/ports.ts'
import { compareDates, type CalendarDate } from '../../src/shared/calendar-date.ts'
import { codeCharacters } from '../../src/shared/code.ts'
import type { Channel } from '../../src/shared/ipc.ts'
import { err, mapOk, ok } from '../../src/shared/result.ts'
import type { Answer, Question } from '../probe/visit/play-visit.ts'
import {
  choosePacket,
  beginTrial,
  tryRest,
  typeDate,
  unprovedDate,
} from '../probe/visit/try-visit.ts'
import type { VisitTrial } from '../probe/visit/verdict.ts'
import {
  judgeProgress,
  readSteps,
  walkReads,
  type Judged,
  type StepRules,
  type Walk,
} from '../probe/visit/walk.ts'
import { contactWords, type RehearsalPerson, type RehearsalPlan } from './plan.ts'
import { plainName, readWord } from '../../src/contract/readers/fields.ts'
import { isCode, placesIn, written, type Place } from '../probe/visit/propose.ts'
import type { WatchedClient } from '../probe/visit/watched-client.ts'

const { signal } = new AbortController()

const steps = {
  create: 'identity proof: create',
  wrong: 'identity proof: a wrong code',
  send: (channel: Channel) => `identity proof: send a code (${channel})`,
  take: (channel: Channel) => `identity proof: take the code (${channel})`,
  newPacket: 'new packet',
  archive: 'archive the packet',
} as const

interface Progress {
  wrongCode?: string
  /** Undefined until it is asked for; null where the person gives none. */
  birth?: CalendarDate | null
  /** The packet that was made; null while nothing names it. */
  made?: Id | null
}

interface Rehearsing {
  readonly watched: WatchedClient
  readonly plan: RehearsalPlan
  readonly person: RehearsalPerson
  readonly walk: Walk
  readonly checkIn: CheckInService
  readonly progress: Progress
}

/** Plays a test patient's visit on the kiosk's own machine. Asks before each write; `left`: the packet not put away. */
export async function rehearse(
  parts: Pick<Rehearsing, 'watched' | 'plan' | 'person'>,
): Promise<VisitTrial & { readonly left: Id | undefined }> {
  const { watched, plan, person } = parts
  const { place, patientId, templateGroupId, createWhenNone } = plan
  const { sms, email } = plan.contacts
  const first = watched.proposed()
  const trial = await beginTrial(watched, place, templateGroupId, person.onStep)
  const { walk, stopped, checkIn, play } = trial
  if (stopped) {
    const at = walk.last()
    walk.skip('every other step', 'the health check fails')
    return { steps: walk.steps(), at, stopped, left: undefined }
  }
  const rehearsal = { ...parts, walk, checkIn, progress: {} as Progress }
  const service = walkAll(rehearsal)
  // Asked before the visit, which may not wait for a person in the middle of a call.
  const creating = 'create a form packet for the test patient, if none waits'
  const creates = createWhenNone && (await mayWrite(rehearsal, steps.newPacket, creating))
  const playing = (known?: DeskCodeMatch) =>
    play({
      service,
      channels: sms === undefined ? 'email' : email === undefined ? 'sms' : 'both',
      ...(creates && { templateGroupId }),
      ...(known && { known }),
      answer: (question, context) => answer(rehearsal, question, context),
    })
  const proving = await playing()
  const provedAt = walk.last()
  const isMissing = (name: string) => !walk.steps().some(({ step }) => step === name)
  // Without the name that was asked for, the visit is one of nobody; before the proof, it is only not tried.
  const isUnproved = proving === 'stopped' && isMissing(readSteps.match)
  for (const step of [readSteps.state, readSteps.match].filter(isMissing))
    walk.skip(step, 'nothing is proved')
  const isKnown = isMissing(readSteps.birth)
  const rest = isKnown ? await playing({ patientId, packetId: null }) : proving
  const at = isUnproved ? walk.last() : provedAt
  const packetId = rehearsal.progress.made ?? undefined
  await tryRest(walk, service, { patientId, packetId })
  const isGone = packetId === undefined || (await archive(rehearsal, packetId))
  const left = isGone ? undefined : packetId
  const proposed = watched.proposed()
  const proposal = proposed === first ? undefined : proposed
  const end = isUnproved ? rest : proving
  const isUnwanted = end === 'nothingWaits' && createWhenNone && !creates
  return { steps: walk.steps(), end: isUnwanted ? 'stopped' : end, at, proposal, left }
}

async function mayWrite(
  { walk, person }: Pick<Rehearsing, 'walk' | 'person'>,
  step: string,
  what: string,
  isCleanUp = false,
) {
  const isAllowed = await person.allows(what, isCleanUp)
  if (!isAllowed) walk.skip(step, 'you did not want it', !isCleanUp)
  return isAllowed
}

async function answer(rehearsal: Rehearsing, question: Question, context: VisitContext) {
  if (question === 'contact') return giveContact(rehearsal, context)
  if (question === 'code') return giveCode(rehearsal, context)
  if (question === 'fullName') return giveName(rehearsal)
  if (question === 'choosePacket') return choosePacket(context.packets, undefined)
  return typeDate((await askBirth(rehearsal)) ?? unprovedDate)
}

async function giveName({ walk, person }: Rehearsing): Promise<Answer> {
  const name = await person.name()
  if (name) return { type: 'submitName', name: ok(name) }
  walk.skip(readSteps.named, 'no name was given')
  return 'stopped'
}

async function giveContact(
  rehearsal: Rehearsing,
  { channel, proof }: VisitContext,
): Promise<Answer> {
  const sending = `send a code to your ${contactWords[channel]}`
  const isAllowed =
    (proof ?? (await mayWrite(rehearsal, steps.create, 'create an identity proof'))) &&
    (await mayWrite(rehearsal, steps.send(channel), sending))
  if (!isAllowed) return 'stopped'
  return { type: 'submitContact', contact: ok(rehearsal.plan.contacts[channel] ?? '') }
}

/** Gives a wrong code before the first right one: how the service says no is learnt. */
async function giveCode(
  rehearsal: Rehearsing,
  { channel, codeError }: VisitContext,
): Promise<Answer> {
  const { walk, watched, person, progress } = rehearsal
  const rules = watched.proposed().proof.code
  if (progress.wrongCode === undefined) {
    // It is the right one once in a million times.
    progress.wrongCode = randomCode(rules)
    if (await mayWrite(rehearsal, steps.wrong, 'send a wrong code, which counts as a try'))
      return { type: 'submitCode', code: progress.wrongCode }
  }
  if (codeError === 'expired') {
    const again = `send another code to your ${contactWords[channel]}`
    const isAllowed = await mayWrite(rehearsal, steps.send(channel), again)
    return isAllowed ? { type: 'resendCode' } : 'stopped'
  }
  const code = await person.code(channel)
  if (code !== undefined) return { type: 'submitCode', code: codeCharacters(code, rules.alphabet) }
  walk.skip(steps.take(channel), 'no code was given')
  return 'stopped'
}

async function askBirth({ walk, person, progress }: Rehearsing) {
  if (progress.birth !== undefined) return progress.birth
  progress.birth = (await person.birthDate()) ?? null
  if (progress.birth === null) walk.skip(readSteps.birth, 'no date of birth was given')
  return progress.birth
}

function walkAll(rehearsal: Rehearsing): CheckInService {
  const { walk, checkIn, plan, person, progress } = rehearsal
  const reads = walkReads(checkIn, walk, {
    matchPatient: (found) =>
      sameId(found, plan.patientId) ? {} : { fails: 'another patient than you named' },
    dateOfBirth: (found) => judgeBirth(rehearsal, found),
    packetProgress: (found) => learnState(rehearsal, judgeProgress(found)),
  })
  return {
    ...reads,
    createProof: (...asked) =>
      walk.step(steps.create, () => checkIn.createProof(...asked), { writes: true }),
    async sendCode(proof, by, contact, wanted) {
      await person.beforeCode()
      const name = steps.send(by === 'email' ? by : 'sms')
      return walk.step(name, () => checkIn.sendCode(proof, by, contact, wanted), { writes: true })
    },
    verifyCode(proof, channel, code, wanted) {
      const isWrong = code === progress.wrongCode
      const name = isWrong ? steps.wrong : steps.take(channel)
      const send = () => checkIn.verifyCode(proof, channel, code, wanted)
      return walk.step(name, send, codeRules(rehearsal, isWrong))
    },
    async dateOfBirth(...asked) {
      const given = await askBirth(rehearsal)
      return given === null
        ? ok(unprovedDate)
        : mapOk(await reads.dateOfBirth(...asked), () => given)
    },
    // Only where none waits: the visit looked before.
    async createPacket(...asked) {
      const create = () => checkIn.createPacket(...asked)
      const made = await walk.step(steps.newPacket, create, { writes: true })
      if (made.ok) progress.made = made.value?.id ?? null
      return made
    },
    async openPackets(...asked) {
      const listed = await reads.openPackets(...asked)
      const [only, ...others] = listed.ok ? listed.value : []
      if (progress.made === null && only && others.length === 0) progress.made = only.id
      return listed
    },
  }
}

function codeRules({ watched }: Rehearsing, isWrong: boolean): StepRules<CodeVerdict> {
  const expected = isWrong ? 'incorrect' : 'verified'
  const code = isWrong ? 'a wrong code' : 'the code that you gave'
  return {
    writes: true,
    judge: (verdict) => (verdict === expected ? {} : { fails: `${code} is said to be ${verdict}` }),
    forgive: (error) =>
      orUnclear(err(error)).ok
        ? [`${code} is told by the state of the proof alone${learn(watched, expected)}`]
        : undefined,
  }
}

function judgeBirth({ watched, progress }: Rehearsing, found: CalendarDate | null): Judged {
  const given = progress.birth
  if (!found || !given || compareDates(found, given) === 0) return {}
  const { read, ...profile } = watched.proposed()
  const turned = { year: found.year, month: found.day, day: found.month }
  const isLearnt =
    compareDates(turned, given) === 0 &&
    read.dateOrder === 'documented' &&
    watched.propose({ ...profile, read: { ...read, dateOrder: 'dayFirst' } })
  if (isLearnt) return { isByProfile: true }
  return { fails: 'another date than you gave is read from the record' }
}

/** Keeps the service's word for a known outcome in the proposal; returns the report of it. */
function learn(watched: WatchedClient, meaning: 'incorrect' | 'verified'): string {
  const profile = watched.proposed()
  const status = watched.recorder.status() ?? 0
  if (meaning === 'incorrect' && status >= 400 && status < 500) {
    const { proof } = profile
    const wrongCodeStatuses = [...new Set([...proof.wrongCodeStatuses, status])]
    watched.propose({ ...profile, proof: { ...proof, wrongCodeStatuses } })
    return `: the status ${status} is in the proposal`
  }
  const word = learnWord(watched, meaning)
  return word === undefined ? '' : `: the word ${word} is in the proposal`
}

/** Learns the word by which the service says that the packet just made is not begun. */
function learnState({ watched, progress }: Rehearsing, judged: Judged): Judged {
  if (!judged.tolerated || progress.made === undefined) return judged
  const word = learnWord(watched, 'notStarted')
  if (word === undefined) return judged
  return { tolerated: [`a new packet is said to be ${word}: the word is in the proposal`] }
}

async function archive(rehearsal: Rehearsing, formPacketId: Id) {
  const { walk, watched, checkIn, plan } = rehearsal
  if (!(await mayWrite(rehearsal, steps.archive, 'archive the packet that was made', true)))
    return false
  const { accountId, locationId } = plan.place
  const input = { params: { accountId, locationId, formPacketId } }
  const put = () => watched.client.read(contract.partner.formPackets.archive, anyAnswer, input)
  let isPut = false
  await walk.step(steps.archive, put, {
    writes: true,
    needed: false,
    async judge() {
      const after = await checkIn.openPackets(plan.patientId, signal)
      isPut = !after.ok || !after.value.some(({ id }) => sameId(id, formPacketId))
      return isPut ? {} : { fails: 'the packet still waits after it was archived' }
    },
  })
  return isPut
}

/** Field of the contract to which the word for a meaning belongs, and the names that a service may use for it. */
const fields = {
  incorrect: { field: 'verification.result', usual: 'result', under: verdictFields },
  verified: { field: 'verification.result', usual: 'result', under: verdictFields },
  notStarted: { field: 'packet.status', usual: 'status', under: ['status'] },
} as const

const known = Object.values(answerWords)

/** Takes the only unknown word of the last answer that looks like a code in a state's place: the step gives its meaning. */
function learnWord(watched: WatchedClient, meaning: keyof typeof fields): string | undefined {
  const { field, usual, under } = fields[meaning]
  const places = placesIn(watched.recorder.body())
  const [place, ...others] = places.filter((each) => isUnknownWord(each, under))
  if (!place || others.length > 0) return undefined
  const word = place.value as string
  const { read, ...profile } = watched.proposed()
  const at = written(place.path)
  const isUsual = at === (read.fields[field] ?? usual)
  const learnt = {
    ...read,
    fields: isUsual ? read.fields : { ...read.fields, [field]: at },
    words: { ...read.words, [meaning]: [...read.words[meaning], word] },
  }
  return watched.propose({ ...profile, read: learnt }) ? word : undefined
}

function isUnknownWord({ path, value }: Place, under: readonly string[]): boolean {
  const name = path.at(-1)
  const isInList = path.some((part) => typeof part === 'number')
  if (typeof name !== 'string' || isInList || !isCode(value)) return false
  const isStated = under.some((each) => plainName(each) === plainName(name))
  return isStated && readWord(value, known) === undefined
}
