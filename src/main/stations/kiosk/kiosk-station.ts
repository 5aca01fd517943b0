import type { WallClock } from '../../base/clock.ts'
import type { DeskCodePort, DeskPort } from '../../kiosk/visit/ports.ts'
import type { OutboxView } from '../../kiosk/offline/outbox/outbox-view.ts'
import type { Presence } from '../../../shared/bus/messages.ts'
import type { Answer } from '../../../shared/bus/questions.ts'
import type { Bus, BusPlace } from '../create-bus.ts'
import type { Answering, KeptText } from '../port.ts'
import { carryOutCommands, type AuditCommand, type CommandedKiosk } from './commands.ts'
import { tellOfIntakes, tellOfPatients } from './notices.ts'
import type { HelpHeard } from '../../../shared/overlay.ts'
import { soon } from '../../base/timers.ts'

type KioskState = Omit<Presence, 'v' | 'from' | 'kind' | 'since'>
export type StationKiosk = Omit<CommandedKiosk, 'askToWipe' | 'coming'> & { state(): KioskState }

/** Makes the kiosk's side of the bus, whether the kiosk is paired or not. */
export function createKioskStation(parts: {
  readonly place: BusPlace
  readonly clock: WallClock
  readonly newId: () => string
  readonly kept: (name: 'commands' | 'intakesTold' | 'wipeAsked') => KeptText
  readonly intakes: () => Pick<OutboxView, 'needsPerson'> | undefined
  readonly answering: Answering
  readonly audit: AuditCommand
}) {
  const { place, clock, kept, audit } = parts
  const help = createHelpCalls({ place, clock, newId: parts.newId })
  const ends: (() => void)[] = []
  const updates: (() => void)[] = []

  return {
    askHelp: help.askHelp,
    ...tellOfPatients(place, clock),
    codes: askForDeskCodes(place, clock),
    begin(kiosk: StationKiosk) {
      const presence = keepPresence(place, () => kiosk.state(), clock)
      const intakes = tellOfIntakes({ place, view: parts.intakes, kept: kept('intakesTold') })
      const commands = carryOutCommands({
        place,
        audit,
        clock,
        kept: kept('commands'),
        kiosk: {
          ...kiosk,
          askToWipe: (asked) => kept('wipeAsked').write(JSON.stringify(asked)),
          coming: (helpId) => help.coming(helpId),
        },
      })
      const endHearing = onEachBus(place, (bus) => {
        const stops = [bus.onMessage(commands.take), bus.onQuestion(parts.answering)]
        commands.proceed()
        return () => stops.forEach((stop) => stop())
      })
      updates.push(presence.update, intakes.update, commands.proceed)
      ends.push(presence.stop, intakes.stop, commands.stop, endHearing)
    },
    update() {
      for (const update of updates) update()
    },
    stop() {
      for (const end of ends.splice(0)) end()
      updates.length = 0
    },
  }
}

/** Listens to the present bus, and to the next one. `listen` returns its end. */
function onEachBus(place: BusPlace, listen: (bus: Bus) => () => void): () => void {
  let heard = place.bus()
  let end = heard && listen(heard)
  const stop = place.onChange(() => {
    const now = place.bus()
    if (now === heard) return
    end?.()
    heard = now
    end = now && listen(now)
  })
  return () => {
    stop()
    end?.()
  }
}

function keepPresence(place: BusPlace, read: () => KioskState, clock: Pick<WallClock, 'wallTime'>) {
  let state: KioskState['state'] | undefined
  let since = ''
  let said: { readonly to: Bus; readonly text: string } | undefined

  function update() {
    const now = read()
    if (now.state !== state) since = new Date(clock.wallTime()).toISOString()
    state = now.state
    const bus = place.bus()
    const text = JSON.stringify(now)
    if (!bus || (said?.to === bus && said.text === text)) return
    said = { to: bus, text }
    bus.present({ ...now, since })
  }
  update()
  return { update, stop: place.onChange(update) }
}

/** ms: a patient is waiting at the kiosk. */
export const deskAnswersMs = 15_000

/** Asks the desks on the bus for the patient to whom they gave a code. */
export function askForDeskCodes(place: BusPlace, clock: Pick<WallClock, 'wallTime'>): DeskCodePort {
  return {
    isOffered() {
      const bus = place.bus()
      return (
        bus?.view().connection === 'connected' &&
        bus.stations().some(({ kind, state }) => kind === 'desk' && state !== 'gone')
      )
    },
    onConnectionChange: (listener) => place.onChange(listener),
    async check(code, signal) {
      const until = new Date(clock.wallTime() + deskAnswersMs).toISOString()
      const isFinal = (given: Answer) =>
        given.kind === 'deskCodeChecked' && given.patientId !== null
      const question = { kind: 'deskCodeTried', code, until } as const
      const answer = await place.bus()?.ask(question, { isFinal, signal })
      if (answer?.kind !== 'deskCodeChecked') return 'unheard'
      const { patientId, packetId } = answer
      return patientId === null ? 'wrong' : { patientId, packetId }
    },
  }
}

/** ms after which a call for help is not sent any more. */
export const helpLastsMs = 60 * 60_000

export type HelpCalls = ReturnType<typeof createHelpCalls>

/** Sends patients' calls for help to the desk and hub. */
export function createHelpCalls(parts: {
  readonly place: BusPlace
  readonly clock: WallClock
  readonly newId: () => string
  /** After the screen is drawn; a test does it itself. */
  readonly soon?: typeof soon
}) {
  const { place, clock, newId, soon: afterScreen = soon } = parts
  const open = new Map<string, (heard: HelpHeard) => void>()

  const askHelp: DeskPort['askHelp'] = (asked, onChange) => {
    const helpId = newId()
    const until = clock.wallTime() + helpLastsMs
    let heard: HelpHeard | null = null
    let message: { readonly id: string; readonly bus: Bus } | undefined
    const become = (next: HelpHeard) => {
      if (heard === next || !open.has(helpId)) return
      heard = next
      onChange()
    }
    open.set(helpId, become)
    const cancel = afterScreen(() => {
      const bus = place.bus()
      const onConfirmed = () => become(heard ?? 'told')
      const said = bus?.tell({ kind: 'helpAsked', helpId, ...asked }, { until, onConfirmed })
      if (bus && said?.ok) message = { id: said.value, bus }
    })
    return {
      heard: () => heard,
      end() {
        if (!open.delete(helpId)) return
        cancel()
        if (!message) return
        message.bus.withdraw(message.id)
        message.bus.tell({ kind: 'helpEnded', helpId }, { until })
      },
    }
  }

  return {
    askHelp,
    coming(helpId: string) {
      const become = open.get(helpId)
      become?.('coming')
      return become !== undefined
    },
  }
}
