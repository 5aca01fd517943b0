import { expect } from 'vitest'
import type { ServiceErrorKind } from '../../../src/main/intake/http/errors.ts'
import type { CheckInService } from '../../../src/main/intake/check-in-service.ts'
import type { FormSign } from '../../../src/shared/windows.ts'
import type { LogEvent } from '../../../src/main/kiosk/visit/log-port.ts'
import type { PatientCommand, ScreenName } from '../../../src/shared/ipc.ts'
import type { AttemptKind } from '../../../src/main/kiosk/visit/limits/attempts.ts'
import type { FakeForm } from './fake-ports.ts'
import type { FakeService } from './fake-service.ts'
import { ana, settle, type Move, type VisitHarness } from './visit-harness.ts'

/** Events around a visit, and what is to be seen of it, as moves. */

/** Ana is known, with packets of these ids. */
export const admits =
  (...packetIds: string[]): Move =>
  (kiosk) =>
    kiosk.admitAna(...packetIds)

/** Ben has Ana's phone, too. */
export const admitsBen: Move = ({ service }) =>
  void service.patients.push({ ...ana, id: 'patient-4712', name: 'Ben', packets: [] })
/** The name of the one who is seen. */
export const named = (firstName: string) =>
  ({ type: 'submitName', firstName, lastName: 'Cruz' }) as const

/** The service is known to be down, or to be back. */
export const goesDown: Move = (kiosk) => (kiosk.captures.isDown = true)
export const comesBack: Move = (kiosk) => (kiosk.captures.isDown = false)

/** Calls fail until the service recovers. */
export const fails =
  (method: keyof CheckInService, kind: ServiceErrorKind = 'unreachable'): Move =>
  (kiosk) =>
    kiosk.service.fail(method, kind)
/** Calls are refused with the word to come back after so many ms. */
export const asksToWait =
  (method: keyof CheckInService, retryAfterMs: number): Move =>
  (kiosk) =>
    kiosk.service.fail(method, 'rateLimited', retryAfterMs)
/** The patient sees no word of a wait yet. */
export const isNotTold: Move = ({ view }) => expect(view.screen.name).not.toBe('unavailable')
export const recovers: Move = (kiosk) => kiosk.service.recover()
/** A call fails for the second time, which is told. */
export const outage: Move = (kiosk) => kiosk.seesOutage()

export const formIsLost: Move = (kiosk) => kiosk.form.events.onGone()
export const formIsUseless: Move = (kiosk) => kiosk.form.events.onUseless()
export const formSigns =
  (sign: FormSign): Move =>
  (kiosk) =>
    kiosk.form.events.onSign(sign)
export const formIsTouched: Move = (kiosk) => kiosk.form.events.onActivity()
/** The service holds packet `p1` as complete. */
export const completes: Move = (kiosk) => kiosk.service.fillIn('p1', { completed: true })

/** Anything else that is set. */
export const has =
  (change: Partial<Pick<VisitHarness, 'formFailure' | 'codeFailure' | 'logThrowsOn'>>): Move =>
  (kiosk) =>
    void Object.assign(kiosk, change)
/** The service says no known word of a code's check, and that of every proof in place of the truth. */
export const isUnclear =
  (proofState?: FakeService['proofState']): Move =>
  ({ service }) =>
    void Object.assign(service, { isUnclear: true, proofState })
/** The service answers for so many ms as before each change, and does not name what it creates. */
export const lags =
  (lagMs: number): Move =>
  ({ service }) =>
    void Object.assign(service, { lagMs, namesNewPackets: false })
/** Nobody has called the service. */
export const asksNothing: Move = ({ service }) => expect(service.calls).toEqual([])
/** Of each attempt that was counted the kind, and to whom codes went. */
export const counted =
  (...kinds: AttemptKind[]): Move =>
  (kiosk) =>
    expect(kiosk.counted.kept.map(({ kind }) => kind)).toEqual(kinds)
export const codesWentTo =
  (...contacts: string[]): Move =>
  ({ service }) =>
    expect(service.inbox.map(({ contact }) => contact)).toEqual(contacts)
/** The code that was sent at first is typed in. */
export const firstCode: Move = (kiosk) => kiosk.typeCode(kiosk.service.inbox[0]?.code)
/** True if each form that was opened is closed. */
export const formsAreClosed =
  (...closed: boolean[]): Move =>
  ({ forms }) =>
    expect(forms.map((form) => form.closed)).toEqual(closed)

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

/** True if going on without the internet must be offered now. */
export const offersOffline =
  (isOffered: boolean): Move =>
  async ({ view }) => {
    await settle()
    expect('canGoOffline' in view.screen && view.screen.canGoOffline === true).toBe(isOffered)
  }
/** The form must be seen, and be the one of that number. */
export const seesForm =
  (number: number): Move =>
  async (kiosk) => {
    await kiosk.sees('completing')
    expect([kiosk.form.visible, kiosk.forms.length]).toEqual([true, number])
  }

/** The screen must be there, and show at least this. */
export const shows =
  (screen: ScreenName, least: object): Move =>
  async (kiosk) =>
    expect(await kiosk.sees(screen)).toMatchObject(least)
/** Over the screen there must be at least this, or nothing. */
export const overlayIs =
  (least: object | null): Move =>
  ({ view }) =>
    least ? expect(view.overlay).toMatchObject(least) : expect(view.overlay).toBeNull()
/** The form that opened last must be at least this, and as many must have been opened. */
export const formIs =
  (least: Partial<FakeForm>): Move =>
  ({ form }) =>
    expect(form).toMatchObject(least)
export const formsOpened =
  (count: number): Move =>
  ({ forms }) =>
    expect(forms).toHaveLength(count)
/** The log must have so many lines of an event, each with at least this. */
export const logs =
  (event: LogEvent, ...lines: object[]): Move =>
  (kiosk) =>
    expect(kiosk.logged(event)).toMatchObject(lines)
/** The command must not be taken. */
export const refuses =
  (command: PatientCommand | PatientCommand['type']): Move =>
  async (kiosk) => {
    const full = typeof command === 'string' ? ({ type: command } as PatientCommand) : command
    expect(await kiosk.try(full), full.type).toBe(false)
  }
/** The service must have been called so often. */
export const calls =
  (method: keyof CheckInService, times: number): Move =>
  ({ service }) =>
    expect(service.timesCalled(method), method).toBe(times)
/** So much must have happened to the windows, in this order. */
export const windowsDid =
  (...all: string[]): Move =>
  ({ windows }) =>
    expect(windows).toEqual(all)
/** The view must hold at least this. */
export const viewHas =
  (least: object): Move =>
  ({ view }) =>
    expect(view).toMatchObject(least)

/** Staff come in, and a visit must be there that waits for them; then they leave it. */
export const staffCome: Move = (kiosk) => expect(kiosk.staffComeIn()).toBe(true)
export const staffGo =
  (how: 'helped' | 'locked'): Move =>
  async (kiosk) => {
    kiosk.staffGoOn(how)
    await settle()
  }
/** Staff have something open over the kiosk, or no longer. */
export const covers =
  (covered: boolean): Move =>
  (kiosk) =>
    void kiosk.cover(covered)
export const ends: Move = (kiosk) => kiosk.end('staff')
