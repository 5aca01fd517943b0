import type { Walk } from './offline-walks.ts'
import { fakePacket } from './fake-service.ts'
import { ana, anasBirthday, type VisitHarness } from './visit-harness.ts'

/** Ana, whose packets have names that tell nothing of their ids. */
function admit(kiosk: VisitHarness, ...ids: string[]) {
  const packets = ids.map((id, index) => fakePacket(id, { name: `Form ${index + 1}` }))
  kiosk.service.patients.push({ ...ana, packets })
}

/** Walks of patients who go on with their own phone. */
export const ownPhoneWalks: readonly Walk[] = [
  {
    name: 'the own phone, back, an outage, and the code is taken',
    options: { packets: { ownPhone: true } },
    async go(kiosk) {
      admit(kiosk, 'packet-8801')
      await kiosk.prove()
      await kiosk.tap(anasBirthday)
      await kiosk.tap('useOwnPhone')
      await kiosk.sees('ownPhone')
      await kiosk.tap('leaveOwnPhone')
      kiosk.service.fail('completionUrl', 'timedOut')
      await kiosk.tap('useOwnPhone')
      await kiosk.seesOutage()
      kiosk.service.recover()
      await kiosk.tap('retry')
      await kiosk.sees('ownPhone')
      await kiosk.tap('done')
      await kiosk.sees('finished')
    },
  },
  {
    name: 'the own phone, until the kiosk is free',
    options: { packets: { ownPhone: true } },
    async go(kiosk) {
      admit(kiosk, 'packet-8801', 'packet-8802')
      await kiosk.prove()
      await kiosk.tap(anasBirthday)
      await kiosk.tap({ type: 'choosePacket', key: '2' })
      await kiosk.tap('useOwnPhone')
      await kiosk.wait(60_000)
      await kiosk.sees('welcome')
    },
  },
]
