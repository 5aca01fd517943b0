import { randomUUID } from 'node:crypto'
import { systemClock } from '../base/clock.ts'
import { readKept } from '../base/parse-json.ts'
import { createKioskStation } from '../stations/kiosk/kiosk-station.ts'
import type { KeptText } from '../stations/port.ts'
import { intakeSubject, type IntakeDoor } from '../stations/intake-questions.ts'
import { answerSealed } from '../stations/sealed-questions.ts'
import type { OutboxView } from '../kiosk/offline/outbox/outbox-view.ts'
import { wipeAsked, type DeskShown } from '../../shared/staff-desk.ts'
import { bugFields } from '../kiosk/visit/log-port.ts'
import type { ActingMember } from '../kiosk/staff-panel/audited-acts.ts'
import type { DeskService, MembersService } from '../kiosk/staff-panel/ports.ts'
import type { PairedBus } from './paired-bus.ts'
import type { Station } from './station.ts'
import { askMembers } from '../stations/member-questions.ts'

/** Opens the kiosk's side of the clinic's desk, paired or not. Nothing in it waits for a connection. */
export function openKioskDesk(
  { vault: { securitySettings, audit }, log }: Station,
  bus: PairedBus,
  intakes: {
    readonly view: () => Pick<OutboxView, 'needsPerson'> | undefined
    readonly door: IntakeDoor
  },
) {
  const nameOf = (what: string) => `bus.${what}`
  const kept = (what: string): KeptText => ({
    read: () => securitySettings.read(nameOf(what)),
    write: (text) => securitySettings.write(nameOf(what), text),
  })
  const station = createKioskStation({
    place: bus,
    clock: systemClock,
    newId: randomUUID,
    kept,
    intakes: intakes.view,
    answering: answerSealed(intakeSubject, {
      replyTo: (from, { member, what }) => intakes.door(from, member, what),
      keyOf: () => bus.stationKey(),
      isServing: () => true,
      onFault: (error) => log.app('the desk was not answered', { ...bugFields(error) }),
    }),
    audit: (kind, fields) => audit.append(kind, fields),
  })
  const service: DeskService = {
    shown: () => ({
      paired: pairedShown(bus),
      wipeAsked: readKept(wipeAsked, kept('wipeAsked').read() ?? '') ?? null,
    }),
    pair: (address, code) => bus.pair(address, code),
    move: (address) => bus.move(address),
    async unpair() {
      await bus.unpair()
      for (const what of ['intakesTold', 'commands']) securitySettings.remove(nameOf(what))
    },
    pinUsed: () => void bus.bus()?.tell({ kind: 'pinUsed', useId: randomUUID() }),
    declineWipe: () => securitySettings.remove(nameOf('wipeAsked')),
  }
  return {
    ...station,
    service,
    async stop() {
      station.stop()
      await bus.close()
    },
  }
}

function pairedShown(place: PairedBus): DeskShown['paired'] {
  const [paired, bus] = [place.paired(), place.bus()]
  if (!paired || !bus) return null
  const { connection, since, lastHeard, waiting } = bus.view()
  return {
    ...paired,
    connection,
    connectionSince: since,
    lastHeard,
    waiting,
    stations: bus
      .stations()
      .filter(({ kind }) => kind !== 'kiosk')
      .map(({ name, kind, state, since: at }) => {
        const moment = Date.parse(at)
        return { name, kind, state, since: Number.isNaN(moment) ? null : moment }
      }),
  }
}

/** Opens access to the members of staff of the paired desk, asked over its bus. */
export function openKioskMembers(
  place: Pick<PairedBus, 'bus' | 'stationKey'>,
  { as }: Pick<ActingMember, 'as'>,
): MembersService {
  const way = () => {
    const [bus, key] = [place.bus(), place.stationKey()]
    return bus && key && { bus, key }
  }
  return {
    ...askMembers({ way, clock: systemClock }),
    as,
    desk() {
      const bus = place.bus()
      const desks = bus?.stations().filter(({ kind }) => kind === 'desk') ?? []
      if (!bus || desks.length === 0) return 'none'
      const isThere = desks.some(({ state }) => state !== 'gone')
      return isThere && bus.view().connection === 'connected' ? 'there' : 'away'
    },
  }
}
