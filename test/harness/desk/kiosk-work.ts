import { createReferences } from '../../../src/main/desk/feature.ts'
import type { KioskHearing, KioskWork } from '../../../src/main/desk/kiosks/hearing.ts'
import type { HubPairing } from '../../../src/main/stations/hub/hub-desk.ts'
import { err, ok } from '../../../src/shared/result.ts'
import { openDesk } from '../hub/desk.ts'
import { backKiosk, frontKiosk } from '../hub/stations.ts'

export const pairedAt = Date.parse('2026-02-01T08:00:00.000Z')

/** Services for a member of staff with two kiosks, Front door and Back door, which a test speaks as. */
export async function openKioskWork() {
  const parts = await openDesk()
  const shut = new Set<string>()
  const unpaired: (readonly [station: string, by: string | undefined])[] = []
  let invitations = 0
  let canListen = true
  const pairing: HubPairing = {
    invite() {
      invitations += 1
      const invitation = {
        code: 'ABCD-EFGH-JKLM',
        address: '192.0.2.1:8884',
        link: 'foyer:x',
        until: pairedAt,
      }
      return Promise.resolve(canListen ? ok(invitation) : err('cannotListen'))
    },
    withdraw() {
      invitations = 0
      return Promise.resolve()
    },
    stations: () =>
      [
        { id: frontKiosk, kind: 'kiosk' as const, name: 'Front door', since: pairedAt },
        { id: backKiosk, kind: 'kiosk' as const, name: 'Back door', since: pairedAt },
      ].filter(({ id }) => !unpaired.some(([gone]) => gone === id)),
    unpair(station, by) {
      unpaired.push([station, by])
      return Promise.resolve(ok(null))
    },
  }
  let hub: ReturnType<KioskHearing['hub']> = {
    desk: parts.desk,
    pairing,
    askIntakes: () => Promise.resolve(undefined),
  }
  const work: KioskWork = {
    references: createReferences(),
    hearing: { hears: () => (hub ? 'yes' : 'no'), hub: () => hub, opened: Promise.resolve() },
    signIn: {
      isShut: (kiosk) => shut.has(kiosk),
      set(kiosk, isShut) {
        if (isShut) shut.add(kiosk)
        else shut.delete(kiosk)
      },
    },
    who: () => ({ by: 'Ana Ruiz', member: 'ana' }),
  }
  return {
    ...parts,
    work,
    unpaired,
    invitations: () => invitations,
    goDeaf: () => (hub = undefined),
    takePort: () => (canListen = false),
  }
}
