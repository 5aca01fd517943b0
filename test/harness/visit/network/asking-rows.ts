import type { ScreenName } from '../../../../src/shared/ipc.ts'
import type { CheckInService } from '../../../../src/main/visit/service-port.ts'
import {
  anasBirthday,
  settle,
  type VisitHarness,
  type VisitHarnessOptions,
} from '../visit-harness.ts'
import { hold, row, type Cell } from './row.ts'

type Release = () => Promise<void>

interface Asking {
  readonly method: keyof CheckInService
  /** What stands while it is asked, and what comes after. */
  readonly waits: ScreenName
  readonly next: ScreenName
  readonly reach: (kiosk: VisitHarness) => Promise<void>
  readonly goes?: Cell<Release>
  readonly nonsense?: Cell<Release>
  readonly options?: VisitHarnessOptions
}

/** ms in which a visit tries again by itself at the latest, and in which an answer may be slow. */
const longestRetryMs = 30_000
const slowMs = 9_000

/** The call fails, for the second time when this is over. */
async function failTwice(kiosk: VisitHarness, method: keyof CheckInService, release: Release) {
  kiosk.service.fail(method, 'unreachable')
  kiosk.captures.isDown = true
  await release()
  await kiosk.seesOutage()
}

const offers = async (kiosk: VisitHarness) => {
  if (!(await kiosk.sees('unavailable')).canGoOffline) throw new Error('nothing is offered')
}

const asks = ({ method, waits, next, reach, goes, nonsense, options }: Asking) =>
  row<Release>(
    async (kiosk) => {
      const release = hold(kiosk, method)
      await reach(kiosk)
      await kiosk.sees(waits)
      return release
    },
    {
      goes: goes ?? {
        says: 'tried again unseen; then “This is taking longer than it should”, and `offline.afterMs` after the first failure “Go on without the internet”',
        async check(kiosk, release) {
          await failTwice(kiosk, method, release)
          await kiosk.wait(17_999)
          if ((await kiosk.sees('unavailable')).canGoOffline) throw new Error('offered too soon')
          await kiosk.wait(1)
          await offers(kiosk)
        },
      },
      comesBack: {
        says: 'it goes on by itself within 30 s',
        async check(kiosk, release) {
          await failTwice(kiosk, method, release)
          kiosk.service.recover()
          await kiosk.wait(longestRetryMs)
          await kiosk.sees(next)
        },
      },
      slow: {
        says: 'what is being done stands there until the answer comes',
        async check(kiosk, release) {
          await kiosk.wait(slowMs)
          await kiosk.sees(waits)
          await release()
          await kiosk.sees(next)
        },
      },
      nonsense: nonsense ?? {
        says: 'a person helps: no waiting would',
        async check(kiosk, release) {
          kiosk.service.fail(method, 'unreadableAnswer')
          await release()
          await kiosk.sees('askStaff')
        },
      },
    },
    options,
  )

const begins = async (kiosk: VisitHarness) => {
  kiosk.admitAna('p1')
  await kiosk.sees('welcome')
  await kiosk.tap('begin')
  await kiosk.askForCode()
}
const proves = async (kiosk: VisitHarness) => {
  await begins(kiosk)
  await kiosk.typeCode()
}
const givesDate = async (kiosk: VisitHarness) => {
  await proves(kiosk)
  await kiosk.tap(anasBirthday)
}
const wantsToStop = async (kiosk: VisitHarness) => {
  await givesDate(kiosk)
  await kiosk.tap('finish')
}

/** The service's word that the code is right is enough: it guards the match itself. */
const believed: Cell<Release> = {
  says: 'the code counts as right if the service said so; else a person helps',
  async check(kiosk, release) {
    kiosk.service.fail('proofStatus', 'unreadableAnswer')
    await release()
    await kiosk.sees('dateOfBirth')
  },
}

const offeredAtOnce: Cell<Release> = {
  says: 'tried again unseen; then “This is taking longer than it should” and, where no code was sent and it is known to be down, “Go on without the internet” at once',
  async check(kiosk, release) {
    await failTwice(kiosk, 'createProof', release)
    await offers(kiosk)
  },
}

/** States in which the visit asks the service something. */
export const askingRows = {
  sending: asks({
    ...{ method: 'createProof', waits: 'sending', next: 'code' },
    reach: begins,
    goes: offeredAtOnce,
  }),
  checking: asks({
    ...{ method: 'proofStatus', waits: 'checking', next: 'dateOfBirth' },
    reach: proves,
    nonsense: believed,
  }),
  matching: asks({
    ...{ method: 'matchPatient', waits: 'matching', next: 'dateOfBirth' },
    reach: proves,
  }),
  comparing: asks({
    ...{ method: 'dateOfBirth', waits: 'matching', next: 'completing' },
    reach: givesDate,
  }),
  findingForms: asks({
    ...{ method: 'openPackets', waits: 'findingForms', next: 'completing' },
    reach: givesDate,
  }),
  opening: asks({
    ...{ method: 'completionUrl', waits: 'opening', next: 'completing' },
    reach: givesDate,
  }),
  ownPhone: asks({
    ...{ method: 'completionUrl', waits: 'opening', next: 'ownPhone' },
    reach: async (kiosk) => {
      await givesDate(kiosk)
      await kiosk.tap('useOwnPhone')
    },
    options: { packets: { ownPhone: true } },
  }),
  confirming: asks({
    ...{ method: 'packetProgress', waits: 'confirming', next: 'unfinished' },
    reach: wantsToStop,
  }),
  lost: row<Release>(
    async (kiosk) => {
      await givesDate(kiosk)
      await kiosk.sees('completing')
      const release = hold(kiosk, 'packetProgress')
      kiosk.form.events.onGone()
      await settle()
      await kiosk.sees('opening')
      return release
    },
    {
      goes: {
        says: 'the form is opened anew, by the row `opening`',
        async check(kiosk, release) {
          kiosk.service.fail('packetProgress', 'unreachable')
          await failTwice(kiosk, 'completionUrl', release)
        },
      },
      comesBack: {
        says: 'the form is opened anew',
        async check(kiosk, release) {
          await release()
          await kiosk.sees('completing')
          if (kiosk.forms.length !== 2) throw new Error('the form is not a new one')
        },
      },
      slow: {
        says: '“Opening your forms” stands there until the answer comes',
        async check(kiosk, release) {
          await kiosk.wait(slowMs)
          await kiosk.sees('opening')
          await release()
          await kiosk.sees('completing')
        },
      },
      nonsense: {
        says: 'the form is opened anew',
        async check(kiosk, release) {
          kiosk.service.fail('packetProgress', 'unreadableAnswer')
          await release()
          await kiosk.sees('completing')
        },
      },
    },
  ),
} as const
