import { randomUUID } from 'node:crypto'
import { systemClock } from '../base/clock.ts'
import { createKioskStation } from '../bus/kiosk/kiosk-station.ts'
import type { KeptText, PairedBus } from '../bus/kiosk/paired-bus.ts'
import type { OutboxView } from '../offline/outbox/outbox-view.ts'
import { wipeAsked, type DeskShown, type WipeAsked } from '../../shared/staff-desk.ts'
import type { DeskService } from '../staff/ports.ts'
import type { Vault } from '../vault/vault.ts'

/** The clinic's desk as this kiosk has it, paired or not. */
export type KioskDesk = ReturnType<typeof openKioskDesk>

/** Opens the kiosk's side of the desk. Nothing in it waits for a connection. */
export function openKioskDesk({
  vault: { securitySettings, audit },
  bus,
  intakes,
}: {
  readonly vault: Pick<Vault, 'securitySettings' | 'audit'>
  readonly bus: PairedBus
  readonly intakes: () => Pick<OutboxView, 'needsPerson'> | undefined
}) {
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
    intakes,
    audit: (kind, fields) => audit.append(kind, fields),
  })
  const service: DeskService = {
    shown: () => ({ paired: pairedShown(bus), wipeAsked: readWipe(kept('wipeAsked').read()) }),
    pair: (address, code) => bus.pair(address, code),
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
    /** Stops; unsent messages stay in the vault. */
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
