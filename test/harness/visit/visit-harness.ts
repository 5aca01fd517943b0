import { SimulatedClock, type AnyActorRef, type InspectionEvent } from 'xstate'
import {
  type PatientCommand,
  type Screen,
  type ScreenName,
  type View,
} from '../../../src/shared/ipc.ts'
import { err, ok } from '../../../src/shared/result.ts'
import type { VisitOutcome } from '../../../src/shared/staff.ts'
import { drawQrCode } from '../../../src/main/base/draw-qr-code.ts'
import type { Clock } from '../../../src/main/base/clock.ts'
import { type CodeRules, defaultWireProfile } from '../../../src/contract/wire-profile.ts'
import { settingsSchema, type Settings } from '../../../src/main/settings/schema.ts'
import type { CheckInService } from '../../../src/main/intake/check-in-service.ts'
import type { OpenForm } from '../../../src/main/kiosk/visit/ports.ts'
import { createAttempts, type Attempts } from '../../../src/main/kiosk/visit/limits/attempts.ts'
import type { OpenFormError } from '../../../src/shared/windows.ts'
import { createHelpNumbers } from '../../../src/main/kiosk/visit/limits/help-numbers.ts'
import { createViewSwitch } from '../../../src/main/app/view-switch.ts'
import { type HealthCheck, createKiosk } from '../../../src/main/kiosk/visit/kiosk.ts'
import type { LogEvent, LogFields } from '../../../src/main/kiosk/visit/log-port.ts'
import type { VisitSnapshot } from '../../../src/main/kiosk/visit/machine/visit-machine.ts'
import {
  FakeArrivals,
  FakeCaptures,
  FakeDeskCodes,
  FakeDeskPort,
  fakeForms,
  type FakeForm,
} from './fake-ports.ts'
import { FakeService, fakePacket, type FakePatient } from './fake-service.ts'
import { memoryStore } from './memory-attempts.ts'
import { serviceAt } from '../settings/settings-folder.ts'

/** Settings in a test: only what differs from the defaults. */
export interface VisitHarnessOptions {
  readonly channels?: Settings['identity']['channels']
  readonly phoneCountries?: Settings['identity']['phoneCountries']
  readonly noMatch?: Settings['identity']['noMatch']
  readonly packets?: Partial<Settings['packets']>
  readonly idle?: Partial<Settings['idle']>
  readonly health?: HealthCheck
  /** Other counters than those of `counted`. */
  readonly attempts?: Attempts
  /** Form of codes, if not six digits. */
  readonly code?: CodeRules
  /** Another service than the fake one; then wait with `until`. */
  readonly service?: CheckInService
  /** Another clock than the simulated one, on which `wait` does nothing. */
  readonly clock?: Clock
  /** Hook before the fake forms; none unless given. */
  readonly guard?: (open: OpenForm) => OpenForm
  readonly offline?: boolean
  /** A desk listens, or may. */
  readonly desk?: boolean
  /** A desk gives codes, as `deskCodes` says. */
  readonly deskCodes?: boolean
  /** Asks patients whether they are here for an appointment. */
  readonly arrival?: boolean
}

const ticks = 400

/** The patient most tests are about. */
export const ana: Omit<FakePatient, 'packets'> = {
  id: 'patient-4711',
  name: 'Ana',
  contacts: ['+12025550143', 'ana@example.org'],
  dateOfBirth: { year: 1984, month: 2, day: 29 },
}
export const anasBirthday = {
  type: 'submitDateOfBirth',
  year: '1984',
  month: '2',
  day: '29',
} as const
export const anotherBirthday = { ...anasBirthday, year: '1985', day: '28' } as const

export const wrongCode = { type: 'submitCode', code: '999999' } as const
export const submit = (value: string) => ({ type: 'submitContact', value }) as const

/** Step at a kiosk: a command that must be taken, ms that pass, a screen to see, a typing of Ana's, or more (see `moves.ts`). */
export type Move =
  | PatientCommand
  | PatientCommand['type']
  | number
  | `at ${ScreenName}`
  | 'phone'
  | 'code'
  | 'prove'
  | 'reachForm'
  | ((kiosk: VisitHarness) => unknown)

/** Lets everything that waits for nothing but a promise happen. */
export async function settle(): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
}

/** ms after which a call that failed once is tried again. */
const firstRetryMs = 2_000

/** A kiosk on fakes and a simulated clock, played from the patient's side of the glass. */
export class VisitHarness {
  readonly clock = new SimulatedClock()
  #time: Clock = this.clock
  readonly service = new FakeService(() => this.clock.now())
  /** Attempts that were counted against the limits. */
  readonly counted = memoryStore({ now: () => this.#time.now() })
  readonly views: View[] = []
  readonly snapshots: VisitSnapshot[] = []
  readonly log: (LogFields & { readonly name: LogEvent })[] = []
  readonly forms: FakeForm[] = []
  readonly captures = new FakeCaptures()
  readonly desk = new FakeDeskPort()
  readonly arrivals = new FakeArrivals()
  readonly deskCodes = new FakeDeskCodes()
  readonly settings: Settings
  /** Events of the windows, in order. */
  readonly windows: string[] = []
  formFailure: OpenFormError | null = null
  /** Reason why no address is drawn as a code for a patient's phone. */
  codeFailure: OpenFormError | null = null
  /** Promise that the closing of a form waits for. */
  formCloses: Promise<void> = Promise.resolve()
  /** Promise that the opening of a form waits for. */
  formOpens: Promise<void> = Promise.resolve()
  clinicName = 'Harbour Clinic'
  logThrowsOn: LogEvent | null = null
  /** Makes the next renewals of the page fail. */
  renewalsToFail = 0
  health: HealthCheck
  readonly #kiosk
  readonly #viewSwitch = createViewSwitch({
    draw: (view) => {
      this.views.push(view)
      this.#onView?.()
    },
    onMalformed: (error) => {
      throw error
    },
    now: () => this.#time.now(),
    clinic: () => ({
      name: this.clinicName,
      color: '#1a5f7a',
      logoLetter: 'H',
      logoLetterColor: '#ffffff',
      locales: ['en', 'es'],
    }),
    first: 'visits',
  })
  #onView: (() => void) | undefined

  constructor(options: VisitHarnessOptions = {}) {
    if (options.clock) this.#time = options.clock
    this.settings = settingsSchema.parse({
      service: serviceAt('https://service.example'),
      identity: {
        channels: options.channels ?? 'sms',
        noMatch: options.noMatch ?? 'staff',
        phoneCountries: options.phoneCountries ?? [],
      },
      packets: options.packets ?? {},
      idle: options.idle ?? {},
    })
    this.health = options.health ?? (() => Promise.resolve(ok(null)))
    this.#kiosk = createKiosk({
      service: options.service ?? this.service,
      settings: this.settings,
      code: options.code ?? defaultWireProfile.proof.code,
      locales: ['en', 'es'],
      clock: this.#time,
      openForm: (options.guard ?? ((open) => open))(fakeForms(this)),
      ...(options.desk && { desk: this.desk }),
      ...(options.offline && { offline: this.captures.port() }),
      ...(this.settings.packets.ownPhone && {
        ownPhone: {
          ...this.captures.connection(),
          draw: (url) => (this.codeFailure ? err(this.codeFailure) : ok(drawQrCode(url))),
        },
      }),
      ...(options.deskCodes && { deskCode: this.deskCodes }),
      ...(options.arrival && { arrival: this.arrivals }),
      page: {
        show: (build) => this.#viewSwitch.show('visits', build),
        renew: () => {
          if (this.renewalsToFail-- > 0) return Promise.reject(new RangeError('a bug'))
          this.windows.push('renewed')
          return Promise.resolve()
        },
      },
      attempts: options.attempts ?? createAttempts(this.counted),
      helpNumbers: createHelpNumbers(this.#time, () => 0.5),
      log: {
        event: (name, fields) => {
          if (name === this.logThrowsOn) throw new RangeError('a bug')
          this.log.push({ name, ...fields })
        },
      },
      health: (signal) => this.health(signal),
      today: () => ({ year: 2026, month: 3, day: 1 }),
      inspect: (event) => this.#inspect(event),
    })
  }

  /** Ana with her packets; gives their ids back. */
  admitAna(...packetIds: string[]): void {
    this.service.patients.push({ ...ana, packets: packetIds.map((id) => fakePacket(id)) })
  }

  get view(): View {
    const view = this.views.at(-1)
    if (!view) throw new Error('no view was shown')
    return view
  }

  get form(): FakeForm {
    const form = this.forms.at(-1)
    if (!form) throw new Error('no form was opened')
    return form
  }

  /** The present screen, which must be `name`. */
  async sees<N extends ScreenName>(name: N): Promise<Extract<Screen, { name: N }>> {
    await settle()
    const { screen } = this.view
    if (screen.name !== name)
      throw new Error(`expected the screen ${name}, there is ${JSON.stringify(this.view)}`)
    return screen as Extract<Screen, { name: N }>
  }

  /** Waits until a call failed for the second time, which is when the patient is told of an outage. */
  async seesOutage(): Promise<Extract<Screen, { name: 'unavailable' }>> {
    await settle()
    if (this.view.screen.name !== 'unavailable') await this.wait(firstRetryMs)
    return this.sees('unavailable')
  }

  /** Waits for the screen `name`, however long real calls take. */
  async until<N extends ScreenName>(name: N): Promise<Extract<Screen, { name: N }>> {
    while (this.view.screen.name !== name)
      await new Promise<void>((resolve) => (this.#onView = resolve))
    return this.view.screen as Extract<Screen, { name: N }>
  }

  /** Sends a command that must be accepted. */
  async tap(command: PatientCommand | PatientCommand['type']): Promise<void> {
    const full = (typeof command === 'string' ? { type: command } : command) as PatientCommand
    const isAccepted = await this.try(full)
    if (!isAccepted) throw new Error(`${full.type} was refused on ${JSON.stringify(this.view)}`)
  }

  /** Sends a command; tells whether it was accepted. */
  async try(command: PatientCommand): Promise<boolean> {
    const isAccepted = await this.#kiosk.accept(command)
    await settle()
    return isAccepted
  }

  async wait(ms: number): Promise<void> {
    await settle()
    this.clock.increment(ms)
    await settle()
  }

  async play(...moves: readonly Move[]): Promise<void> {
    for (const move of moves) {
      if (typeof move === 'number') await this.wait(move)
      else if (typeof move === 'function') await move(this)
      else if (typeof move === 'object') await this.tap(move)
      else if (move === 'phone') await this.askForCode()
      else if (move === 'code') await this.typeCode()
      else if (move === 'prove' || move === 'reachForm') await this[move]()
      else if (move.startsWith('at ')) await this.sees(move.slice('at '.length) as ScreenName)
      else await this.tap(move as PatientCommand['type'])
    }
  }

  async askForCode(value = '(202) 555-0143'): Promise<void> {
    await this.sees('contact')
    await this.tap({ type: 'submitContact', value })
  }

  async typeCode(code = this.service.inbox.at(-1)?.code ?? 'none'): Promise<void> {
    await this.sees('code')
    await this.tap({ type: 'submitCode', code })
  }

  /** From the welcome screen to the question for the date of birth. */
  async prove(contact?: string): Promise<void> {
    await this.sees('welcome')
    await this.tap('begin')
    await this.askForCode(contact)
    await this.typeCode()
  }

  /** From the welcome screen into the form. */
  async reachForm(): Promise<void> {
    await this.prove()
    await this.sees('dateOfBirth')
    await this.tap(anasBirthday)
    await this.sees('completing')
  }

  async stop(): Promise<void> {
    await this.#kiosk.stop()
  }

  cover(covered: boolean): Promise<void> {
    return this.#kiosk.cover(covered)
  }

  /** Staff come in, and the visit that is there waits for them; whether there is one. */
  staffComeIn(): boolean {
    void this.cover(true)
    return this.#kiosk.hold() !== null
  }

  /** Staff leave the visit that waits. */
  staffGoOn(how: 'helped' | 'locked'): void {
    this.#kiosk.goOn(how)
    void this.cover(false)
  }

  /** The desk locks the visit; whether it is locked. */
  lock(): boolean {
    return this.#kiosk.lock()
  }

  /** The front desk sends a patient here; whether their visit begins. */
  beginWithCode(code: string): boolean {
    return this.#kiosk.beginWithCode(code)
  }

  async end(ending: VisitOutcome): Promise<void> {
    await this.#kiosk.end(ending)
  }

  logged(name: LogEvent): LogFields[] {
    return this.log.filter((line) => line.name === name).map(({ name: _, ...fields }) => fields)
  }

  refresh(): void {
    this.#viewSwitch.refresh()
  }

  #inspect(event: InspectionEvent): void {
    if (event.type === '@xstate.snapshot' && (event.actorRef as AnyActorRef).id === 'visit')
      this.snapshots.push(event.snapshot as VisitSnapshot)
  }
}

/** A kiosk at which that was done. */
export async function visit(
  options: VisitHarnessOptions,
  ...moves: readonly Move[]
): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  await kiosk.play(...moves)
  return kiosk
}

const publicForms = {
  noMatch: 'publicLink',
  packets: { defaultTemplateGroupId: 7 },
} as const satisfies VisitHarnessOptions

/** A kiosk at which Ana is asked for the code that was sent to her phone, or to another contact. */
export async function atCode(
  options: VisitHarnessOptions = {},
  contact = '202 555 0143',
): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  kiosk.admitAna('p1')
  await kiosk.play('begin', submit(contact), 'at code')
  return kiosk
}

/** A kiosk on which Ana fills in her packet `p1`. */
export async function inForm(options: VisitHarnessOptions = {}): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  kiosk.admitAna('p1')
  await kiosk.reachForm()
  return kiosk
}

/** A kiosk on which somebody without a record fills in the clinic's public forms. */
export async function inPublicForms(options: VisitHarnessOptions = {}): Promise<VisitHarness> {
  const kiosk = new VisitHarness({ ...publicForms, ...options })
  await kiosk.prove()
  await kiosk.tap('openPublicForms')
  await kiosk.sees('completing')
  return kiosk
}

/** Number of times that the service was asked how far the packet is. */
export const asked = (kiosk: VisitHarness): number => kiosk.service.timesCalled('packetProgress')

/** Waits until the present screen is `name`, and says how many ms it took. Throws after two minutes. */
export async function msUntil(kiosk: VisitHarness, name: string): Promise<number> {
  const stepMs = 100
  for (let ms = 0; ms <= 120_000; ms += stepMs) {
    await kiosk.wait(0)
    if (kiosk.view.screen.name === name) return ms
    await kiosk.wait(stepMs)
  }
  throw new Error(`${name} did not come, there is ${JSON.stringify(kiosk.view)}`)
}
