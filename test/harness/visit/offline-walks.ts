import { fakePacket } from './fake-service.ts'
import { ana, anasBirthday, type VisitHarness, type VisitHarnessOptions } from './visit-harness.ts'

/** A way through a visit, from the welcome screen. */
export interface Walk {
  readonly name: string
  readonly options?: VisitHarnessOptions
  readonly go: (kiosk: VisitHarness) => Promise<void>
}

const name = { type: 'submitName', firstName: 'Ana', lastName: 'Cruz' } as const

/** Walks of a kiosk that takes patients in without the network. */
export const offlineWalks: readonly Walk[] = [
  {
    name: 'without the network',
    options: { offline: true },
    async go(kiosk) {
      kiosk.captures.isDown = true
      await kiosk.tap('begin')
      await kiosk.tap(name)
      await kiosk.tap(anasBirthday)
      await kiosk.tap({ type: 'submitContact', value: '(202) 555-0143' })
      kiosk.form.events.onFinished()
      await kiosk.sees('finished')
    },
  },
  {
    name: 'a form that is cut off twice, and given up',
    options: { offline: true },
    async go(kiosk) {
      kiosk.service.patients.push({
        ...ana,
        packets: [fakePacket('packet-8801', { name: 'Form 1' })],
      })
      await kiosk.reachForm()
      kiosk.captures.isDown = true
      await kiosk.sees('cutOff')
      kiosk.captures.isDown = false
      await kiosk.wait(3_000)
      await kiosk.sees('completing')
      kiosk.captures.isDown = true
      await kiosk.sees('cutOff')
      await kiosk.wait(20_000)
      await kiosk.tap('goOffline')
      await kiosk.tap(name)
      await kiosk.sees('completing')
    },
  },
]
