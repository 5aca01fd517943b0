import type { WallClock } from '../../base/clock.ts'
import type { DeskCodePort, DeskPort } from '../../visit/ports.ts'
import type { OutboxView } from '../../offline/outbox/outbox-view.ts'
import { carryOutCommands, type AuditCommand } from './commands.ts'
import { askForDeskCodes } from './desk-codes.ts'
import { tellOfForms } from './form-notices.ts'
import { createHelpCalls, type HelpCalls } from './help-calls.ts'
import { tellOfIntakes } from './intake-notices.ts'
import type { KeptText } from './kept-text.ts'
import type { CommandedKiosk } from './kiosk-acts.ts'
import { tellOfNeeds } from './need-notices.ts'
import { keepPresence, type KioskState } from './presence.ts'
import type { BusPlace } from './bus-place.ts'

/** What a kiosk on the bus is made of. */
export interface KioskStationParts {
  readonly place: BusPlace
  readonly clock: WallClock
  readonly newId: () => string
  /** A text of the vault by its name. */
  readonly kept: (name: 'commands' | 'intakesTold') => KeptText
  /** The intakes without the network; undefined where none are taken. */
  readonly intakes: () => Pick<OutboxView, 'needsPerson'> | undefined
  readonly audit: AuditCommand
}

/** How the kiosk stands, and what can be done with it. */
export interface StationKiosk extends Omit<CommandedKiosk, 'coming'> {
  state(): KioskState
}

/** A kiosk on the bus. */
export interface KioskStation
  extends Pick<HelpCalls, 'askHelp'>, Pick<DeskPort, 'needStaff' | 'formsCompleted'> {
  readonly codes: DeskCodePort
  /** Says how the kiosk is from now on, and carries out what it is commanded. */
  begin(kiosk: StationKiosk): void
  /** Something of the kiosk may have changed. */
  update(): void
  stop(): void
}

/** Makes the kiosk's side of the bus, whether the kiosk is paired or not. */
export function createKioskStation(parts: KioskStationParts): KioskStation {
  const { place, clock, kept, audit } = parts
  const help = createHelpCalls({ place, clock, newId: parts.newId })
  const ends: (() => void)[] = [() => help.stop()]
  const updates: (() => void)[] = []

  return {
    askHelp: (...given) => help.askHelp(...given),
    needStaff: tellOfNeeds({ place, clock }),
    formsCompleted: tellOfForms({ place, clock }),
    codes: askForDeskCodes({ place, clock }),
    begin(kiosk) {
      const presence = keepPresence({
        ...{ place, read: () => kiosk.state(), wallTime: () => clock.wallTime() },
      })
      const intakes = tellOfIntakes({ place, view: parts.intakes, kept: kept('intakesTold') })
      const commands = carryOutCommands({
        ...{ place, kept: kept('commands'), audit, clock },
        kiosk: { ...kiosk, coming: (helpId) => help.coming(helpId) },
      })
      const hearing = hearWhoeverIsThere(place, (message) => commands.take(message))
      updates.push(
        () => presence.update(),
        () => intakes.update(),
        () => commands.proceed(),
      )
      ends.push(
        () => presence.stop(),
        () => intakes.stop(),
        () => commands.stop(),
        hearing,
      )
      commands.proceed()
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

type Listener = Parameters<NonNullable<ReturnType<BusPlace['bus']>>['onMessage']>[0]

/** Hears the bus that is there, and the next one once it is another. */
function hearWhoeverIsThere(place: BusPlace, listener: Listener): () => void {
  let heard = place.bus()
  let end = heard?.onMessage(listener)
  const stop = place.onChange(() => {
    const now = place.bus()
    if (now === heard) return
    end?.()
    heard = now
    end = now?.onMessage(listener)
  })
  return () => {
    stop()
    end?.()
  }
}
