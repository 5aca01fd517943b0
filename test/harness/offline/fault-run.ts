import { setImmediate as breathe } from 'node:timers/promises'
import type { ConnectionState } from '../../../src/shared/connection.ts'
import { openDesk, type OutboxDesk } from '../../../src/main/kiosk/offline/outbox/outbox-desk.ts'
import { type Outbox, startOutbox } from '../../../src/main/kiosk/offline/outbox/outbox.ts'
import type { IntakeDelivery } from '../../../src/main/kiosk/offline/outbox/delivery.ts'
import type { OutboxRows } from '../../../src/main/vault/store/rows.ts'
import { commandsOf, type DeskCommand } from '../../../src/main/kiosk/offline/outbox/outbox-view.ts'
import { reachedStep } from '../../../src/main/kiosk/offline/outbox/row.ts'
import { isTried } from '../../../src/main/kiosk/offline/outbox/schedule.ts'
import { createWorld, disturb, isOfOutbox } from './fault-world.ts'
import { memorySource } from './sample-intakes.ts'
import { anyFault, noFault, createDice, type ModelWire } from './model-service.ts'
import { createSteppedClock } from './stepped-clock.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import type { Intake } from '../../../src/main/kiosk/offline/intake.ts'

/** A store that can be closed and opened again, as a kiosk that starts anew does. */
export type RestartingStore = { readonly current: OutboxRows; reopen(): Promise<void> }

/** ms of simulated time in which things go wrong, and after which a run is given up. */
const troubleMs = 60 * 60_000
const mostMs = 40 * 60 * 60_000
const troubles = ['offline', 'refused', 'denied'] as const
const states: readonly ConnectionState[] = ['online', 'online', 'slow', ...troubles]

/** A Foyer that runs until it is killed. */
type Life = { readonly dead: boolean }
const isDead = ({ dead }: Life) => dead

/** Acts of staff that leave an intake on the kiosk. */
type RunAct = Exclude<DeskCommand, 'discard'>

/** Staff at the panel, and what they decided of each intake. */
function createStaff() {
  const decided = new Map<string, { act: RunAct; record: Id | undefined }[]>()
  const of = (id: string) => decided.get(id) ?? []
  /** Decisions that they made in this way and did not take back. */
  const standing = (id: string, wanted: RunAct) =>
    of(id).filter(({ act }, at, all) => act === wanted && all[at + 1]?.act !== 'takeBack')
  const staff = {
    /** Carries an act out; false where that cannot be done. */
    act(desk: OutboxDesk, id: string, act: RunAct, record?: Id): boolean {
      const carryOut: (id: string, record: Id) => { readonly ok: boolean } = desk[act]
      const isDone = carryOut(id, record ?? 0).ok
      if (isDone) staff.note(id, act, record)
      return isDone
    },
    note: (id: string, act: RunAct, record?: Id) =>
      void decided.set(id, [...of(id), { act, record }]),
    hasDecided: (id: string) => of(id).some(({ act }) => act !== 'tryNow'),
    createdCount: (id: string) => standing(id, 'createPatient').length,
    hasChosen: (id: string, chosen: Id) =>
      standing(id, 'choose').some(({ record }) => record !== undefined && sameId(record, chosen)),
  }
  return staff
}

/** Things that a run left behind, for its invariants. */
export type FaultRun = Awaited<ReturnType<typeof runWithFaults>>

/** One run: everything that happens in it follows from the seed. */
export async function runWithFaults(seed: number, store: RestartingStore) {
  const dice = createDice(seed)
  const world = createWorld(dice)
  const { service, intakes } = world
  const source = memorySource()
  const clock = createSteppedClock()
  const violations: string[] = []
  const acts: RunAct[] = []
  /** Calls and their results. */
  const names: string[] = []
  const staff = createStaff()
  /** Help numbers of intakes that needed a person at some time. */
  const stuck = new Set<string>()
  const faultiness = dice.pick([0.05, 0.2, 0.5, 0.8])
  const killing = dice.pick([0, 0.01, 0.05])
  const stepping = dice.pick([0, 0.05, 0.3])
  const newPatients = dice.pick(['ask', 'create'] as const)
  let state: ConnectionState = 'online'
  let inFlight = 0
  let notBefore = 0
  let restarts = 0
  let isTrouble = true as boolean
  let life = { dead: false }
  let outbox: Outbox | undefined
  let desk: OutboxDesk | undefined

  const kill = () => {
    life.dead = true
    inFlight = 0
    notBefore = 0
  }
  const mayKill = () => {
    if (isTrouble && dice.chance(killing)) kill()
  }
  const never = new Promise<never>(() => undefined)

  const wireOf = (own: Life): ModelWire => ({
    now: () => clock.now(),
    later: (ms, act) => void clock.setTimeout(act, ms),
    fault() {
      const fault = isTrouble && dice.chance(faultiness) ? anyFault(dice) : noFault(dice)
      names.push(fault.name)
      const asked = fault.error && 'retryAfterMs' in fault.error ? fault.error.retryAfterMs : 0
      const until = clock.now() + fault.tookMs + asked
      clock.setTimeout(() => {
        if (!isDead(own) && asked) notBefore = Math.max(notBefore, until)
      }, fault.tookMs)
      return fault
    },
    async pause(ms) {
      // The clock is set while an answer is in doubt, by a little or by hours.
      if (isTrouble && dice.chance(stepping))
        clock.setTimeout(() => {
          clock.wallOffset += (dice.next() - 0.5) * dice.pick([2_000, 120_000, 8 * 3_600_000])
        }, dice.next() * ms)
      await new Promise<void>((resolve) => clock.setTimeout(() => resolve(), ms))
      if (isDead(own)) await never
    },
  })

  /** Watches what every call must keep to. */
  function watched(delivery: IntakeDelivery, own: Life): IntakeDelivery {
    const wrap =
      (call: (...args: unknown[]) => Promise<unknown>) =>
      async (...args: unknown[]): Promise<unknown> => {
        if (isDead(own)) return never
        mayKill()
        if (isDead(own)) return never
        if (inFlight > 0) violations.push('two calls at once')
        if (clock.now() < notBefore) violations.push('called before the service wanted it')
        inFlight += 1
        try {
          return await call(...args)
        } finally {
          if (!isDead(own)) {
            inFlight -= 1
            mayKill()
          }
          if (isDead(own)) {
            service.hidden.clear()
            await never
          }
        }
      }
    const calls = Object.entries(delivery) as [string, (...args: unknown[]) => Promise<unknown>][]
    return Object.fromEntries(calls.map(([name, call]) => [name, wrap(call)])) as never
  }

  /** Writes that a sudden end, or a full disk, comes before or after. */
  function breaking(inner: OutboxRows, own: Life): OutboxRows {
    const guarded = (act: () => void) => {
      mayKill()
      const isLost = isDead(own) ? 'killed' : isTrouble && dice.chance(killing) ? 'full' : undefined
      if (isLost) {
        // Nobody can know of what a service never lists once the note of its answer is lost: then it lists it.
        service.hidden.clear()
        throw new Error(isLost)
      }
      act()
      mayKill()
      if (isDead(own)) throw new Error('killed')
    }
    return {
      all: () => inner.all(),
      write: (row) => guarded(() => inner.write(row)),
      remove: (id) => guarded(() => inner.remove(id)),
    }
  }

  async function start() {
    if (restarts > 0) await store.reopen()
    const own = { dead: false }
    life = own
    const epoch = clock.now() - dice.below(1_000)
    try {
      outbox = startOutbox({
        rows: breaking(store.current, own),
        source,
        delivery: watched(service.delivery(wireOf(own)), own),
        settings: () => ({ newPatients, unproved: 'deliver', keepDeliveredDays: 7 }),
        connection: () => state,
        isBusy: () => isTrouble && dice.chance(0.1),
        clock: {
          countsSleep: false,
          now: () => clock.now() - epoch,
          wallTime: () => clock.wallTime(),
          setTimeout: (act, ms) => clock.setTimeout(() => !isDead(own) && act(), ms),
          clearTimeout: (id) => clock.clearTimeout(id),
        },
        measured: () => clock.now(),
        random: () => dice.next(),
        log({ helpNumber, outcome }) {
          if (!['done', 'again', 'inDoubt', 'accessRevoked'].includes(outcome))
            stuck.add(helpNumber)
        },
      })
      desk = openDesk({ outbox, source, audit: () => undefined })
    } catch {
      life.dead = true
    }
  }

  function staffAct() {
    const rows = outbox?.book.all() ?? []
    const row = rows[dice.below(Math.max(1, rows.length))]
    if (!row || !desk || isDead(life)) return
    const possible = commandsOf(row).filter((command) => command !== 'discard')
    if (possible.length === 0) return
    const act = dice.pick(possible)
    const candidate = row.attention?.candidates[dice.below(row.attention.candidates.length)]
    try {
      if (staff.act(desk, row.id, act, candidate?.id)) acts.push(act)
    } catch {
      // A vault that cannot be written: staff are told, and do not know whether it was done.
      if (act !== 'takeBack') staff.note(row.id, act, candidate?.id)
    }
    if (act === 'choose' && dice.chance(0.5))
      clock.setTimeout(() => {
        const isThere = desk && !isDead(life)
        try {
          if (isThere && staff.act(desk!, row.id, 'takeBack')) acts.push('takeBack')
        } catch {
          // As above.
        }
      }, dice.below(60_000))
  }

  for (const [index, intake] of intakes.entries())
    clock.setTimeout(
      () => {
        source.finish(intake)
        if (!isDead(life)) outbox?.wake()
      },
      index * dice.below(10 * 60_000),
    )
  for (let count = dice.below(5); count > 0; count -= 1)
    clock.setTimeout(
      () => disturb(world, dice, (outbox?.book.all() ?? []).map(reachedStep)),
      dice.below(troubleMs),
    )
  for (let count = dice.below(5); count > 0; count -= 1)
    clock.setTimeout(() => (state = dice.pick(states)), dice.below(troubleMs))
  for (let count = dice.below(8); count > 0; count -= 1)
    clock.setTimeout(staffAct, dice.below(troubleMs))
  for (let count = dice.below(4); count > 0; count -= 1)
    clock.setTimeout(() => {
      clock.wallOffset += (dice.next() - 0.5) * 4 * 365 * 24 * 3_600_000
    }, dice.below(troubleMs))
  for (let count = dice.below(3); count > 0; count -= 1)
    clock.setTimeout(kill, dice.below(troubleMs))
  clock.setTimeout(() => {
    isTrouble = false
    state = 'online'
    if (dice.chance(0.8)) for (const template of service.templates.values()) template.active = true
  }, troubleMs)

  await start()
  while (isTrouble || isDead(life) || isUnfinished()) {
    if (isDead(life)) {
      restarts += 1
      const back = clock.now() + dice.below(10 * 60_000)
      clock.setTimeout(() => undefined, back - clock.now())
      while (clock.now() < back) {
        await breathe()
        clock.step()
      }
      await start()
      continue
    }
    await breathe()
    clock.step()
    if (clock.now() > mostMs) {
      violations.push('it does not end')
      break
    }
  }
  const rows = outbox?.book.all() ?? []
  kill()
  return { ...world, rows, source, violations, restarts, staff, stuck, names, acts }

  function isUnfinished() {
    const rows = outbox?.book.all() ?? []
    return rows.length < intakes.length || rows.some(isTried) || outbox?.inFlight() !== null
  }
}

/** Faults of a run; empty where all is well. */
export const violationsOf = (run: FaultRun): readonly string[] => [
  ...run.violations,
  ...run.intakes.flatMap((intake) => ofIntake(run, intake)),
  ...ofPatients(run),
  ...ofOrder(run),
]

function ofIntake({ service, rows, source, staff, lost }: FaultRun, intake: Intake): string[] {
  const row = rows.find(({ id }) => id === intake.id)
  const packets = service.packets.filter(({ tag }) => tag === intake.id)
  const say = (what: string) => `intake ${intake.helpNumber}: ${what}`
  if (!row) return [say('is lost')]
  const faults: string[] = []
  if (packets.length > 1) faults.push(say(`has ${packets.length} packets`))
  const { state } = row
  if (!row.attention && state.step !== 'delivered' && state.step !== 'takenOver')
    faults.push(say(`stays at ${state.step}`))
  const kept = source.read(intake.id)
  if (!kept.ok || JSON.stringify(kept.value) !== JSON.stringify(intake))
    faults.push(say('is not kept as it was'))
  if (state.step !== 'delivered' || lost.has(state.packetId)) return faults
  const packet = service.packets.find(({ id }) => sameId(id, state.packetId))
  const patient = service.patients.find(({ id }) => sameId(id, state.patientId))
  if (!packet || packet.patientId !== state.patientId) return [...faults, say('is nowhere')]
  const isChosen = (record: Id) => staff.hasChosen(intake.id, record)
  if (!isChosen(packet.id) && (packets.length !== 1 || packets[0] !== packet))
    faults.push(say('is in another packet'))
  if (!isChosen(packet.patientId) && patient?.dateOfBirth !== intake.person.dateOfBirth)
    faults.push(say('is at another patient'))
  return [...faults, ...falseClaims(intake, state, packet).map(say)]
}

/** Answers that are called delivered, and do not stand in the packet; and such that are in neither count. */
function falseClaims(
  intake: Intake,
  state: Extract<FaultRun['rows'][number]['state'], { step: 'delivered' }>,
  packet: FaultRun['service']['packets'][number],
): string[] {
  let claimed = 0
  const faults: string[] = []
  for (const [form, { templateId, template, answers }] of intake.forms.entries()) {
    const kept = packet.forms.find((each) => each.templateId === templateId)
    for (const [element, value] of Object.entries(answers)) {
      if (value === '') continue
      if (state.remains.some((each) => each.form === form && each.element === element)) continue
      claimed += 1
      const fields = template.formTemplateSections.flatMap((section) => section.formElements)
      const attribute = fields.find(({ id }) => String(id) === element)?.attribute ?? ''
      if (JSON.stringify(kept?.answers.get(attribute)) !== JSON.stringify(value))
        faults.push(`${attribute} is not with the clinic`)
    }
  }
  if (claimed !== state.delivered) faults.push(`${claimed} answers are called ${state.delivered}`)
  return faults
}

function ofPatients({ service, intakes, isUnknown, staff }: FaultRun): string[] {
  const people = new Set(intakes.map(({ person }) => person))
  return [...people].flatMap((person) => {
    const made = service.patients.filter(
      ({ id, lastName }) => isOfOutbox(id) && lastName === person.lastName,
    )
    const own = intakes.filter((each) => each.person === person)
    // Staff may want a second record.
    const wanted = own.reduce((count, { id }) => count + staff.createdCount(id), 0)
    const most = wanted + (isUnknown(person) ? 1 : 0)
    return made.length > most ? [`${person.lastName} was created ${made.length} times`] : []
  })
}

/** Of one person the packets are made in the order in which they finished. */
function ofOrder({ service, rows, intakes, staff, stuck }: FaultRun): string[] {
  const faults: string[] = []
  const last = new Map<string, number>()
  for (const row of rows) {
    const intake = intakes.find(({ id }) => id === row.id)
    const packet = service.packets.find(({ tag }) => tag === row.id)
    // One that needed a person may be overtaken meanwhile.
    if (!intake || !packet || staff.hasDecided(row.id) || stuck.has(row.helpNumber)) continue
    const born = intake.person.dateOfBirth
    const before = last.get(born)
    if (before !== undefined && packet.madeAt < before)
      faults.push(`intake ${row.helpNumber} overtook another`)
    last.set(born, packet.madeAt)
  }
  return faults
}
