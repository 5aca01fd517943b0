import type { ReadPacketInFull } from '../../../../contract/readers/packet.ts'
import type { Id } from '../../../../contract/values.ts'
import type { packetOperations } from '../../../../shared/desk/packets.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { err, ok } from '../../../../shared/result.ts'
import { checkAccess } from '../../../intake/access.ts'
import { readAppointment } from '../../../intake/resources/appointments.ts'
import { isOpen } from '../../../intake/resources/packets.ts'
import type { DeskCodeMatch } from '../../../kiosk/visit/ports.ts'
import {
  onRecord,
  type DeskWork,
  type Handlers,
  type Prepared,
  type AnswerNowOrLater,
} from '../../feature.ts'
import type { DeskCodes } from '../../kiosks/desk-codes.ts'
import { hubReply, kioskNames, onHub, type KioskHub, type KioskWork } from '../../kiosks/hearing.ts'
import type { VisitsHere } from '../../visits-here.ts'

export type DeskCodeWork = Pick<KioskWork, 'hearing' | 'who'> & { readonly codes: DeskCodes }

/** `lock`: the desk's screen is a patient's now. */
export type HereWork = { readonly visits: Pick<VisitsHere, 'begin'>; readonly lock: () => void }

/** Prepares an operation on a packet of an open chart, once it was read. */
export type OnPacket = <T>(
  named: { readonly chart: Reference; readonly packet: Reference },
  run: (patientId: Id, read: ReadPacketInFull) => AnswerNowOrLater<T>,
) => Prepared<T> | undefined

/** Serves the check-in for waiting packets: with a code at a kiosk, or on this desk's own screen. */
export function serveCheckIn(
  work: DeskWork,
  { codes, hearing, who }: DeskCodeWork,
  { visits, lock }: HereWork,
  onPacket: OnPacket,
) {
  const onKiosks = <T>(run: Parameters<typeof onHub<T>>[1]) => onHub({ hearing }, run)
  const visitors = new Map<Reference, Id>()
  /** Of an open chart, or of an appointment of today: a birth date is asked for before anything is shown. */
  const onPatient = <T>(chart: Reference, run: (patientId: Id) => AnswerNowOrLater<T>) =>
    onRecord(work, 'chart', chart, run) ??
    onRecord(work, 'appointment', chart, async (id) => {
      const known = visitors.get(chart)
      if (known !== undefined) return run(known)
      const visit = await readAppointment(work, id)
      if (!visit.ok) return visit
      const { patientId } = visit.value
      if (patientId === undefined) return err({ kind: 'refusedByService' })
      visitors.set(chart, patientId)
      return run(patientId)
    })
  /** Null: those that wait. */
  const onPacketToFillIn = <T>(
    { chart, packet }: { readonly chart: Reference; readonly packet: Reference | null },
    run: (wanted: DeskCodeMatch) => AnswerNowOrLater<T>,
  ) =>
    packet === null
      ? onPatient(chart, (patientId) => run({ patientId, packetId: null }))
      : onPacket({ chart, packet }, (patientId, read) =>
          isOpen(read) ? run({ patientId, packetId: read.id }) : err({ kind: 'packetClosed' }),
        )

  return {
    deskCode: ({ chart }) =>
      onPatient(chart, (patientId) => {
        const known = codes.known(patientId)
        const hub = hearing.hub()
        const at = known?.usedAt ?? null
        const kiosk = hub && at !== null ? kioskNames(hub)(at) : null
        return ok({ state: known?.state ?? 'none', kiosk })
      }),
    makeDeskCode: (input) =>
      onPacketToFillIn(input, (wanted) =>
        onKiosks((hub) => {
          if (!isKioskThere(hub)) return err({ kind: 'noKiosk' })
          const made = codes.make({ ...wanted, member: who().member })
          if (!made) return err({ kind: 'tooManyCodes' })
          return ok({ code: made.code, until: new Date(made.until).toISOString() })
        }),
      ),
    // In the bus's queue until the kiosk has it, ten seconds at the most.
    beginAtKiosk: ({ kiosk, ...input }) =>
      onPacketToFillIn(input, (wanted) =>
        onKiosks(async ({ desk, pairing }) => {
          const asked = work.references.idOf('kiosk', kiosk)
          const station = pairing.stations().find(({ id }) => id === asked)?.id
          if (station === undefined) return err({ kind: 'unknownReference' })
          const made = codes.make({ ...wanted, member: who().member })
          if (!made) return err({ kind: 'tooManyCodes' })
          const begun = await desk.begin(station, made.code, who())
          // Another may have been made for them while the kiosk was waited for.
          if (!begun.ok) codes.withdraw(wanted.patientId, made.code)
          return hubReply(begun)
        }),
      ),
    // Locked once the window stands, after the service was asked: until then the member has lost nothing.
    beginHere: (input) =>
      onPacketToFillIn(input, async (wanted) => {
        const served = await checkAccess(work, work.place)
        if (!served.ok) return served
        return visits.begin(wanted, () => {
          if (work.signal.aborted) return false
          lock()
          return true
        })
      }),
    withdrawDeskCode: ({ chart }) =>
      onPatient(chart, (patientId) => {
        codes.withdraw(patientId)
        return ok(null)
      }),
  } satisfies Partial<Handlers<typeof packetOperations>>
}

function isKioskThere({ desk, pairing }: KioskHub): boolean {
  const paired = pairing.stations().filter(({ kind }) => kind === 'kiosk')
  const { stations } = desk.overview()
  return paired.some(({ id }) =>
    stations.some(({ from, state }) => from === id && state !== 'gone'),
  )
}
