import assert from 'node:assert/strict'
import type { CheckInService } from '../../../src/main/intake/check-in-service.ts'
import type { Step } from '../../../src/main/kiosk/visit/view/view.ts'
import type { ScreenName } from '../../../src/shared/ipc.ts'
import {
  admits,
  admitsBen,
  calls,
  comesBack,
  completes,
  fails,
  formIsLost,
  formIsUseless,
  formsAreClosed,
  goesDown,
  held,
  heldCall,
  named,
  offersOffline,
  outage,
  recovers,
  refuses,
  seesForm,
  shows,
} from './moves.ts'
import { ana, anasBirthday, submit, type Move, type VisitHarnessOptions } from './visit-harness.ts'

/** Acts of the network while a visit stands in a state. */
export const happenings = ['goes', 'comesBack', 'slow', 'nonsense'] as const
type Happening = (typeof happenings)[number]

/** Words of `docs/offline.md` about what the patient sees then and what happens, and the proof of it. */
type Cell = readonly [says: string, ...proof: Move[]]
type Cells = Readonly<Record<Happening, Cell>>

/** One state of the visit: the way into it, and what each happening does to it. */
interface Row {
  readonly reach: readonly Move[]
  readonly cells: Cells
  readonly options?: VisitHarnessOptions
}
const row = (reach: readonly Move[], cells: Cells, options: VisitHarnessOptions = {}): Row => ({
  reach,
  cells,
  options,
})
const always = (...cell: Cell): Cells => ({
  goes: cell,
  comesBack: cell,
  slow: cell,
  nonsense: cell,
})

const name = { type: 'submitName', firstName: 'Ana', lastName: 'de la Cruz' } as const
const phone = submit('(202) 555-0143')
const wrongCode = { type: 'submitCode', code: '999999' } as const
const begins: readonly Move[] = ['at welcome', 'begin']
const identified: readonly Move[] = ['prove', 'at dateOfBirth', anasBirthday]
const withPackets = (...ids: string[]): Move[] => [admits(...ids), ...identified]
/** The network goes and comes back under somebody who reads or types, and who is not yet asked whether they are there. */
const goesAndComesBack: readonly Move[] = [goesDown, 15_000, comesBack, 15_000]

const typed = (reach: readonly Move[], screen: ScreenName, options?: VisitHarnessOptions) => {
  const says = 'nothing; what they tap next finds it out, by the rows that ask'
  return row(reach, always(says, ...goesAndComesBack, `at ${screen}`), options)
}

/** Without the network: nothing is asked of the service, whatever it would answer. */
const alone = (reach: readonly Move[], ...proof: readonly Move[]) =>
  row(
    [
      goesDown,
      fails('createProof', 'unreadableAnswer'),
      fails('publicLink', 'unreadableAnswer'),
      ...[...begins, ...reach],
    ],
    always(
      'nothing: the intake goes on as it began, and the service is not asked',
      ...[...goesAndComesBack, ...proof],
      ({ service }) => assert.deepEqual(service.calls, []),
    ),
  )

const ended = (reach: readonly Move[], screen: ScreenName) =>
  row(
    reach,
    always(
      'nothing: the last words stand as long as ever',
      goesDown,
      (kiosk) => kiosk.wait(kiosk.settings.idle.lastScreenMs - 1),
      ...([`at ${screen}`, 1, 'at welcome'] as const),
    ),
  )

const offersPhone =
  (isOffered: boolean): Move =>
  async (kiosk) => {
    assert.equal((await kiosk.sees('whereToFillIn')).canUseOwnPhone, isOffered)
    if (!isOffered) assert.equal(await kiosk.try({ type: 'useOwnPhone' }), false)
  }

const deskAnswers = held((kiosk, until) => (kiosk.deskCodes.answers = until))

const asEver: Cell = [
  'after “Start” their contact is asked, as ever',
  ...[goesDown, comesBack, ...begins, 'at contact' as const],
]

const resting = {
  welcome: row([], {
    goes: [
      'known to be down: after “Start” their name is asked',
      ...[goesDown, ...begins, 'at fullName' as const],
    ],
    comesBack: asEver,
    slow: asEver,
    nonsense: [
      'from between (HTML, a false certificate): as if it were gone',
      ...[goesDown, ...begins, 'at fullName' as const],
    ],
  }),
  contact: typed(begins, 'contact'),
  code: typed([...begins, 'phone'], 'code'),
  dateOfBirth: typed([admits('p1'), 'prove'], 'dateOfBirth'),
  fullName: typed([admits('p1'), admitsBen, 'prove'], 'fullName'),
  deskCode: typed([...begins, 'haveDeskCode'], 'deskCode', { deskCodes: true }),
  checkingDeskCode: row(
    [
      ({ deskCodes }) => deskCodes.give('482913', ana.id),
      ...[deskAnswers.hold, ...begins],
      ...(['haveDeskCode', { type: 'submitDeskCode', code: '482913' }] as const),
    ],
    always(
      'nothing: the desk is asked, not the service; where it does not answer within 15 s they may try again',
      ...[...goesAndComesBack, 'at checkingDeskCode' as const, deskAnswers.release],
      'at dateOfBirth',
    ),
    { deskCodes: true },
  ),
  choosePacket: typed(withPackets('p1', 'p2'), 'choosePacket'),
  whereToFillIn: row(
    [...withPackets('p1'), 'at whereToFillIn'],
    {
      goes: ['known to be down: the own phone is no longer offered', goesDown, offersPhone(false)],
      comesBack: [
        'the own phone is offered again',
        ...[goesDown, offersPhone(false), comesBack, offersPhone(true)],
      ],
      slow: ['nothing; what they tap next finds it out, by the rows that ask', offersPhone(true)],
      nonsense: [
        'from between (HTML, a false certificate): as if it were gone',
        ...[goesDown, offersPhone(false)],
      ],
    },
    { packets: { ownPhone: true } },
  ),
  publicFormsOffer: typed(['prove'], 'publicFormsOffer', {
    noMatch: 'publicLink',
    packets: { defaultTemplateGroupId: 7 },
  }),
  unfinished: typed([...withPackets('p1'), 'finish'], 'unfinished'),
  offlineName: alone([], 'at fullName'),
  offlineBirthDate: alone([name], 'at dateOfBirth'),
  offlineContact: alone([name, anasBirthday], 'at contact'),
  offlineBeginning: alone([name, anasBirthday], phone, 'at completing'),
  /** The forms of an intake without the network. */
  capture: alone([name, anasBirthday, phone], seesForm(1), async (kiosk) =>
    assert.equal((await kiosk.sees('completing')).completion, 'offline'),
  ),
  finished: ended([...withPackets('p1'), completes, 'finish'], 'finished'),
  askStaff: ended([...begins, 'askWithoutContact'], 'askStaff'),
  tooManyTries: ended(
    [
      ...[...begins, 'phone' as const],
      ...[wrongCode, wrongCode, wrongCode, 30_000, wrongCode, 60_000, wrongCode],
    ],
    'tooManyTries',
  ),
  nothingWaiting: ended(withPackets(), 'nothingWaiting'),
}

interface Asking {
  readonly method: keyof CheckInService
  /** Screens while it is asked, and after it. */
  readonly waits: ScreenName
  readonly next: ScreenName
  readonly reach: readonly Move[]
  /** True if going on without the internet is offered at once: no code was sent. */
  readonly isOfferedAtOnce?: true
  /** The service's word that the code is right is enough: it guards the match itself. */
  readonly isBelieved?: true
  readonly options?: VisitHarnessOptions
}

function asks({ method, waits, next, reach, isOfferedAtOnce, isBelieved, options }: Asking): Row {
  const { hold, release } = heldCall(method)
  const failsTwice = [fails(method), goesDown, release, outage]
  const refuses = [fails(method, 'unreadableAnswer'), release]
  return row(
    [admits('p1'), hold, ...reach, `at ${waits}`],
    {
      goes: isOfferedAtOnce
        ? [
            'tried again unseen; then “This is taking longer than it should” and, where no code was sent and it is known to be down, “Go on without the internet” at once',
            ...[...failsTwice, offersOffline(true)],
          ]
        : [
            'tried again unseen; then “This is taking longer than it should”, and `offline.afterMs` after they began to wait “Go on without the internet”',
            ...[...failsTwice, 17_999, offersOffline(false), 1, offersOffline(true)],
          ],
      comesBack: [
        'it goes on by itself within 30 s',
        ...[...failsTwice, recovers, 30_000, `at ${next}` as const],
      ],
      slow: [
        'what is being done stands there; after 15 s “This is taking longer than it should”, after 40 s a person helps, unless it is known to be down and they may go on without the internet',
        ...([14_999, `at ${waits}`, 1, 'at unavailable', release, `at ${next}`] as const),
      ],
      nonsense: isBelieved
        ? [
            'the code counts as right if the service said so; else a person helps',
            ...[...refuses, 'at dateOfBirth' as const],
          ]
        : ['a person helps: no waiting would', ...refuses, 'at askStaff'],
    },
    options,
  )
}

const call = (method: keyof CheckInService, waits: ScreenName, next: ScreenName) => ({
  method,
  waits,
  next,
})
const whetherComplete = heldCall('packetProgress')
const newAddress = heldCall('completionUrl')
const finishing: readonly Move[] = [...identified, 'finish']

const asking = {
  sending: asks({
    ...call('createProof', 'sending', 'code'),
    reach: [...begins, 'phone'],
    isOfferedAtOnce: true,
  }),
  checking: asks({
    ...call('proofStatus', 'checking', 'dateOfBirth'),
    reach: ['prove'],
    isBelieved: true,
  }),
  matching: asks({ ...call('matchPatient', 'matching', 'dateOfBirth'), reach: ['prove'] }),
  matchingByName: asks({
    ...call('matchByName', 'matching', 'dateOfBirth'),
    reach: [admitsBen, 'prove', named('Ana')],
  }),
  comparing: asks({ ...call('dateOfBirth', 'matching', 'completing'), reach: identified }),
  findingForms: asks({ ...call('openPackets', 'findingForms', 'completing'), reach: identified }),
  opening: asks({ ...call('completionUrl', 'opening', 'completing'), reach: identified }),
  ownPhone: asks({
    ...call('completionUrl', 'opening', 'ownPhone'),
    reach: [...identified, 'useOwnPhone'],
    options: { packets: { ownPhone: true } },
  }),
  confirming: asks({ ...call('packetProgress', 'confirming', 'unfinished'), reach: finishing }),
  lost: row(
    [...withPackets('p1'), 'at completing', whetherComplete.hold, formIsLost, 'at opening'],
    {
      goes: [
        'the form is opened anew, by the row `opening`',
        ...[fails('packetProgress'), fails('completionUrl'), whetherComplete.release, outage],
      ],
      comesBack: ['the form is opened anew', whetherComplete.release, seesForm(2)],
      slow: [
        '“Opening your forms” stands there until the answer comes',
        ...([9_000, 'at opening', whetherComplete.release, 'at completing'] as const),
      ],
      nonsense: [
        'the form is opened anew',
        ...[fails('packetProgress', 'unreadableAnswer'), whetherComplete.release],
        'at completing',
      ],
    },
  ),
}

const looks = held((kiosk, until) => (kiosk.arrivals.looks = until))
const marks = held((kiosk, until) => (kiosk.arrivals.settles = until))
const confirms = { type: 'confirmArrival', key: '1' } as const
const waits = 'what is being done stands there for 3 s at most; then the visit goes on'
/** The look-up fails: nobody is told of it. */
const goesOn: Cell = [
  'the visit goes on without the appointment; one line of the log says why',
  ({ arrivals }) => (arrivals.fault = 'unreachable'),
  ...[looks.release, 'at completing' as const],
  (kiosk) => assert.equal(kiosk.logged('callFailed').length, 1),
]

const arrival = {
  findingArrival: row(
    [looks.hold, ...withPackets('p1')],
    {
      goes: goesOn,
      nonsense: goesOn,
      comesBack: goesOn,
      slow: [waits, 'at matching', looks.release, 'at arrival'],
    },
    { arrival: true },
  ),
  arrival: row(
    withPackets('p1'),
    always(
      'nothing; what they confirm is kept, and the clinic is told as soon as it can be',
      ({ arrivals }) => (arrivals.outcome = 'waiting'),
      ...[goesDown, confirms, 'at completing' as const],
      ({ arrivals }) => assert.equal(arrivals.confirmed.length, 1),
    ),
    { arrival: true },
  ),
  confirmingArrival: row(
    [...withPackets('p1'), confirms],
    always('nothing: it is the kiosk alone that keeps it', 'at completing'),
    { arrival: true },
  ),
  settlingArrival: row(
    [marks.hold, ...withPackets(), confirms],
    always(waits, 'at findingForms', marks.release, 'at nothingWaiting'),
    { arrival: true },
  ),
}

const opens = held((kiosk, until) => (kiosk.formOpens = until))
const formFails =
  (reason: string, status?: number): Move =>
  (kiosk) =>
    (kiosk.formFailure = { kind: 'notLoaded', reason, ...(status && { status }) })
const isOffline = formFails('net::ERR_INTERNET_DISCONNECTED')
const formWorks: Move = (kiosk) => (kiosk.formFailure = null)
/** ms that a page has to save what it holds, and after which the service was asked how far the patient is. */
const savingMs = 3_000
const patrolMs = 31_000

const forms = {
  loading: row([admits('p1'), opens.hold, ...identified, 'at opening'], {
    goes: ['tried again unseen; then as `opening`', isOffline, opens.release, outage],
    comesBack: [
      'the form opens by itself within 30 s',
      ...[isOffline, opens.release, outage, formWorks, 30_000, seesForm(1)],
    ],
    slow: [
      '“Opening your forms” stands there until the page does',
      ...([9_000, 'at opening', opens.release, seesForm(1)] as const),
    ],
    nonsense: [
      'a page that is not there: a person helps',
      ...[formFails('no such page', 404), opens.release, 'at askStaff' as const],
    ],
  }),
  completing: row([admits('p1'), 'reachForm'], {
    goes: [
      'known to be down: “We lost the connection” in the place of the form, by the row `cutOff`',
      ...[goesDown, 'at cutOff' as const],
      ({ form }) => assert.deepEqual([form.visible, form.closed], [false, false]),
    ],
    comesBack: [
      'before it was known to be down: nothing, the form stays as it is',
      ...[fails('packetProgress'), patrolMs, recovers, patrolMs, seesForm(1)],
    ],
    slow: [
      'nothing from Foyer: its own questions wait unseen',
      ...[whetherComplete.hold, 2 * patrolMs, seesForm(1)],
    ],
    nonsense: [
      'a page that shows nothing: they may try again once, then a person helps; another answer: nothing',
      ...[fails('packetProgress', 'unreadableAnswer'), patrolMs, seesForm(1)],
      ...([formIsUseless, 'at unavailable', 'retry', seesForm(2)] as const),
      ...[formIsUseless, 'at askStaff' as const],
    ],
  }),
  cutOff: row([admits('p1'), 'reachForm', goesDown, 'at cutOff'], {
    goes: [
      '`offline.afterMs` later “Go on without the internet”; who does gives their name, and is asked for nothing that was proved',
      ...[19_999, offersOffline(false), refuses('goOffline'), 1, offersOffline(true)],
      ...(['goOffline', formsAreClosed(true), name, seesForm(2)] as const),
      shows('completing', { completion: 'offline' }),
      ({ captures }) => assert.equal(captures.begun[0]?.proved[0], 'sms'),
    ],
    comesBack: [
      '3 s later, in which the page may save what it holds, the form is opened anew by itself',
      ...([comesBack, savingMs - 1, 'at cutOff', 1, seesForm(2)] as const),
      ...[formsAreClosed(true, false), calls('completionUrl', 2), calls('matchPatient', 1)],
    ],
    slow: [
      'as if it came back; “Opening your forms” stands there until the answer comes',
      ...[newAddress.hold, comesBack, savingMs, 9_000],
      ...(['at opening', newAddress.release, seesForm(2)] as const),
    ],
    nonsense: [
      'from between: as if it were gone; from the service: a person helps',
      ...([goesDown, savingMs, 'at cutOff'] as const),
      ...[fails('completionUrl', 'unreadableAnswer'), comesBack, savingMs, 'at askStaff' as const],
    ],
  }),
}

/** Every state of the visit, and the forms of an intake without the network: one without a row is an error of type. */
export const rows: Readonly<Record<Step | 'capture', Row>> = {
  ...resting,
  ...asking,
  ...arrival,
  ...forms,
}
