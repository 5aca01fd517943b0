import type { Attempts } from '../../../src/main/kiosk/visit/limits/attempts.ts'
import { createDrafts } from '../../../src/main/desk/drafts.ts'
import type { KeptDay } from '../../../src/main/desk/kept-day.ts'
import { openSessionWork, type SessionWork } from '../../../src/main/desk/session-work.ts'
import { defaultClinicLook } from '../../../src/main/intake/clinic.ts'
import { simulatedWallClock } from '../bus/wall-clock.ts'

export const noKeptDay: KeptDay = {
  keep: () => undefined,
  read: () => undefined,
  close: () => undefined,
}

/** Opens a member's work over a client of the service; what needs a part that is not named here fails. */
export function openWorkOver(client: object, attempts: Attempts): SessionWork {
  const clock = simulatedWallClock()
  return openSessionWork({
    memberId: 'ana',
    clock,
    attempts,
    kiosks: { hears: () => 'no', hub: () => undefined, opened: Promise.resolve() },
    connection: {
      client,
      place: { accountId: 1, locationId: 2, defaultTemplateGroupId: null },
      close: () => Promise.resolve(),
    },
    members: {},
    auditReading: {},
    signIn: { isShut: () => false, set: () => undefined },
    codes: {},
    visits: {},
    keptDay: noKeptDay,
    lockForPatient: () => undefined,
    drafts: createDrafts(clock),
    clinic: () => ({ ...defaultClinicLook, locales: ['en'] }),
  } as unknown as Parameters<typeof openSessionWork>[0])
}
