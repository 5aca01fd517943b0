import type { ScreenName } from '../../../../src/shared/ipc.ts'
import { ana, anasBirthday, settle, type VisitHarness } from '../visit-harness.ts'
import { always, row, type Cell } from './row.ts'

/** A while in which nobody is asked whether they are there. */
const whileMs = 30_000
const name = { type: 'submitName', firstName: 'Ana', lastName: 'de la Cruz' } as const
const phone = { type: 'submitContact', value: '(202) 555-0143' } as const

/** The network goes and comes back under somebody who reads or types. */
async function goAndComeBack(kiosk: VisitHarness): Promise<void> {
  for (const isDown of [true, false]) {
    kiosk.captures.isDown = isDown
    await kiosk.wait(whileMs / 2)
  }
}

function staysAt(screen: ScreenName, says: string): Cell {
  return {
    says,
    async check(kiosk) {
      await goAndComeBack(kiosk)
      await kiosk.sees(screen)
    },
  }
}

const typed = (reach: (kiosk: VisitHarness) => Promise<void>, screen: ScreenName, options = {}) =>
  row(
    reach,
    always(staysAt(screen, 'nothing; what they tap next finds it out, by the rows that ask')),
    options,
  )

/** Without the network: nothing is asked of the service, whatever it would answer. */
const alone = (reach: (kiosk: VisitHarness) => Promise<void>, go: Cell['check']) =>
  row(
    async (kiosk) => {
      kiosk.captures.isDown = true
      for (const method of ['createProof', 'publicLink'] as const)
        kiosk.service.fail(method, 'unreadableAnswer')
      await kiosk.sees('welcome')
      await kiosk.tap('begin')
      await reach(kiosk)
    },
    always({
      says: 'nothing: the intake goes on as it began, and the service is not asked',
      async check(kiosk) {
        await goAndComeBack(kiosk)
        await go(kiosk)
        if (kiosk.service.calls.length > 0) throw new Error(`asked: ${kiosk.service.calls.join()}`)
      },
    }),
  )

const ended = (reach: (kiosk: VisitHarness) => Promise<void>, screen: ScreenName) =>
  row(
    reach,
    always({
      says: 'nothing: the last words stand as long as ever',
      async check(kiosk) {
        kiosk.captures.isDown = true
        await kiosk.wait(kiosk.settings.idle.lastScreenMs - 1)
        await kiosk.sees(screen)
        await kiosk.wait(1)
        await kiosk.sees('welcome')
      },
    }),
  )

async function begin(kiosk: VisitHarness): Promise<void> {
  await kiosk.sees('welcome')
  await kiosk.tap('begin')
}

async function hasDeskCode(kiosk: VisitHarness): Promise<void> {
  await begin(kiosk)
  await kiosk.tap('haveDeskCode')
}

async function withPackets(kiosk: VisitHarness, ...ids: string[]): Promise<void> {
  kiosk.admitAna(...ids)
  await kiosk.prove()
  await kiosk.sees('dateOfBirth')
  await kiosk.tap(anasBirthday)
}

async function offersPhone(kiosk: VisitHarness, isDown: boolean, isOffered: boolean) {
  kiosk.captures.isDown = isDown
  const { canUseOwnPhone } = await kiosk.sees('whereToFillIn')
  const { ok } = isOffered ? { ok: true } : await kiosk.try({ type: 'useOwnPhone' })
  if (canUseOwnPhone !== isOffered || ok !== isOffered) throw new Error('offered, or not')
}

const seesOn = (isDown: boolean, screen: ScreenName): Cell['check'] => {
  return async (kiosk) => {
    kiosk.captures.isDown = true
    kiosk.captures.isDown = isDown
    await begin(kiosk)
    await kiosk.sees(screen)
  }
}

/** States in which the visit asks nothing of the service. */
export const restingRows = {
  welcome: row(async () => {}, {
    goes: {
      says: 'known to be down: after “Start” their name is asked',
      check: seesOn(true, 'offlineName'),
    },
    comesBack: {
      says: 'after “Start” their contact is asked, as ever',
      check: seesOn(false, 'contact'),
    },
    slow: {
      says: 'after “Start” their contact is asked, as ever',
      check: seesOn(false, 'contact'),
    },
    nonsense: {
      says: 'from between (HTML, a false certificate): as if it were gone',
      check: seesOn(true, 'offlineName'),
    },
  }),
  contact: typed(begin, 'contact'),
  code: typed(async (kiosk) => {
    await begin(kiosk)
    await kiosk.askForCode()
  }, 'code'),
  dateOfBirth: typed(async (kiosk) => {
    kiosk.admitAna('p1')
    await kiosk.prove()
  }, 'dateOfBirth'),
  deskCode: typed(hasDeskCode, 'deskCode', { deskCodes: true }),
  checkingDeskCode: row<() => Promise<void>>(
    async (kiosk) => {
      kiosk.deskCodes.give('482913', ana.id)
      let answer = () => {}
      kiosk.deskCodes.answers = new Promise((resolve) => (answer = resolve))
      await hasDeskCode(kiosk)
      await kiosk.tap({ type: 'submitDeskCode', code: '482913' })
      return async () => {
        answer()
        await settle()
      }
    },
    always({
      says: 'nothing: the desk is asked, not the service; where it does not answer within 15 s they may try again',
      async check(kiosk, answer) {
        await goAndComeBack(kiosk)
        await kiosk.sees('checkingDeskCode')
        await answer()
        await kiosk.sees('dateOfBirth')
      },
    }),
    { deskCodes: true },
  ),
  choosePacket: typed((kiosk) => withPackets(kiosk, 'p1', 'p2'), 'choosePacket'),
  whereToFillIn: row(
    async (kiosk) => {
      await withPackets(kiosk, 'p1')
      await kiosk.sees('whereToFillIn')
    },
    {
      goes: {
        says: 'known to be down: the own phone is no longer offered',
        check: (kiosk) => offersPhone(kiosk, true, false),
      },
      comesBack: {
        says: 'the own phone is offered again',
        async check(kiosk) {
          await offersPhone(kiosk, true, false)
          await offersPhone(kiosk, false, true)
        },
      },
      slow: {
        says: 'nothing; what they tap next finds it out, by the rows that ask',
        check: (kiosk) => offersPhone(kiosk, false, true),
      },
      nonsense: {
        says: 'from between (HTML, a false certificate): as if it were gone',
        check: (kiosk) => offersPhone(kiosk, true, false),
      },
    },
    { packets: { ownPhone: true } },
  ),
  publicFormsOffer: typed((kiosk) => kiosk.prove(), 'publicFormsOffer', {
    noMatch: 'publicLink',
    packets: { defaultTemplateGroupId: 7 },
  }),
  unfinished: typed(async (kiosk) => {
    await withPackets(kiosk, 'p1')
    await kiosk.tap('finish')
  }, 'unfinished'),
  offlineName: alone(
    async () => {},
    async (kiosk) => {
      await kiosk.sees('offlineName')
    },
  ),
  offlineBirthDate: alone(
    (kiosk) => kiosk.tap(name),
    async (kiosk) => {
      await kiosk.sees('dateOfBirth')
    },
  ),
  offlineContact: alone(
    async (kiosk) => {
      await kiosk.tap(name)
      await kiosk.tap(anasBirthday)
    },
    async (kiosk) => {
      await kiosk.sees('contact')
    },
  ),
  offlineBeginning: alone(
    async (kiosk) => {
      await kiosk.tap(name)
      await kiosk.tap(anasBirthday)
    },
    async (kiosk) => {
      await kiosk.tap(phone)
      await kiosk.sees('completing')
    },
  ),
  /** The forms of an intake without the network. */
  capture: alone(
    async (kiosk) => {
      for (const command of [name, anasBirthday, phone]) await kiosk.tap(command)
    },
    async (kiosk) => {
      if ((await kiosk.sees('completing')).completion !== 'offline' || !kiosk.form.visible)
        throw new Error('the forms are gone')
    },
  ),
  finished: ended(async (kiosk) => {
    await withPackets(kiosk, 'p1')
    kiosk.service.fillIn('p1', { completed: true })
    await kiosk.tap('finish')
  }, 'finished'),
  askStaff: ended(async (kiosk) => {
    await begin(kiosk)
    await kiosk.tap('askWithoutContact')
  }, 'askStaff'),
  tooManyTries: ended(async (kiosk) => {
    await begin(kiosk)
    await kiosk.askForCode()
    for (const waitMs of [0, 0, 30_000, 60_000, 0]) {
      await kiosk.tap({ type: 'submitCode', code: '999999' })
      await kiosk.wait(waitMs)
    }
  }, 'tooManyTries'),
  nothingWaiting: ended((kiosk) => withPackets(kiosk), 'nothingWaiting'),
} as const
