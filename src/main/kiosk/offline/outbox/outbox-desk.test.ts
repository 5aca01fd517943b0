import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ana, sampleForm, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { openTestOutbox } from '#harness/offline/test-outbox.ts'
import { createModelService } from '#harness/offline/model-service.ts'
import { createSteppedClock } from '#harness/offline/stepped-clock.ts'
import type { ServiceError } from '../../../intake/http/errors.ts'
import { err } from '../../../../shared/result.ts'
import type { ConnectionState } from '../../../../shared/connection.ts'
import type { Intake } from '../intake.ts'
import { labelOf } from './outbox-view.ts'
import { openDesk } from './outbox-desk.ts'
import type { IntakeDelivery } from './delivery.ts'
import { holdMs, isTried } from './schedule.ts'
import { isInDoubt } from './steps.ts'

const dayMs = 24 * 60 * 60_000
const timedOut = err<ServiceError>({
  kind: 'timedOut',
  operation: 'model',
  attempts: 1,
  afterMs: 20_000,
})
const record = { ...ana, active: true, name: null }

type Service = ReturnType<typeof createModelService>
type Change = (delivery: IntakeDelivery, service: Service) => Partial<IntakeDelivery>

function open(change: Change = () => ({})) {
  const [clock, service] = [createSteppedClock(), createModelService()]
  service.templates.set(601, { version: 1, attributes: ['preferred_name'], active: true })
  const acts: string[] = []
  const wire = {
    fault: () => ({ name: 'none', tookMs: 1, carriedAfterMs: 0 }),
    pause: (ms: number) => new Promise<void>((resolve) => clock.setTimeout(resolve, ms)),
    later: () => undefined,
    now: clock.now,
  }
  const delivery = service.delivery(wire)
  const kiosk = { connection: 'online' as ConnectionState, isBusy: false, measured: 0 }
  const { outbox, ...opened } = openTestOutbox(
    {
      delivery: { ...delivery, ...change(delivery, service) },
      connection: () => kiosk.connection,
      isBusy: () => kiosk.isBusy,
      measured: () => clock.now() + kiosk.measured,
    },
    {},
    clock,
  )
  const audit = (act: string, fields: object) =>
    acts.push([act, ...(Object.values(fields) as unknown[])].join(' '))
  const desk = openDesk({ outbox, source: opened.source, audit })
  const settle = () =>
    clock.runUntil(() => outbox.inFlight() === null && !outbox.book.all().some(isTried))
  return {
    ...opened,
    service,
    acts,
    outbox,
    desk,
    kiosk,
    settle,
    finish: async (intake: Intake) => {
      opened.finish(intake)
      await clock.runUntil(() => outbox.book.get(intake.id) !== undefined)
      return intake.id
    },
  }
}

/** Hands over an intake while the service has these patients; `id` is the intake's. */
async function handOver(
  patients: readonly (typeof record & { readonly id: number })[],
  intake: Intake = sampleIntake(),
  change?: Change,
) {
  const opened = open(change)
  opened.service.patients.push(...patients)
  const id = await opened.finish(intake)
  await opened.settle()
  return { ...opened, id }
}
const anas = [{ ...record, id: 1 }]

describe('staff', () => {
  it('choose among those who could be meant, and the intake is theirs', async () => {
    const { desk, service, settle, acts, id } = await handOver([
      { ...record, id: 1 },
      { ...record, id: 2 },
    ])
    const [stuck] = desk.view().needsPerson
    expect(stuck).toMatchObject({
      reason: 'severalMatches',
      can: expect.arrayContaining(['choose']) as unknown,
    })
    expect(stuck?.candidates.map((each) => each.id)).toEqual([1, 2])
    expect(desk.choose(id, 3)).toMatchObject({ error: { kind: 'notPossible' } })
    expect(desk.choose(id, '2')).toEqual({ ok: true, value: null })
    await settle()
    expect(service.packets).toMatchObject([{ patientId: 2 }])
    expect(acts).toEqual(['intakeCandidateChosen 4711 2'])
  })

  it('take a choice back, and choose another: nothing was sent by the first', async () => {
    const { desk, service, settle, outbox, clock, acts, id } = await handOver([
      { ...record, id: 1 },
      { ...record, id: 2, phone: '2065550143' },
    ])
    expect(desk.view().needsPerson[0]?.candidates).toHaveLength(2)
    const stuck = outbox.book.get(id)
    desk.choose(id, 1)
    await clock.pass(holdMs - 1_000)
    expect(desk.view().waiting[0]?.can).toContain('takeBack')
    expect(desk.takeBack(id).ok).toBe(true)
    expect(outbox.book.get(id)).toEqual(stuck)
    expect(desk.takeBack(id)).toMatchObject({ error: { kind: 'notPossible' } })
    desk.choose(id, 2)
    await settle()
    expect(service.packets).toMatchObject([{ patientId: 2 }])
    expect(desk.takeBack(id)).toMatchObject({ error: { kind: 'notPossible' } })
    expect(acts).toEqual([
      'intakeCandidateChosen 4711 1',
      'intakeChoiceTakenBack 4711',
      'intakeCandidateChosen 4711 2',
    ])
  })

  it('take no choice back by which a packet was made, though nothing is filled yet', async () => {
    const { desk, service, outbox, clock, id } = await handOver(
      [
        { ...record, id: 1 },
        { ...record, id: 2 },
      ],
      sampleIntake(),
      () => ({ prefill: () => Promise.resolve(timedOut) }),
    )
    desk.choose(id, 1)
    await clock.runUntil(() => outbox.book.get(id)?.state.step === 'prefill')
    expect(service.packets).toHaveLength(1)
    expect(desk.view().waiting).toMatchObject([{ id }])
    expect(desk.view().waiting[0]?.can).not.toContain('takeBack')
    await clock.runUntil(() => outbox.inFlight() === null)
    expect(desk.takeBack(id)).toMatchObject({ error: { kind: 'notPossible' } })
  })

  it('send one again that the service lost, and change nothing where it did not', async () => {
    const { desk, service, settle, outbox, id } = await handOver(anas)
    const before = outbox.book.get(id)?.state
    expect(desk.view().complete).toMatchObject([{ id, can: ['sendAgain'] }])
    expect(desk.read(id).ok).toBe(true)
    desk.sendAgain(id)
    await settle()
    expect(outbox.book.get(id)?.state).toMatchObject({
      ...before,
      at: expect.any(Number) as number,
      measured: expect.any(Number) as number,
    })
    expect(service.packets).toHaveLength(1)
    // It was restored from an older backup.
    service.packets.length = 0
    desk.sendAgain(id)
    await settle()
    expect(service.packets).toMatchObject([{ patientId: 1, tag: undefined }])
    expect(outbox.book.get(id)?.state).toMatchObject({ step: 'delivered' })
    desk.takeOver(id)
    service.packets.length = 0
    desk.sendAgain(id)
    await settle()
    expect(service.packets).toHaveLength(1)
  })

  it('send one again that was taken over in doubt, and what comes late is not made twice', async () => {
    const { desk, service, finish, settle, outbox, clock } = open((delivery) => ({
      createPacket: (...asked) => {
        clock.setTimeout(() => void delivery.createPacket(...asked), 50_000)
        return Promise.resolve(timedOut)
      },
    }))
    service.patients.push({ ...record, id: 1 })
    const id = await finish(sampleIntake())
    await clock.runUntil(() => isInDoubt(outbox.book.get(id)!.state))
    await clock.runUntil(() => outbox.inFlight() === null)
    desk.takeOver(id)
    desk.sendAgain(id)
    await settle()
    expect(service.packets).toHaveLength(1)
    expect(outbox.book.get(id)?.state).toMatchObject({ step: 'delivered', delivered: 1 })
  })

  it('are told that the clinic deleted the packet, and another is made where they try now', async () => {
    const loses: Change = (delivery, { packets }) => ({
      createPacket: async (...asked) => {
        const made = await delivery.createPacket(...asked)
        if (packets[0]?.id === 101) packets.length = 0
        return made
      },
    })
    const { desk, service, settle, outbox, id } = await handOver(anas, sampleIntake(), loses)
    expect(desk.view().needsPerson).toMatchObject([{ reason: 'refused' }])
    desk.tryNow(id)
    await settle()
    expect(service.packets).toHaveLength(1)
    expect(outbox.book.get(id)?.state).toMatchObject({ step: 'delivered', delivered: 1 })
  })

  it('are asked about a packet that may be of one that they took over in doubt', async () => {
    const { desk, service, finish, settle, outbox, clock } = open((delivery) => ({
      createPacket: async (...asked) => {
        await delivery.createPacket(...asked)
        return timedOut
      },
    }))
    service.patients.push({ ...record, id: 1 })
    const first = await finish(sampleIntake())
    await clock.runUntil(() => service.packets.length === 1 && outbox.inFlight() === null)
    desk.takeOver(first)
    await finish(sampleIntake({ id: randomUUID() }))
    await settle()
    const candidates = [{ id: service.packets[0]?.id }]
    expect(desk.view().needsPerson).toMatchObject([{ reason: 'severalPackets', candidates }])
  })

  it('have the patient created, once, though one of the name is there', async () => {
    const { desk, service, settle, acts, id } = await handOver([
      { ...record, id: 1, phone: null, email: null },
    ])
    expect(desk.view().needsPerson).toMatchObject([{ reason: 'noMatch', candidates: [{ id: 1 }] }])
    expect(desk.createPatient(id).ok).toBe(true)
    await settle()
    expect(service.patients).toHaveLength(2)
    expect(service.packets).toMatchObject([{ patientId: 101 }])
    expect(acts).toEqual(['intakePatientWanted 4711'])
  })

  it('have nobody created while a try is in doubt: the candidate may be who was made', async () => {
    const [made, lost] = [{ ...record, id: 7, phone: null, email: null }, timedOut]
    const change: Change = (_, { patients }) => ({
      createPatient: () => (patients.push(made), Promise.resolve(lost)),
    })
    const { desk, service, settle, outbox, id } = await handOver([], sampleIntake(), change)
    expect(desk.createPatient(id).ok).toBe(true)
    await settle()
    expect(desk.view().needsPerson).toMatchObject([{ reason: 'noMatch', candidates: [{ id: 7 }] }])
    expect(desk.createPatient(id)).toMatchObject({ error: { kind: 'notPossible' } })
    expect(desk.choose(id, 7).ok).toBe(true)
    await settle()
    expect(service.patients).toEqual([made])
    expect(outbox.book.get(id)?.state).toMatchObject({ step: 'delivered', patientId: 7 })
  })

  it('are asked about somebody registered meanwhile, and not again about those they ruled out', async () => {
    const other = { ...record, phone: null, email: null }
    const { desk, service, settle, id } = await handOver([{ ...other, id: 1 }])
    service.patients.push({ ...other, id: 2 })
    expect(desk.createPatient(id).ok).toBe(true)
    await settle()
    expect(desk.view().needsPerson).toMatchObject([{ candidates: [{ id: 2 }] }])
    expect(desk.createPatient(id).ok).toBe(true)
    await settle()
    expect(service.patients).toHaveLength(3)
    expect(service.packets).toMatchObject([{ patientId: 101 }])
  })

  it('read what remains, take it over, and only then it leaves after its days', async () => {
    const intake = sampleIntake({
      forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'A' }, { answer: 'B' }])],
    })
    const { desk, clock, kiosk, outbox, source, acts, id } = await handOver(anas, intake)
    const [row] = desk.view().remaining
    expect(row).toMatchObject({ delivered: 1, of: 2, can: ['takeOver', 'sendAgain'] })
    expect(labelOf(intake, row!.remains[0]!)).toBe('Question 2')
    expect(desk.read(id)).toEqual({ ok: true, value: intake })
    const passDays = async (days: number) => {
      clock.wallOffset += days * dayMs
      kiosk.measured += days * dayMs
      outbox.wake()
      await clock.pass(60_000)
    }
    await passDays(30)
    expect(desk.read(id).ok).toBe(true)
    expect(desk.takeOver(id).ok).toBe(true)
    expect(desk.view()).toMatchObject({ remaining: [], complete: [{ id }] })
    await passDays(6)
    expect(desk.read(id).ok).toBe(true)
    await passDays(2)
    expect(desk.read(id)).toMatchObject({ error: { kind: 'unknown' } })
    expect(source.read(id).ok).toBe(false)
    expect(acts.filter((act) => act.startsWith('intakeTaken'))).toEqual(['intakeTakenOver 4711'])
  })

  it('see who gave it and what was asked, in the audit, and no answer before they read it', async () => {
    const { desk, acts, source, id } = await handOver([])
    const opened = desk.open(id)
    expect(opened).toMatchObject({ ok: true, value: { person: ana, forms: [{ answers: {} }] } })
    expect(JSON.stringify(opened)).not.toContain('Annie')
    expect(acts).toEqual(['intakeOpened 4711'])
    source.read = () => ({ ok: false, error: { kind: 'notKept' } })
    expect(desk.open(id)).toEqual({ ok: true, value: null })
    expect(desk.open('another')).toMatchObject({ error: { kind: 'unknown' } })
  })

  it('discard one with a reason, and nothing of it stays', async () => {
    const { desk, source, rows, acts, id } = await handOver([])
    expect(desk.discard(id, 'trial').ok).toBe(true)
    expect(source.finished()).toEqual([])
    expect(rows.all()).toEqual([])
    expect(acts).toEqual(['intakeDiscarded 4711 trial'])
    expect(desk.discard(id, 'trial')).toMatchObject({ error: { kind: 'unknown' } })
  })

  it('can do nothing with one that is being handed over this moment', async () => {
    const { desk, service, finish, outbox, clock, settle } = open()
    service.patients.push({ ...record, id: 1 })
    const id = await finish(sampleIntake())
    await clock.runUntil(() => outbox.inFlight() === id)
    for (const act of [desk.takeOver(id), desk.discard(id, 'other'), desk.tryNow(id)])
      expect(act).toEqual({ ok: false, error: { kind: 'inFlight' } })
    await settle()
  })
})

it.each([
  ['the clock jumps ahead', 400, 0, true],
  ['the kiosk runs that long, whatever the clock says', -400, 8, false],
  ['both say so', 8, 8, false],
  ['it was off most of the time', 8, 2, false],
])('a delivered intake is kept or let go of where %s', async (_, wallDays, runDays, isKept) => {
  const { clock, kiosk, outbox, source, id } = await handOver(anas)
  clock.wallOffset += wallDays * dayMs
  kiosk.measured += runDays * dayMs
  await clock.pass(60_000)
  expect(source.read(id).ok).toBe(isKept)
  expect(outbox.book.get(id) !== undefined).toBe(isKept)
})

describe('a packet that waits already', () => {
  const intake = sampleIntake({
    forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'A' }])],
  })
  const packet = (id: number, ...templates: number[]) => ({
    id,
    patientId: 1,
    tag: undefined,
    madeAt: 0,
    forms: templates.map((templateId) => ({ templateId, version: 1, answers: new Map() })),
  })
  const handOver = async (...waiting: ReturnType<typeof packet>[]) => {
    const opened = open()
    opened.service.patients.push({ ...record, id: 1 })
    opened.service.packets.push(...waiting)
    const id = await opened.finish(intake)
    await opened.settle()
    return { ...opened, row: opened.outbox.book.get(id) }
  }

  it.each([[[601]], [[601, 602]]])('is filled, and no other is made: %j', async (templates) => {
    const { service, row } = await handOver(packet(40, ...templates))
    expect(service.packets.map(({ id }) => id)).toEqual([40])
    expect(row?.state).toMatchObject({ step: 'delivered', packetId: 40, delivered: 1 })
  })

  it('with other forms is left alone', async () => {
    const { service } = await handOver(packet(40, 602))
    expect(service.packets).toHaveLength(2)
  })

  it('beside another like it is chosen by staff', async () => {
    const { service, row, desk, settle } = await handOver(packet(40, 601), packet(41, 601))
    expect(row?.attention).toMatchObject({
      reason: 'severalPackets',
      candidates: [{ id: 40 }, { id: 41 }],
    })
    desk.choose(intake.id, 41)
    await settle()
    expect(service.packets).toHaveLength(2)
    expect(service.packets[1]?.forms[0]?.answers.get('preferred_name')).toBe('A')
  })
})

describe('a form that the clinic has no more', () => {
  const fields = (answer: string) => [{ attribute: 'preferred_name', answer }]
  const forms = [
    sampleForm(601, fields('A')),
    sampleForm(602, [{ attribute: 'other', answer: 'B' }]),
  ]

  it('stays here to be read, and the others go', async () => {
    const { service, outbox, id } = await handOver(anas, sampleIntake({ forms }))
    expect(service.packets).toMatchObject([{ forms: [{ templateId: 601 }] }])
    expect(outbox.book.get(id)?.state).toMatchObject({
      step: 'delivered',
      delivered: 1,
      of: 2,
      remains: [{ form: 1, why: 'formGone' }],
    })
  })

  it('needs a person where there is no other', async () => {
    const { service, finish, settle, desk } = open()
    service.patients.push({ ...record, id: 1 })
    service.templates.clear()
    await finish(sampleIntake({ forms }))
    await settle()
    expect(desk.view().needsPerson).toMatchObject([{ reason: 'templateGone' }])
    expect(service.packets).toEqual([])
  })
})

describe('the outbox', () => {
  it.each<ConnectionState>(['offline', 'refused', 'serviceDown', 'denied'])(
    'rests while the service is %s, and goes on when it is back',
    async (state) => {
      let calls = 0
      const kiosk = open((delivery) => ({
        searchPatients(...given) {
          calls += 1
          return delivery.searchPatients(...given)
        },
      }))
      kiosk.service.patients.push({ ...record, id: 1 })
      kiosk.kiosk.connection = state
      await kiosk.finish(sampleIntake())
      await kiosk.clock.pass(10 * 60_000)
      expect(calls).toBe(0)
      expect(kiosk.desk.view()).toMatchObject({ waiting: [{ helpNumber: '4711' }], complete: [] })
      kiosk.kiosk.connection = 'online'
      await kiosk.settle()
      expect(kiosk.desk.view()).toMatchObject({ waiting: [], nextTryAt: null })
      expect(kiosk.desk.view().complete).toHaveLength(1)
    },
  )

  it('lets a patient at the kiosk pass, and is not kept back by a whole day of them', async () => {
    const { service, finish, settle, clock, kiosk, desk } = open()
    service.patients.push({ ...record, id: 1 })
    kiosk.isBusy = true
    await finish(sampleIntake())
    const before = clock.now()
    await settle()
    const waited = clock.now() - before
    expect(waited).toBeGreaterThanOrEqual(2_000)
    expect(waited).toBeLessThan(15_000)
    expect(desk.view().complete).toHaveLength(1)
  })

  it('shows one that it cannot read, and does not hand it over anew', async () => {
    const { source, outbox, clock, desk, service } = open()
    source.finished = () => ['00000000-0000-4000-8000-000000000000']
    outbox.wake()
    await clock.runUntil(() => desk.view().needsPerson.length > 0)
    expect(desk.view().needsPerson).toMatchObject([
      { reason: 'intakeUnreadable', can: ['takeOver', 'discard'] },
    ])
    expect(service.packets).toEqual([])
  })
})
