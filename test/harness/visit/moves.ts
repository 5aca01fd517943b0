import assert from 'node:assert/strict'
import type { ServiceErrorKind } from '../../../src/main/service/http/errors.ts'
import type { CheckInService } from '../../../src/main/visit/service-port.ts'
import type { FormSign } from '../../../src/shared/windows.ts'
import { settle, type Move, type VisitHarness } from './visit-harness.ts'

/** What happens around a visit, as moves. */

/** Ana is known, with packets of these ids. */
export const admits =
  (...packetIds: string[]): Move =>
  (kiosk) =>
    kiosk.admitAna(...packetIds)

/** The service is known to be down, or to be back. */
export const goesDown: Move = (kiosk) => (kiosk.captures.isDown = true)
export const comesBack: Move = (kiosk) => (kiosk.captures.isDown = false)

/** Calls fail until the service recovers. */
export const fails =
  (method: keyof CheckInService, kind: ServiceErrorKind = 'unreachable'): Move =>
  (kiosk) =>
    kiosk.service.fail(method, kind)
export const recovers: Move = (kiosk) => kiosk.service.recover()
/** A call fails for the second time, which is told. */
export const outage: Move = (kiosk) => kiosk.seesOutage()

export const formIsLost: Move = (kiosk) => kiosk.form.events.onGone()
export const formIsUseless: Move = (kiosk) => kiosk.form.events.onUseless()
export const formSigns =
  (sign: FormSign): Move =>
  (kiosk) =>
    kiosk.form.events.onSign(sign)
/** The service holds packet `p1` as complete. */
export const completes: Move = (kiosk) => kiosk.service.fillIn('p1', { completed: true })

/** Holds something back, until it is let go. */
export function held(hold: (kiosk: VisitHarness, until: Promise<void>) => unknown): {
  readonly hold: Move
  readonly release: Move
} {
  let open = () => {}
  return {
    hold: (kiosk) => void hold(kiosk, new Promise((resolve) => (open = resolve))),
    async release() {
      open()
      await settle()
    },
  }
}
/** Holds back the answers to a call. */
export const heldCall = (method: keyof CheckInService) =>
  held((kiosk, until) => {
    const service = kiosk.service as unknown as Record<string, (...given: unknown[]) => unknown>
    const answer = service[method]
    service[method] = (...given) => until.then(() => answer?.(...given))
  })

/** Whether going on without the internet must be offered now. */
export const offersOffline =
  (isOffered: boolean): Move =>
  async ({ view }) => {
    await settle()
    assert.equal('canGoOffline' in view.screen && view.screen.canGoOffline === true, isOffered)
  }
/** The form must be seen, and be the one of that number. */
export const seesForm =
  (number: number): Move =>
  async (kiosk) => {
    await kiosk.sees('completing')
    assert.deepEqual([kiosk.form.visible, kiosk.forms.length], [true, number])
  }
