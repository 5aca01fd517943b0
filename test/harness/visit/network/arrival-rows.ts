import type { ScreenName } from '../../../../src/shared/ipc.ts'
import { settle, anasBirthday, type VisitHarness } from '../visit-harness.ts'
import { always, row, type Cell } from './row.ts'

const options = { arrival: true } as const

/** From the welcome screen until the date of birth was given. */
async function givesDate(kiosk: VisitHarness, ...packets: string[]): Promise<void> {
  kiosk.admitAna(...packets)
  await kiosk.prove()
  await kiosk.sees('dateOfBirth')
  await kiosk.tap(anasBirthday)
}

/** Holds back what `name` waits for, until the function that comes back is called. */
function holdBack(kiosk: VisitHarness, name: 'looks' | 'settles'): () => Promise<void> {
  let release = () => {}
  kiosk.arrivals[name] = new Promise((resolve) => {
    release = resolve
  })
  return async () => {
    release()
    await settle()
  }
}

type Release = () => Promise<void>

const waitsAt = (screen: ScreenName, next: ScreenName): Cell<Release> => ({
  says: 'what is being done stands there for 3 s at most; then the visit goes on',
  async check(kiosk, release) {
    await kiosk.sees(screen)
    await release()
    await kiosk.sees(next)
  },
})

/** The look-up fails: nobody is told of it. */
const goesOn: Cell<Release> = {
  says: 'the visit goes on without the appointment; one line of the log says why',
  async check(kiosk, release) {
    kiosk.arrivals.fault = 'unreachable'
    await release()
    await kiosk.sees('completing')
    if (kiosk.logged('callFailed').length !== 1) throw new Error('the log does not say why')
  },
}

const lookUpCells = {
  ...{ goes: goesOn, nonsense: goesOn, comesBack: goesOn },
  slow: waitsAt('matching', 'arrival'),
}

/** States of the arrival. */
export const arrivalRows = {
  findingArrival: row<Release>(
    async (kiosk) => {
      const release = holdBack(kiosk, 'looks')
      await givesDate(kiosk, 'p1')
      return release
    },
    lookUpCells,
    options,
  ),
  arrival: row(
    (kiosk) => givesDate(kiosk, 'p1'),
    always({
      says: 'nothing; what they confirm is kept, and the clinic is told as soon as it can be',
      async check(kiosk) {
        kiosk.captures.isDown = true
        kiosk.arrivals.outcome = 'waiting'
        await kiosk.tap({ type: 'confirmArrival', key: '1' })
        await kiosk.sees('completing')
        if (kiosk.arrivals.confirmed.length !== 1) throw new Error('it is not kept')
      },
    }),
    options,
  ),
  confirmingArrival: row(
    async (kiosk) => {
      await givesDate(kiosk, 'p1')
      await kiosk.tap({ type: 'confirmArrival', key: '1' })
    },
    always({
      says: 'nothing: it is the kiosk alone that keeps it',
      async check(kiosk) {
        await kiosk.sees('completing')
      },
    }),
    options,
  ),
  settlingArrival: row<Release>(
    async (kiosk) => {
      const release = holdBack(kiosk, 'settles')
      await givesDate(kiosk)
      await kiosk.tap({ type: 'confirmArrival', key: '1' })
      return release
    },
    always(waitsAt('findingForms', 'nothingWaiting')),
    options,
  ),
} as const
