import type { Id } from '../../../contract/values.ts'
import type { DeskCodeShown, MadeDeskCode } from '../../../shared/desk/desk-codes.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { DeskCodes } from '../kiosks/desk-codes.ts'
import { hubReply, kioskNames, onHub, type KioskHearing, type KioskHub } from '../kiosks/hearing.ts'

/** What codes for kiosks are made with. */
export interface DeskCodeWork {
  readonly codes: DeskCodes
  readonly hearing: KioskHearing
  /** Who is signed in. */
  readonly memberId: string
  /** Their name, as their colleagues know them. */
  readonly by: () => string
}

type Reply<T> = Promise<Result<T, DeskRefusal>>

/** The command `makeDeskCode`, once it is known that the packet is this patient's and waits. */
export const makeDeskCode = (
  work: DeskCodeWork,
  wanted: { readonly patientId: Id; readonly packetId: Id | null },
): Reply<MadeDeskCode> =>
  onHub(work, (hub) => {
    if (!isKioskThere(hub)) return err({ kind: 'noKiosk' })
    const made = work.codes.make({ ...wanted, member: work.memberId })
    if (!made) return err({ kind: 'tooManyCodes' })
    return ok({ code: made.code, until: new Date(made.until).toISOString() })
  })

/**
 * The command `beginAtKiosk`. The code is in the queue of the bus until the kiosk has it, for ten seconds at the most, and
 * ends where the kiosk does not begin. `station`: undefined where the page was shown no such kiosk.
 */
export const beginAtKiosk = (
  work: DeskCodeWork,
  wanted: { readonly patientId: Id; readonly packetId: Id | null },
  station: Id | undefined,
): Reply<null> =>
  onHub(work, async ({ desk, pairing }) => {
    const kiosk = pairing.stations().find(({ id }) => id === station)?.id
    if (kiosk === undefined) return err({ kind: 'unknownReference' })
    const made = work.codes.make({ ...wanted, member: work.memberId })
    if (!made) return err({ kind: 'tooManyCodes' })
    const begun = await desk.begin(kiosk, made.code, { by: work.by(), member: work.memberId })
    // Another may have been made for them while the kiosk was waited for.
    if (!begun.ok) work.codes.withdraw(wanted.patientId, made.code)
    return hubReply(begun)
  })

/** The command `withdrawDeskCode`. */
export function withdrawDeskCode({ codes }: DeskCodeWork, patientId: Id): Reply<null> {
  codes.withdraw(patientId)
  return Promise.resolve(ok(null))
}

/** The query `deskCode`. */
export function readDeskCode(
  { codes, hearing }: DeskCodeWork,
  patientId: Id,
): Reply<DeskCodeShown> {
  const known = codes.known(patientId)
  const hub = hearing.hub()
  const at = known?.usedAt ?? null
  const kiosk = hub && at !== null ? kioskNames(hub)(at) : null
  return Promise.resolve(ok({ state: known?.state ?? 'none', kiosk }))
}

/** Whether a kiosk of this desk is on, where a code could be typed. */
function isKioskThere({ desk, pairing }: KioskHub): boolean {
  const paired = new Set(pairing.stations().map(({ id }) => id))
  return desk
    .overview()
    .stations.some(
      ({ from, kind, state }) => kind === 'kiosk' && state !== 'gone' && paired.has(from),
    )
}
