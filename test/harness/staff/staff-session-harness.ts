import { expect } from 'vitest'
import { SimulatedClock, type AnyActorRef, type InspectionEvent } from 'xstate'
import type { Screen, View } from '../../../src/shared/ipc.ts'
import type { StaffCommand, StaffScreen } from '../../../src/shared/staff.ts'
import { settle } from '../visit/visit-harness.ts'
import { createViewSwitch, type Actor } from '../../../src/main/app/view-switch.ts'
import {
  createStaffSession,
  type StaffSession,
} from '../../../src/main/kiosk/staff-panel/session/staff-session.ts'
import { openStaffPin } from '../../../src/main/kiosk/staff-panel/pin/pin.ts'
import { memberSecret, FakeKiosk, fakeStaffPorts } from './fake-staff-ports.ts'

export const pin = '493027'
export const otherPin = '602915'

type Full = StaffCommand | { readonly type: 'activity' }
/** Act of staff; its type alone where there is nothing more to say. */
type Command = Full | Full['type']
const full = (command: Command) =>
  (typeof command === 'string' ? { type: command } : command) as Full
const typeOf = (command: Command) => full(command).type

type Screens = { [N in Screen['name']]: Extract<Screen, { name: N }> }

export { pair } from './fake-staff-ports.ts'

/** A staff session on fakes and a simulated clock, with the real PIN at little cost, played from the staff's side. */
export class StaffSessionHarness extends FakeKiosk {
  readonly clock = new SimulatedClock()
  readonly views: View[] = []
  readonly bugs: unknown[] = []
  /** The session as it could be stored, after every step. */
  readonly persisted: string[] = []
  readonly texts = new Map<string, string>()
  turn: Actor | undefined
  /** Acts that fail, by how they begin. */
  readonly broken = new Set<string>()
  #onChange: (() => void) | undefined
  readonly session: StaffSession = this.#open()

  /** A kiosk whose staff chose a PIN, and that was started. */
  static async ready(prepare?: (kiosk: StaffSessionHarness) => void): Promise<StaffSessionHarness> {
    const kiosk = new StaffSessionHarness()
    await kiosk.pin().choose(pin)
    prepare?.(kiosk)
    kiosk.session.start()
    await settle()
    kiosk.acts.length = 0
    return kiosk
  }

  /** One on which the panel is open, at `page`. */
  static async inside(
    page: Extract<StaffCommand, { type: 'openStaffPage' }>['page'] = 'home',
    prepare?: (kiosk: StaffSessionHarness) => void,
  ): Promise<StaffSessionHarness> {
    const kiosk = await StaffSessionHarness.ready(prepare)
    await kiosk.enter()
    await kiosk.play({ type: 'openStaffPage', page })
    kiosk.acts.length = 0
    return kiosk
  }

  pin() {
    return openStaffPin({
      settings: {
        read: (key) => this.texts.get(key),
        write: (key, value) => {
          this.#act('write pin')
          this.texts.set(key, value)
        },
      },
      time: { now: () => this.clock.now() },
      cost: { N: 2 ** 4, r: 8, p: 1 },
    })
  }

  async enter(): Promise<void> {
    await this.play('openStaff')
    await this.play({ type: 'submitPin', pin })
    await this.until('staffHome')
  }

  /** Comes in as the only member of the desk. */
  async signIn(): Promise<void> {
    await this.play('openStaff')
    await this.sees('staffChooseMember')
    const member = this.members?.list[0]?.id ?? ''
    await this.play({ type: 'chooseMember', member })
    await this.play({ type: 'submitMember', member, secret: memberSecret })
  }

  get screen(): Screen {
    const view = this.views.at(-1)
    if (!view) throw new Error('no view was shown')
    return view.screen
  }

  /** The present screen, which must be `name`. */
  async sees<N extends Screen['name']>(name: N): Promise<Screens[N]> {
    await settle()
    if (this.screen.name !== name)
      throw new Error(`expected ${name}, there is ${JSON.stringify(this.screen)}`)
    return this.screen as Screens[N]
  }

  /** Waits for the screen `name`, and there for `holds`. */
  async until<N extends StaffScreen['name']>(
    name: N,
    holds: (screen: Screens[N]) => boolean = () => true,
  ): Promise<Screens[N]> {
    const isThere = () =>
      this.views.length > 0 && this.screen.name === name && holds(this.screen as Screens[N])
    await this.happens(isThere)
    return this.sees(name)
  }

  /** Waits until something holds, looking whenever something was shown, done or logged. */
  async happens(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.#onChange = resolve))
    await settle()
  }

  /** Does this, one after the other: commands, each of which must be accepted, and ms that pass. */
  async play(...moves: readonly (Command | number)[]): Promise<void> {
    for (const move of moves)
      if (typeof move === 'number') await this.wait(move)
      else if (!(await this.try(move)))
        throw new Error(`${typeOf(move)} was refused on ${JSON.stringify(this.screen)}`)
  }

  async refuses(...commands: readonly Command[]): Promise<void> {
    for (const command of commands) expect(await this.try(command), typeOf(command)).toBe(false)
  }

  async try(command: Command): Promise<boolean> {
    const isAccepted = this.session.accept(full(command))
    await settle()
    return isAccepted
  }

  async wait(ms: number): Promise<void> {
    await settle()
    this.clock.increment(ms)
    await settle()
  }

  async typeWrong(): Promise<Screens['staffEnterPin']> {
    const before = this.screen.name === 'staffEnterPin' ? this.screen.errorCount : 0
    await this.play({ type: 'submitPin', pin: otherPin })
    return this.until('staffEnterPin', (screen) => screen.errorCount > before)
  }

  get audited(): string[] {
    return this.acts.flatMap((act) => /^audit (\w+)/.exec(act)?.[1] ?? [])
  }

  #act(what: string): void {
    if ([...this.broken].some((beginning) => what.startsWith(beginning)))
      throw new RangeError(`no ${what}`)
    this.acts.push(what)
    this.#onChange?.()
  }

  #open(): StaffSession {
    // It is always their turn, so that every view is seen here.
    const viewSwitch = createViewSwitch({
      draw: (view) => {
        this.#act('show')
        this.acts.pop()
        this.views.push(view)
        this.#onChange?.()
      },
      onMalformed: (error) => {
        throw error
      },
      now: () => this.clock.now(),
      clinic: () => ({
        name: 'Harbour Clinic',
        color: '#1a5f7a',
        logoLetter: 'H',
        logoLetterColor: '#ffffff',
        locales: ['es', 'en'],
      }),
      first: 'staff',
    })
    return createStaffSession(
      fakeStaffPorts(this, (what) => this.#act(what)),
      {
        clock: this.clock,
        show: (build) => viewSwitch.show('staff', build),
        turnTo: (actor) => {
          if (actor === this.turn) return
          this.#act(`turn to ${actor}`)
          this.turn = actor
        },
        log: {
          event: (name, fields) => {
            this.bugs.push({ name, ...fields })
            this.#onChange?.()
          },
        },
        inspect: (event) => this.#inspect(event),
      },
    )
  }

  #inspect(event: InspectionEvent): void {
    if (event.type === '@xstate.event') this.persisted.push(JSON.stringify(event.event))
    if (event.type !== '@xstate.snapshot') return
    this.persisted.push(JSON.stringify((event.actorRef as AnyActorRef).getPersistedSnapshot()))
  }
}
