import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../sandbox/http/wire.ts'
import { account, locations } from '../sandbox/seeds/clinics.ts'
import { defaultTemplateGroupId } from '../sandbox/seeds/templates.ts'
import { wireProfile, type WireProfile } from '../src/contract/wire-profile.ts'
import type { WallClock } from '../src/main/base/clock.ts'
import { profileNamed, profileNames } from '#harness/contract/profiles.ts'
import { createSteppedClock } from '#harness/offline/stepped-clock.ts'
import { clientOptionsOf } from '#harness/service/connect-to.ts'
import {
  always,
  answers,
  answersAll,
  mapped,
  ofAddress,
  ofCode,
  ofList,
  ofListed,
  ofMatch,
  ofPacket,
  ofPackets,
  ofPatient,
  ofProof,
  ofStatus,
  refusal,
  renameAll,
  repliesTo,
  snakeCase,
  together,
  without,
} from '../test/service-variants/changes.ts'
import { visitDay } from '../test/service-variants/client-clock.ts'
import { op } from '../test/service-variants/operations.ts'
import { visitAt } from '../test/service-variants/run-visit.ts'
import { serveVariant } from '../test/service-variants/serve-variant.ts'
import { startVariantService } from '../test/service-variants/variant-service.ts'
import { visits, type PlannedVisit } from '../test/service-variants/visits.ts'
import { bare, json, text, type Change, type WireAnswer } from '../test/service-variants/wire.ts'
import { tryVisit } from './probe/visit/try-visit.ts'
import { drawConclusion, outcomeOf, type VisitTrial } from './probe/visit/verdict.ts'
import { watchClient } from './probe/visit/watched-client.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { createErrorRecorder } from './service/error-recorder.ts'

type Choices = Readonly<Record<string, () => Change>>

const { person } = visits.wrongCode
const place = { accountId: account.id, locationId: locations[0]?.id ?? 0 }
/** A longer timer is the deadline of a request or of a patient; a shorter one is a pause. */
const longestPauseMs = 11_000

/** A clock on which pauses are over at once. */
function impatientClock(): WallClock {
  let skippedMs = 0
  const now = () => performance.now() + skippedMs
  return {
    now,
    wallTime: () => visitDay + now(),
    setTimeout: (action, ms) =>
      ms > longestPauseMs
        ? setTimeout(action, ms)
        : setImmediate(() => {
            skippedMs += ms
            action()
          }),
    clearTimeout: (id) => {
      clearTimeout(id as NodeJS.Timeout)
      clearImmediate(id as NodeJS.Immediate)
    },
  }
}

/** Serves a choice anew, to a probe that gets `try`. */
async function served(change: () => Change, spoken?: WireProfile, profile?: WireProfile) {
  const clock = impatientClock()
  const { service, url, close } = await serveVariant([change()], () => clock.now(), spoken)
  const recorder = createErrorRecorder()
  const options = {
    ...clientOptionsOf({ apiUrl: url, credentials: service.credentials }),
    secrets: sandboxSecret,
    dispatcher: recorder.dispatcher,
    clock,
    ...(profile && { profile }),
  }
  const watched = watchClient(options, recorder)
  onTestFinished(async () => {
    await watched.close()
    await recorder.close()
    await close()
  })
  return { service, watched }
}

async function probed(
  change: () => Change,
  spoken?: WireProfile,
  profile?: WireProfile,
): Promise<VisitTrial> {
  const { watched } = await served(change, spoken, profile)
  return tryVisit(watched, place, { patientId: person.id, templateGroupId: defaultTemplateGroupId })
}

async function rehearsed(
  change: () => Change,
  { person, createWhenNone = false }: PlannedVisit = visits.wrongCode,
  spoken?: WireProfile,
  profile?: WireProfile,
) {
  const { service, watched } = await served(change, spoken, profile)
  const [year = 0, month = 0, day = 0] = person.dateOfBirth.split('-').map(Number)
  const tried = await rehearse({
    watched,
    plan: {
      place,
      patientId: person.id,
      contacts: { sms: person.phone },
      templateGroupId: defaultTemplateGroupId,
      createWhenNone,
    },
    person: {
      allows: () => Promise.resolve(true),
      beforeCode: () => Promise.resolve(),
      code: () => Promise.resolve(service.latestCode(person.phone)),
      name: () => Promise.resolve({ firstName: person.firstName, lastName: person.lastName }),
      birthDate: () => Promise.resolve({ year, month, day }),
      onStep: () => undefined,
    },
  })
  const waiting = [...service.state.packets.values()].filter(
    (packet) => packet.patientId === person.id && packet.archivedAt === null,
  )
  return { ...tried, outcome: outcomeOf(tried), waiting: waiting.length }
}
const asItIs = () => ({})
const spokenTo = (spoken: WireProfile, profile?: WireProfile) =>
  rehearsed(asItIs, visits.wrongCode, spoken, profile)

/** Plays the visit of the same patient at a whole kiosk. */
async function atKiosk(
  change: () => Change,
  plan: PlannedVisit,
  profile?: object,
  spoken?: WireProfile,
): Promise<string> {
  const clock = createSteppedClock()
  const service = startVariantService([change()], () => clock.now(), spoken)
  return (await visitAt(service, clock, plan, profile)).end
}
const visit = (spoken: WireProfile, profile?: WireProfile) =>
  atKiosk(asItIs, visits.wrongCode, profile, spoken)

/** Ends of visits without a profile: a kiosk plays each choice once, whatever tries it. */
const ends = new Map<() => Change, Promise<string>>()

/** Verdict that a probe must give of a visit that ends so. */
const verdicts: Readonly<Record<string, readonly string[]>> = {
  through: ['works'],
  'nothing waits': ['nothingWaits'],
}

/** Compares a probe with a kiosk; a profile that it proposes must lead the kiosk's visit through. */
async function agree(
  change: () => Change,
  tried: VisitTrial,
  plan: PlannedVisit = visits.wrongCode,
) {
  const known = ends.get(change) ?? atKiosk(change, plan)
  ends.set(change, known)
  const end = await known
  const outcome = outcomeOf(tried)
  const said = drawConclusion(tried)
  expect(verdicts[end] ?? ['fails', 'withProfile'], `${end}: ${said}`).toContain(outcome)
  if (outcome === 'withProfile') expect(await atKiosk(change, plan, tried.proposal)).toBe('through')
  if (outcome !== 'works') expect(said.trimEnd().split('\n')).toHaveLength(2)
}

const html = text('<title>Welcome</title>', 200, 'text/html')
const taken = (right: WireAnswer, wrong: WireAnswer) =>
  ofCode(
    () => right,
    () => wrong,
  )
const right = json({ result: 'VERIFIED' })

/** Choices that show in what the probe reads, too. */
const reading: Choices = {
  'as the sandbox is': () => ({}),
  'names in snake case': answersAll((body) => renameAll(body, snakeCase)),
  'an envelope with data': answersAll((data) => ({ success: true, message: '', data })),
  'numbers as texts': mapped((value) => (typeof value === 'number' ? String(value) : value)),
  'nulls as empty texts': mapped((value) => value ?? ''),
  'records in an envelope of an unknown name': answersAll((body) =>
    typeof body === 'object' && body !== null && 'items' in body ? body : { outcome: { it: body } },
  ),
  'a health check refused (403)': always(op.check, bare(403)),
  'a health check that is not there (404)': always(op.check, text('Not Found', 404)),
  'a health check with HTML': always(op.check, html),
  'a record of another patient': ofPatient((one) => ({ ...one, id: 5002 })),
  'a record without a date of birth': ofPatient((one) => without(one, 'dateOfBirth')),
  'a date of birth elsewhere': ofPatient(({ dateOfBirth, ...one }) => ({
    ...one,
    details: { bornTheDay: dateOfBirth },
  })),
  'a date of birth of two digits': ofPatient((one) => ({ ...one, dateOfBirth: '3/7/84' })),
  'a record refused (403)': always(op.patient, refusal(403)),
  'no record (404)': always(op.patient, refusal(404)),
  'a record as HTML': repliesTo(op.patient, () => html),
  'packets as 204': repliesTo(op.packets, () => bare(204)),
  'packets as a bare empty list': repliesTo(op.packets, () => json([])),
  'packets as null': ofList(() => ({ items: null, nextCursor: null })),
  'packets all archived': ofListed((one) => ({ ...one, archivedAt: '2026-01-01T00:00:00Z' })),
  'packets all completed': ofListed((one) => ({ ...one, status: 'COMPLETED' })),
  'packets under another name': ofList(({ items, ...page }) => ({ ...page, results: items })),
  'packets of somebody else': ofPackets((one) => ({ ...one, patientId: 5002 })),
  'packets of nobody': ofPackets((one) => without(one, 'patientId')),
  'packets of an object': ofPackets((one) => ({ ...one, patientId: { id: one['patientId'] } })),
  'packets whose patient has another name': ofPackets(({ patientId, ...one }) => ({
    ...one,
    person: { ref: patientId },
  })),
  'packets whose patient only they say': ofListed((one) => without(one, 'patientId')),
  'packets without an id': ofPackets((one) => without(one, 'id')),
  'packets in unknown words': ofPackets((one) => ({ ...one, status: 'SENT' })),
  'packets of no location': ofPackets((one) => without(one, 'locationId')),
  'packets of another location': ofPackets((one) => ({ ...one, locationId: 999 })),
  'folders in place of packets': ofList(() => ({ items: [{ type: 'folder' }], nextCursor: null })),
  'half a list': ofList(({ items }) => ({ items, paging: { next: 'abc' } })),
  'short pages alone': () => ({
    request: (request) =>
      request.path.endsWith('/form') && Number(request.query.get('limit') ?? 0) > 100
        ? refusal(400)
        : request,
  }),
  'a list refused (400)': always(op.packets, refusal(400)),
  'a list that fails (500)': always(op.packets, text('<h1>Fault</h1>', 500, 'text/html')),
  'a packet that says nothing': ofPacket(() => ({})),
  'a packet that is complete at once': ofPacket((one) => ({ ...one, status: 'COMPLETED' })),
  'a packet refused (403)': always(op.packet, refusal(403)),
  'a packet as HTML': repliesTo(op.packet, () => html),
  'an address as text': ofAddress((url) => text(`${url}\r\n`)),
  'an address in the Location': ofAddress((location) => bare(201, { location })),
  'an address under another name': ofAddress((link) => json({ link })),
  'an address without https': ofAddress((url) => json({ url: url.replace('https', 'http') })),
  'no address but null': repliesTo(op.address, () => json({ url: null })),
  'two addresses': ofAddress((a) => json({ a, b: `${a}?b` })),
  'an address refused (404)': always(op.address, refusal(404)),
}

/** Choices that show in the proof alone, or in what no visit does. */
const rehearsing: Choices = {
  'a proof without a token': ofProof((one) => without(one, 'token')),
  'a token of another name': ofProof(({ token, ...one }) => ({ ...one, secureToken: token })),
  'a proof refused (400)': always(op.createProof, refusal(400)),
  'a code that is not sent': always(op.sendCode, json({ success: false, message: 'No' })),
  'a phone refused (400)': always(op.sendCode, refusal(400, 'invalid_contact')),
  'a code in unknown words': taken(json({ result: 'OK' }), json({ result: 'NO' })),
  'a wrong code with 409': taken(right, refusal(409, 'invalid_code')),
  'a wrong code that ends the proof': taken(right, json({ result: 'LOCKED' })),
  'any code taken for right': taken(right, right),
  'no code checked (405)': always(op.verifyCode, bare(405)),
  'the state of a proof refused (401)': always(op.proofStatus, json({}, 401)),
  'a proof that is gone': always(op.proofStatus, refusal(404)),
  'a proof that stays pending': ofStatus((one) => ({ ...one, methods: [], status: 'PENDING' })),
  'nobody matched (404)': always(op.match, refusal(404)),
  'several matched': ofMatch((id) => [{ id }, { id: 5002 }]),
  'another patient matched': ofMatch(() => ({ patientId: 5002 })),
  'a match elsewhere': ofMatch((ref) => ({ found: { person: { ref } } })),
  'a match as HTML': repliesTo(op.match, () => html),
  'an archive refused (403)': always('partner.formPackets.archive', refusal(403)),
  'an archive that fails (500)': always('partner.formPackets.archive', refusal(500)),
  'a new packet refused (403)': always(op.newPacket, refusal(403)),
  'a new packet that nobody names': repliesTo(op.newPacket, () => json({ success: true })),
}

/** Choices that show where the kiosk makes a packet. */
const creating: Choices = {
  'as the sandbox is': () => ({}),
  'refused with 403': always(op.newPacket, refusal(403)),
  'by its id alone': answers(op.newPacket, ({ id }) => ({ id })),
  'not named: the list has it': repliesTo(op.newPacket, () => bare(204)),
  'not named, and in no list': together(
    repliesTo(op.newPacket, () => bare(202)),
    ofList(() => ({ items: [], nextCursor: null })),
  ),
  'an archive refused': always('partner.formPackets.archive', refusal(403)),
}

describe('the verdict of the probe beside a whole kiosk’s', () => {
  it.each(Object.entries(reading))('reads: %s', async (_, change) => {
    await agree(change, await probed(change))
  })

  it.each(Object.entries(creating))('rehearses with a new packet: %s', async (_, change) => {
    await agree(change, await rehearsed(change, visits.newPacket), visits.newPacket)
  })

  it('rehearses a visit of a patient for whom nothing waits', async () => {
    await agree(asItIs, await rehearsed(asItIs, visits.nothing), visits.nothing)
  })

  it('names the step that was refused, and not the read after it', async () => {
    const tried = await rehearsed(always(op.sendCode, refusal(400, 'invalid_contact')))
    expect(drawConclusion(tried)).toMatch(/\n {2}identity proof: send a code \(sms\): The service/)
  })

  it.each(profileNames)('reads, by the profile that the service needs: %s', async (name) => {
    const profile = profileNamed(name)
    const tried = await probed(() => ({}), profile, profile)
    expect(tried.steps.filter(({ verdict }) => verdict === 'withProfile')).toEqual([])
    expect(outcomeOf(tried)).toBe('works')
    expect(tried.proposal).toBeUndefined()
  })

  // The probe and the rehearsal judge what both read by the same steps: a third of it is enough.
  const read = Object.entries(reading).filter((_, at) => at % 3 === 0)
  it.each([...read, ...Object.entries(rehearsing)])('rehearses: %s', async (_, change) => {
    await agree(change, await rehearsed(change))
  })
})

/** Profile of the services below; their requests are as usual. */
const answersElsewhere = wireProfile.parse({ read: profileNamed('nested').read })
const otherAnswers = wireProfile.parse({
  proof: { wrongCodeStatuses: [409] },
  read: { words: { verified: ['MATCH_DONE'], notStarted: ['ISSUED'] }, dateOrder: 'dayFirst' },
})

describe('the rehearsal proposes what the answers tell', () => {
  it('finds fields that stand elsewhere, step by step, and a visit goes through by them', async () => {
    expect(await visit(answersElsewhere)).not.toBe('through')
    const { outcome, proposal } = await spokenTo(answersElsewhere)
    expect(outcome).toBe('withProfile')
    expect(await visit(answersElsewhere, proposal)).toBe('through')
    expect((await spokenTo(answersElsewhere, proposal)).outcome).toBe('works')
  })

  it('learns words, a status and the order of dates from what it did and was given', async () => {
    expect(await visit(otherAnswers)).not.toBe('through')
    const { outcome, proposal, steps } = await spokenTo(otherAnswers)
    expect(outcome).toBe('withProfile')
    const told = steps.map(({ step, why }) => `${step}: ${why.join('; ')}`).join('\n')
    expect(told).toMatch(/a wrong code: .*the status 409 is in the proposal/)
    expect(told).toMatch(/take the code.*the word MATCH_DONE is in the proposal/)
    expect(proposal).toMatchObject({
      proof: { wrongCodeStatuses: [409] },
      read: { words: { verified: ['MATCH_DONE'] }, dateOrder: 'dayFirst' },
    })
    expect(await visit(otherAnswers, proposal)).toBe('through')
  })
})

describe('the rehearsal agrees with a whole visit on the machine', () => {
  it.each(profileNames)('with the profile on both sides: %s', async (name) => {
    const spoken = profileNamed(name)
    expect(await visit(spoken, spoken)).toBe('through')
    const { outcome, steps, proposal, left, waiting } = await spokenTo(spoken, spoken)
    expect(steps.filter(({ verdict }) => ['fails', 'notTried'].includes(verdict))).toEqual([])
    expect({ outcome, proposal, left, waiting }).toEqual({
      outcome: 'works',
      proposal: undefined,
      left: undefined,
      waiting: 1,
    })
  })

  it.each(profileNames)(
    'without the profile, and by what it proposes then: %s',
    { tags: 'full' },
    async (name) => {
      const spoken = profileNamed(name)
      const { outcome, proposal, waiting } = await spokenTo(spoken)
      const isThrough = (await visit(spoken)) === 'through'
      expect(outcome === 'works').toBe(isThrough)
      expect(waiting).toBe(1)
      if (outcome !== 'withProfile') return
      expect(await visit(spoken, proposal)).toBe('through')
      expect((await spokenTo(spoken, proposal)).outcome).toBe('works')
    },
  )
})
