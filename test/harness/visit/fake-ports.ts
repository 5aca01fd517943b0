import type { Id } from '../../../src/contract/values.ts'
import type { ServiceErrorKind } from '../../../src/main/intake/http/errors.ts'
import type {
  ArrivalAppointment,
  ArrivalFinding,
  ArrivalPort,
  ArrivalState,
  CaptureStart,
  ExpectedAppointment,
  OfflinePort,
  OpenForm,
  DeskCodeMatch,
  DeskCodePort,
  DeskPort,
  HelpAsked,
  StaffNeeded,
  FormEvents,
} from '../../../src/main/kiosk/visit/ports.ts'
import { err, ok } from '../../../src/shared/result.ts'
import { failure } from './fake-service.ts'
import type { IntakePerson } from '../../../src/shared/intake-person.ts'
import type { HelpHeard } from '../../../src/shared/overlay.ts'
import type { Theme } from '../../../src/shared/display.ts'
import type { FormEntry } from '../../../src/shared/form-entry.ts'
import type { KeyInput } from '../../../src/shared/key-input.ts'
import type { OpenFormError } from '../../../src/shared/windows.ts'

/** An appointment of today, at half past ten with Dr. Chen. */
const atHalfPastTen: ArrivalAppointment = {
  id: 'appointment-31',
  startsAt: Date.parse('2026-03-01T10:30:00Z'),
  time: '10:30',
  with: 'Dr. Chen',
  what: 'New patient visit',
  place: null,
}

/** Appointments of a patient as a test sets them, and the confirmed ones. */
export class FakeArrivals implements ArrivalPort {
  finding: ArrivalFinding = { kind: 'due', appointments: [atHalfPastTen] }
  /** Facts about an arrival once it settled. */
  outcome: ArrivalState = 'known'
  fault: ServiceErrorKind | undefined
  /** True if the vault writes. */
  keeps = true
  /** Promise that a look-up, and the end of a mark, wait for. */
  looks: Promise<void> = Promise.resolve()
  settles: Promise<void> = Promise.resolve()
  readonly confirmed: (readonly [appointment: Id, patient: Id])[] = []
  asked = 0

  look: ArrivalPort['look'] = async () => {
    this.asked += 1
    await this.looks
    return this.fault ? err(failure(this.fault, 'look')) : ok(this.finding)
  }

  confirm: ArrivalPort['confirm'] = ({ id }, patientId) => {
    if (!this.keeps) throw new RangeError('the vault does not write')
    this.confirmed.push([id, patientId])
  }

  settled: ArrivalPort['settled'] = () => this.settles

  state: ArrivalPort['state'] = () => this.outcome

  directions: ArrivalPort['directions'] = (locale) =>
    locale === 'en' ? 'Please sit in the blue area.' : null
}

/** Connection and vault as a test sets them, and the captures that were begun. */
export class FakeCaptures {
  /** The appointment of today that agrees with whoever comes. */
  appointment: ExpectedAppointment | null = null
  hasRoom = true
  /** True if the vault writes. */
  keeps = true
  readonly begun: (CaptureStart & { readonly id: string })[] = []
  readonly abandoned: string[] = []
  /** Of whom an appointment was asked. */
  readonly asked: IntakePerson[] = []
  readonly #listeners = new Set<() => void>()
  #isDown = false

  get isDown(): boolean {
    return this.#isDown
  }
  set isDown(isDown: boolean) {
    this.#isDown = isDown
    for (const listener of this.#listeners) listener()
  }

  connection(): Pick<OfflinePort, 'isDown' | 'onConnectionChange'> {
    return {
      isDown: () => this.#isDown,
      onConnectionChange: (listener) => {
        this.#listeners.add(listener)
        return () => void this.#listeners.delete(listener)
      },
    }
  }

  /** The visit's way to these captures. */
  port(): OfflinePort {
    return {
      ...this.connection(),
      canCapture: () => this.hasRoom,
      afterMs: 20_000,
      begin: (start) => {
        if (!this.keeps) return err({ kind: 'notKept' })
        const id = `capture-${this.begun.length + 1}`
        this.begun.push({ ...start, id })
        return ok(id)
      },
      expected: (person) => {
        this.asked.push(person)
        return this.appointment
      },
      abandon: (id) => void this.abandoned.push(id),
    }
  }
}

/** Desks that know the codes which a test gave. */
export class FakeDeskCodes implements DeskCodePort {
  readonly asked: string[] = []
  /** Promise that an answer waits for. */
  answers: Promise<void> = Promise.resolve()
  readonly #given = new Map<string, DeskCodeMatch>()
  readonly #listeners = new Set<() => void>()
  #isThere = true

  give(code: string, patientId: Id, packetId: Id | null = null): void {
    this.#given.set(code, { patientId, packetId })
  }
  get isThere(): boolean {
    return this.#isThere
  }
  set isThere(isThere: boolean) {
    this.#isThere = isThere
    for (const listener of this.#listeners) listener()
  }
  isOffered(): boolean {
    return this.#isThere
  }
  onConnectionChange(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  async check(code: string, signal: AbortSignal) {
    this.asked.push(code)
    await this.answers
    // As the bus: whoever gave up is told nothing, although the desk has looked.
    if (!this.#isThere || signal.aborted) return 'unheard'
    const match = this.#given.get(code)
    this.#given.delete(code)
    return match ?? 'wrong'
  }
}

/** A desk that hears of help what the test says. */
export class FakeDeskPort implements DeskPort {
  readonly calls: (HelpAsked & { ended: boolean })[] = []
  readonly needed: StaffNeeded[] = []
  readonly completed: Id[] = []
  #heard: HelpHeard | null = null
  #onChange: () => void = () => undefined

  askHelp(asked: HelpAsked, onChange: () => void) {
    const call = { ...asked, ended: false }
    this.calls.push(call)
    this.#heard = null
    this.#onChange = onChange
    return { heard: () => this.#heard, end: () => void (call.ended = true) }
  }
  needStaff(needed: StaffNeeded) {
    this.needed.push(needed)
  }
  formsCompleted(patientId: Id) {
    this.completed.push(patientId)
  }
  become(heard: HelpHeard | null): void {
    this.#heard = heard
    this.#onChange()
  }
}

export type FakeForm = ReturnType<typeof openFakeForm>

const openFakeForm = (url: string, events: FormEvents) => ({
  url,
  events,
  visible: false,
  closed: false,
  visibility: [] as boolean[],
  zoom: 1,
  theme: 'standard' as Theme,
  lowered: false,
  /** Appearance that it was told last, else the one that it was opened with. */
  language: events.locale as string,
  keysShown: false,
  /** Number of times that it was told to close its paper. */
  papersClosed: 0,
  /** The keys that it was given, each with the token of its field. */
  pressed: [] as (readonly [token: string, key: KeyInput])[],
  /** Ways by which the keyboard came into it. */
  entered: [] as FormEntry[],
})

/** Fake forms as a test sets them, and the events of them. */
interface FakeForms {
  readonly forms: FakeForm[]
  readonly windows: string[]
  readonly formFailure: OpenFormError | null
  readonly formCloses: Promise<void>
  readonly formOpens: Promise<void>
}

/** Opens forms that are remembered in `told.forms`, or fails with `told.formFailure`. */
export function fakeForms(told: FakeForms): OpenForm {
  return async (page, events) => {
    await told.formOpens
    if (told.formFailure) return err(told.formFailure)
    const form = openFakeForm('url' in page ? page.url : page.captureId, events)
    told.forms.push(form)
    const become = (change: Partial<FakeForm>) => (Object.assign(form, change), Promise.resolve())
    return ok({
      setVisible: (visible: boolean) => (form.visibility.push(visible), become({ visible })),
      setInsets: () => Promise.resolve(),
      setLowered: (lowered: boolean) => become({ lowered }),
      setZoom: (zoom: number) => become({ zoom }),
      setLanguage: (language: string) => become({ language }),
      setTheme: (theme: Theme) => become({ theme }),
      showKeys: (keysShown: boolean) => become({ keysShown }),
      closePaper: () => {
        form.papersClosed += 1
        events.onPaper(false)
      },
      press: (token: string, key: KeyInput) => void form.pressed.push([token, key]),
      enter: (at: FormEntry) => (form.entered.push(at), Promise.resolve()),
      close: async () => {
        await told.formCloses
        if (!form.closed) told.windows.push('form closed')
        form.closed = true
      },
    })
  }
}
