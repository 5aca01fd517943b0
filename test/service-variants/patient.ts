import type { PatientCommand, Screen } from '../../src/shared/ipc.ts'
import type { Reachable } from '../../sandbox/seeds/cases.ts'
import type { VariantService } from './variant-service.ts'

/** Acts of a patient in a visit, besides answering what is asked. */
export interface Script {
  readonly person: Reachable
  /** Types a wrong code before the right one. */
  readonly wrongCodeFirst?: boolean
  /** Name of the packet to choose, where several wait. */
  readonly choice?: string
}

/** Number of times that a patient gives one and the same right answer before they give up. */
const mostRepeats = 3

/** A patient who reads the screen and does what it asks, as often as a patient would. */
export class Patient {
  readonly #script: Script
  readonly #service: VariantService
  readonly #given = new Map<string, number>()
  /** Screens that asked again for what was answered rightly. */
  readonly refusedAt: string[] = []
  /** The kiosk blamed a number that is right. */
  wasBlamed = false
  hasCompleted = false
  /** Packets that were offered, in order. */
  offered: string[] = []
  #isWrongCodeTyped = false

  constructor(script: Script, service: VariantService) {
    this.#script = script
    this.#service = service
  }

  /** Tap of the patient at a screen; undefined: they wait; 'gives up': asked for the same too often. */
  answer(screen: Screen, opened: string | undefined): PatientCommand | 'gives up' | undefined {
    switch (screen.name) {
      case 'welcome':
        return this.#once('begin', { type: 'begin' })
      case 'contact':
        return this.#giveContact(screen)
      case 'code':
        return screen.waitMs > 0 ? undefined : this.#giveCode(screen)
      case 'fullName':
        return this.#giveName()
      case 'dateOfBirth':
        return this.#giveBirthday()
      case 'choosePacket':
        return this.#choose(screen)
      case 'completing':
        return this.#fillIn(opened)
      case 'unfinished':
        return this.hasCompleted ? undefined : { type: 'backToForms' }
      default:
        return undefined
    }
  }

  #giveContact({ channel, error, canUseOtherChannel }: Extract<Screen, { name: 'contact' }>) {
    if (error === 'notValid' || error === 'empty') this.wasBlamed = true
    const isRefused = error !== null && (this.#given.get(channel) ?? 0) > 0
    const other = channel === 'sms' ? 'email' : 'sms'
    if (isRefused && canUseOtherChannel && !this.#given.has(other))
      return { type: 'useOtherChannel' } as const
    const { phone, email } = this.#script.person
    return this.#upTo(channel, { type: 'submitContact', value: channel === 'sms' ? phone : email })
  }

  #giveCode({ channel, error, resendInMs }: Extract<Screen, { name: 'code' }>) {
    const { person, wrongCodeFirst } = this.#script
    const code = this.#service.latestCode(channel === 'sms' ? person.phone : person.email)
    if (wrongCodeFirst && !this.#isWrongCodeTyped) {
      this.#isWrongCodeTyped = true
      return { type: 'submitCode', code: wrongly(code ?? '000000') } as const
    }
    if (code === undefined || error === 'expired')
      return resendInMs > 0 ? undefined : this.#upTo('resend', { type: 'resendCode' })
    return this.#upTo(`code by ${channel}`, { type: 'submitCode', code })
  }

  #giveBirthday() {
    const { person } = this.#script
    const [year = '', month = '', day = ''] = person.dateOfBirth.split('-')
    return this.#upTo('dateOfBirth', { type: 'submitDateOfBirth', year, month, day })
  }

  #giveName() {
    const { firstName, lastName } = this.#script.person
    return this.#once('fullName', { type: 'submitName', firstName, lastName })
  }

  #choose({ packets }: Extract<Screen, { name: 'choosePacket' }>) {
    this.offered = packets.map(({ name }) => name ?? '')
    const { choice } = this.#script
    const chosen = packets.find(({ name }) => choice === undefined || name === choice)
    return chosen ? this.#once('choice', { type: 'choosePacket', key: chosen.key }) : 'gives up'
  }

  /** Says to be finished before anything is sent, and again when all of it is. */
  #fillIn(opened: string | undefined) {
    const finish = { type: 'finish' } as const
    if (!this.#given.has('finish')) return this.#once('finish', finish)
    this.#service.complete(opened ?? '')
    this.hasCompleted = true
    return this.#upTo('finish', finish)
  }

  #once<C extends PatientCommand>(what: string, command: C): C | undefined {
    return this.#count(what) > 1 ? undefined : command
  }

  #upTo<C extends PatientCommand>(what: string, command: C): C | 'gives up' {
    const count = this.#count(what)
    if (count > 1 && what !== 'finish') this.refusedAt.push(what)
    return count > mostRepeats ? 'gives up' : command
  }

  #count(what: string): number {
    const count = (this.#given.get(what) ?? 0) + 1
    this.#given.set(what, count)
    return count
  }
}

/** Another code of the same length. */
const wrongly = (code: string): string =>
  code.startsWith('9') ? `1${code.slice(1)}` : `9${code.slice(1)}`
