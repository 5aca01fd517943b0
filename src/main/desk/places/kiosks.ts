import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { KioskInvitation, KioskRow, PinUseRow } from '../../../shared/desk/kiosks.ts'
import type { kioskOperations } from '../../../shared/desk/operations/kiosks.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { isThisMachine } from '../../../shared/loopback.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { hubReply, kioskNames, onHub, type KioskHub, type KioskWork } from '../kiosks/hearing.ts'
import { drawQrCode } from '../../base/draw-qr-code.ts'
import { onNothing, onRecord, type PlaceWork, type ReachedOperations } from '../place-work.ts'

const kind = 'kiosk'
const use = 'pinUse'

type Done = Result<null, DeskRefusal>

/** The kiosks that are paired with this desk. */
export function kiosksPlace(work: KioskWork): PlaceWork<typeof kioskOperations> {
  /** Does something with a kiosk that the page was shown. */
  const onKiosk = (
    reference: Reference,
    run: (hub: KioskHub, station: string) => Done | Promise<Done>,
  ) =>
    onRecord(work, { kind, record: 'stationId', reference }, (station) =>
      onHub(work, (hub) => run(hub, String(station))),
    )
  async function unpair({ pairing }: KioskHub, station: string): Promise<Done> {
    const done = await pairing.unpair(station, work.who().by)
    return done.ok ? ok(null) : err({ kind: 'unknownReference' })
  }
  return {
    queries: {
      kiosks: () => onNothing(() => onHub(work, (hub) => ok(rowsOf(hub, work)))),
      pinUses: () => onNothing(() => onHub(work, (hub) => ok(pinUsesOf(hub, work)))),
    },
    commands: {
      commandKiosk: ({ kiosk, act }, reason) =>
        onKiosk(kiosk, ({ desk }, station) =>
          hubReply(desk.command(station, act, { ...work.who(), reason })),
        ),
      askKioskToForget: ({ kiosk }, reason) =>
        onKiosk(kiosk, ({ desk }, station) =>
          hubReply(desk.command(station, 'askToWipe', { ...work.who(), reason })),
        ),
      inviteKiosk: () => onNothing(() => onHub(work, invite)),
      endInvitation: () =>
        onNothing(() =>
          onHub(work, async ({ pairing }) => {
            await pairing.withdraw()
            return ok(null)
          }),
        ),
      seePinUse: ({ use: reference }) =>
        onRecord(work, { kind: use, record: 'useId', reference }, (id) => {
          const [from = '', useId = ''] = String(id).split(' ')
          return onHub(work, ({ desk }) => hubReply(desk.seePinUse({ from, useId })))
        }),
      unpairKiosk: ({ kiosk }) => onKiosk(kiosk, unpair),
    },
  }
}

function rowsOf({ desk, pairing }: KioskHub, { references }: Pick<KioskWork, 'references'>) {
  const { stations, commands } = desk.overview()
  return pairing
    .stations()
    .filter((paired) => paired.kind === 'kiosk')
    .map(({ id, name, since: pairedAt }): KioskRow => {
      const known = stations.find(({ from }) => from === id)
      const sent = commands.findLast(({ to, act }) => to === id && act !== 'coming')
      return {
        ...{ kiosk: references.of(kind, id), name, pairedAt },
        presence: known
          ? {
              ...{ state: known.state, version: known.version, connection: known.connection },
              ...{ intakes: known.intakes, since: Date.parse(known.since) },
            }
          : null,
        sent: sent ? { act: sent.act, by: sent.by, at: sent.at, outcome: sent.outcome } : null,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

function pinUsesOf(hub: KioskHub, { references }: Pick<KioskWork, 'references'>): PinUseRow[] {
  const nameOf = kioskNames(hub)
  return hub.desk.pinUses().map(({ from, useId, at }) => ({
    ...{ use: references.of(use, `${from} ${useId}`), kiosk: nameOf(from), at },
  }))
}

async function invite({ pairing }: KioskHub): Promise<Result<KioskInvitation, DeskRefusal>> {
  const invited = await pairing.invite()
  if (!invited.ok) return err({ kind: 'kiosksUnheard' })
  const { code, address, link, until } = invited.value
  const host = URL.parse(`foyer://${address}`)?.hostname ?? ''
  return ok({ code, address, until, qr: drawQrCode(link), isThisMachineAlone: isThisMachine(host) })
}

/** Nothing of it comes from the service. */
export const kiosksReached: ReachedOperations<typeof kioskOperations> = {
  kiosks: [],
  commandKiosk: [],
  askKioskToForget: [],
  inviteKiosk: [],
  endInvitation: [],
  unpairKiosk: [],
  pinUses: [],
  seePinUse: [],
}
