import type { Walk } from './offline-walks.ts'
import { fakePacket } from './fake-service.ts'
import { ana, anasBirthday, settle } from './visit-harness.ts'

/** Walks of patients who begin with a code of the front desk. */
export const deskCodeWalks: readonly Walk[] = [
  {
    name: 'a code of the desk, wrong, back, and right',
    options: { deskCodes: true },
    async go(kiosk) {
      kiosk.service.patients.push({
        ...ana,
        packets: [fakePacket('packet-8801', { name: 'Form 1' })],
      })
      kiosk.deskCodes.give('482913', ana.id)
      await kiosk.tap('begin')
      await kiosk.tap('haveDeskCode')
      await kiosk.tap({ type: 'submitDeskCode', code: '111111' })
      await kiosk.tap('leaveDeskCode')
      await kiosk.tap('haveDeskCode')
      let answer = () => {}
      kiosk.deskCodes.answers = new Promise((resolve) => (answer = resolve))
      await kiosk.tap({ type: 'submitDeskCode', code: '482913' })
      await kiosk.sees('checkingDeskCode')
      answer()
      await settle()
      await kiosk.tap(anasBirthday)
      await kiosk.sees('completing')
    },
  },
]
