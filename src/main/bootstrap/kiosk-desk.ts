import { randomUUID } from 'node:crypto'
import { systemClock } from '../base/clock.ts'
import {
  createKioskStation,
  type KioskStation,
  type StationKiosk,
} from '../bus/kiosk/kiosk-station.ts'
import type { KeptText, PairedBus } from '../bus/kiosk/paired-bus.ts'
import type { OutboxView } from '../offline/outbox/outbox-view.ts'
import { wipeAsked, type DeskShown, type WipeAsked } from '../../shared/staff-desk.ts'
import type { DeskService } from '../staff/ports.ts'
import type { Vault } from '../vault/vault.ts'

/** Parts of a kiosk's side of the desk. */
export interface KioskDeskParts {
  readonly vault: Pick<Vault, 'securitySettings' | 'audit'>
  readonly bus: PairedBus
  readonly intakes: () => Pick<OutboxView, 'needsPerson'> | undefined
}

/** The kiosk as the bus knows it, but for what is kept here. */
export type DeskKiosk = Omit<StationKiosk, 'askToWipe'>

/** The clinic's desk as this kiosk has it, paired or not. */
export interface KioskDesk extends Pick<
  KioskStation,
  'askHelp' | 'needStaff' | 'formsCompleted' | 'update' | 'codes'
> {
  readonly service: DeskService
  begin(kiosk: DeskKiosk): void
  /** Stops; unsent messages stay in the vault. */
  stop(): Promise<void>
}

const nameOf = (what: string) => `bus.${what}`

/** Opens the kiosk's side of the desk. Nothing in it waits for a connection. */
export function openKioskDesk({ vault, bus, intakes }: KioskDeskParts): KioskDesk {
  const { securitySettings, audit } = vault
  const kept = (what: string): KeptText => ({
    read: () => securitySettings.read(nameOf(what)),
    write: (text) => securitySettings.write(nameOf(what), text),
  })
  const wipe = kept('wipeAsked')
  const station = createKioskStation({
    place: bus,
    clock: systemClock,
    newId: randomUUID,
    kept,
    intakes,
    audit: (kind, fields) => audit.append(kind, fields),
  })
  return {
    askHelp: (...given) => station.askHelp(...given),
    needStaff: (needed) => station.needStaff(needed),
    formsCompleted: (patientId) => station.formsCompleted(patientId),
    codes: station.codes,
    update: () => station.update(),
    begin: (kiosk) =>
      station.begin({ ...kiosk, askToWipe: (asked) => wipe.write(JSON.stringify(asked)) }),
    service: {
      shown: () => ({ paired: pairedShown(bus), wipeAsked: readWipe(wipe.read()) }),
      pair: (address, code) => bus.pair(address, code),
      async unpair() {
        await bus.unpair()
        for (const what of ['intakesTold', 'commands']) securitySettings.remove(nameOf(what))
      },
      pinUsed: () => void bus.bus()?.tell({ kind: 'pinUsed', useId: randomUUID() }),
      declineWipe: () => securitySettings.remove(nameOf('wipeAsked')),
    },
    async stop() {
      station.stop()
      await bus.close()
    },
  }
}

function readWipe(text: string | undefined): WipeAsked | null {
  return text === undefined ? null : (wipeAsked.safeParse(JSON.parse(text)).data ?? null)
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
