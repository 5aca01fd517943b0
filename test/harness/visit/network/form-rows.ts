import { anasBirthday, settle, type VisitHarness } from '../visit-harness.ts'
import { hold, row } from './row.ts'

const name = { type: 'submitName', firstName: 'Ana', lastName: 'de la Cruz' } as const
/** ms that a page has to save what it holds, and after which the service was asked how far the patient is. */
const savingMs = 3_000
const patrolMs = 31_000

async function inForm(kiosk: VisitHarness): Promise<void> {
  kiosk.admitAna('p1')
  await kiosk.reachForm()
}

/** The form is seen, and is the one of that number. */
async function seesForm(kiosk: VisitHarness, number: number): Promise<void> {
  await kiosk.sees('completing')
  if (!kiosk.form.visible || kiosk.forms.length !== number)
    throw new Error(`expected form ${number}, there are ${kiosk.forms.length}`)
}

async function isCutOff(kiosk: VisitHarness): Promise<void> {
  await inForm(kiosk)
  kiosk.captures.isDown = true
  await kiosk.sees('cutOff')
}

/** The page is on its way until the function that comes back is called. */
async function isLoading(kiosk: VisitHarness): Promise<() => Promise<void>> {
  let release = () => {}
  kiosk.formOpens = new Promise((resolve) => {
    release = resolve
  })
  kiosk.admitAna('p1')
  await kiosk.prove()
  await kiosk.sees('dateOfBirth')
  await kiosk.tap(anasBirthday)
  await kiosk.sees('opening')
  return async () => {
    release()
    await settle()
  }
}

/** States around the service's own page. */
export const formRows = {
  loading: row(isLoading, {
    goes: {
      says: 'tried again unseen; then as `opening`',
      async check(kiosk, release) {
        kiosk.formFailure = { kind: 'notLoaded', reason: 'net::ERR_INTERNET_DISCONNECTED' }
        await release()
        await kiosk.seesOutage()
      },
    },
    comesBack: {
      says: 'the form opens by itself within 30 s',
      async check(kiosk, release) {
        kiosk.formFailure = { kind: 'notLoaded', reason: 'net::ERR_INTERNET_DISCONNECTED' }
        await release()
        await kiosk.seesOutage()
        kiosk.formFailure = null
        await kiosk.wait(30_000)
        await seesForm(kiosk, 1)
      },
    },
    slow: {
      says: '“Opening your forms” stands there until the page does',
      async check(kiosk, release) {
        await kiosk.wait(9_000)
        await kiosk.sees('opening')
        await release()
        await seesForm(kiosk, 1)
      },
    },
    nonsense: {
      says: 'a page that is not there: a person helps',
      async check(kiosk, release) {
        kiosk.formFailure = { kind: 'notLoaded', reason: 'no such page', status: 404 }
        await release()
        await kiosk.sees('askStaff')
      },
    },
  }),
  completing: row(inForm, {
    goes: {
      says: 'known to be down: “We lost the connection” in the place of the form, by the row `cutOff`',
      async check(kiosk) {
        kiosk.captures.isDown = true
        await kiosk.sees('cutOff')
        if (kiosk.form.visible || kiosk.form.closed) throw new Error('the form is not beneath')
      },
    },
    comesBack: {
      says: 'before it was known to be down: nothing, the form stays as it is',
      async check(kiosk) {
        kiosk.service.fail('packetProgress', 'unreachable')
        await kiosk.wait(patrolMs)
        kiosk.service.recover()
        await kiosk.wait(patrolMs)
        await seesForm(kiosk, 1)
      },
    },
    slow: {
      says: 'nothing from Foyer: its own questions wait unseen',
      async check(kiosk) {
        hold(kiosk, 'packetProgress')
        await kiosk.wait(2 * patrolMs)
        await seesForm(kiosk, 1)
      },
    },
    nonsense: {
      says: 'a page that shows nothing: they may try again once, then a person helps; another answer: nothing',
      async check(kiosk) {
        kiosk.service.fail('packetProgress', 'unreadableAnswer')
        await kiosk.wait(patrolMs)
        await seesForm(kiosk, 1)
        kiosk.form.events.onUseless()
        await kiosk.sees('unavailable')
        await kiosk.tap('retry')
        await seesForm(kiosk, 2)
        kiosk.form.events.onUseless()
        await kiosk.sees('askStaff')
      },
    },
  }),
  cutOff: row(isCutOff, {
    goes: {
      says: '`offline.afterMs` later “Go on without the internet”; who does gives their name, and is asked for nothing that was proved',
      async check(kiosk) {
        await kiosk.wait(19_999)
        if ((await kiosk.sees('cutOff')).canGoOffline) throw new Error('offered too soon')
        await kiosk.wait(1)
        if (!(await kiosk.sees('cutOff')).canGoOffline) throw new Error('nothing is offered')
        await kiosk.tap('goOffline')
        await kiosk.tap(name)
        await seesForm(kiosk, 2)
        if (kiosk.captures.begun[0]?.proved[0] !== 'sms') throw new Error('the proof is lost')
      },
    },
    comesBack: {
      says: '3 s later, in which the page may save what it holds, the form is opened anew by itself',
      async check(kiosk) {
        kiosk.captures.isDown = false
        await kiosk.wait(savingMs - 1)
        await kiosk.sees('cutOff')
        await kiosk.wait(1)
        await seesForm(kiosk, 2)
        if (!kiosk.forms[0]?.closed) throw new Error('the old form is still open')
      },
    },
    slow: {
      says: 'as if it came back; “Opening your forms” stands there until the answer comes',
      async check(kiosk) {
        const release = hold(kiosk, 'completionUrl')
        kiosk.captures.isDown = false
        await kiosk.wait(savingMs)
        await kiosk.wait(9_000)
        await kiosk.sees('opening')
        await release()
        await seesForm(kiosk, 2)
      },
    },
    nonsense: {
      says: 'from between: as if it were gone; from the service: a person helps',
      async check(kiosk) {
        kiosk.captures.isDown = true
        await kiosk.wait(savingMs)
        await kiosk.sees('cutOff')
        kiosk.service.fail('completionUrl', 'unreadableAnswer')
        kiosk.captures.isDown = false
        await kiosk.wait(savingMs)
        await kiosk.sees('askStaff')
      },
    },
  }),
} as const
