import { m } from '../../../i18n/paraglide/messages.js'
import type { ArrivalEnding } from '../../../shared/arrival.ts'
import type { Command } from '../../../shared/ipc.ts'
import type { IconName, IllustrationName } from '../../components/pictures.ts'
import { timeInWords } from '../state/calendar.ts'
import type { ScreenOf } from '../state/screen-props.ts'

type Message = () => string

/** Content of a message screen: something is under way, the visit closes by itself or by "close", or neither. */
interface MessagePage {
  readonly kind: 'working' | 'ending' | 'plain'
  readonly art: IllustrationName
  readonly kicker?: Message
  /** Language of the kicker, if not the screen's; empty if unknown. */
  readonly kickerLang?: string
  readonly title: Message
  readonly lede: Message
  readonly actions?: readonly Action[]
}

type Action = ReturnType<typeof actionOf>
function actionOf(text: Message, command: Command, kind: 'primary' | 'secondary', icon?: IconName) {
  return { text, command, kind, icon }
}

const yes = { type: 'confirmArrival', key: '1' } as const
const confirm = actionOf(m.kiosk_arrival_yes, yes, 'primary', 'check')
const notRight = actionOf(m.kiosk_arrival_not_right, { type: 'askAboutArrival' }, 'secondary')
const goOn = actionOf(m.kiosk_arrival_go_on, { type: 'passArrival' }, 'primary')
const deskLast = actionOf(m.kiosk_arrival_desk, { type: 'askAboutArrival' }, 'secondary')
const deskFirst = [
  actionOf(m.kiosk_arrival_desk, { type: 'askAboutArrival' }, 'primary'),
  actionOf(m.kiosk_arrival_forms, { type: 'passArrival' }, 'secondary'),
]

const arrivalPages = {
  due: { art: 'clock', actions: [confirm, notRight] },
  late: { art: 'clock', actions: [confirm, notRight] },
  early: { art: 'clock', actions: [goOn, notRight] },
  elsewhere: { art: 'desk', actions: deskFirst },
  telehealth: { art: 'phone', actions: [goOn, deskLast] },
  cancelled: { art: 'desk', actions: deskFirst },
  arrived: { art: 'done', actions: [goOn, notRight] },
} as const satisfies Readonly<Record<string, Pick<MessagePage, 'art' | 'actions'>>>

function arrivalPage({ kind, visits }: ScreenOf<'arrival'>): MessagePage {
  const [visit] = visits
  const [name, place] = [visit?.with ?? '', visit?.place ?? '']
  const known = (kind === 'elsewhere' ? place : name) ? 'yes' : 'no'
  const time = timeInWords(visit?.time ?? '')
  const what = visit?.what
  const one = kind === 'several' ? 'due' : kind
  const inputs = { kind: one, known, name, place, time }
  return {
    kind: 'plain',
    ...arrivalPages[one],
    ...(what && { kicker: () => what, kickerLang: '' }),
    title: () => m.kiosk_arrival_title(inputs),
    lede: () => m.kiosk_arrival_lede(inputs),
  }
}

/** Describes one of several appointments: its time, and the person if known. */
export function visitInWords(visit: ScreenOf<'arrival'>['visits'][number]): string {
  const time = timeInWords(visit.time)
  return visit.with === null ? time : m.kiosk_arrival_several_one_with({ time, name: visit.with })
}

const endingInWords = ({ state, time, directions }: ArrivalEnding): string =>
  (state === 'checkedIn' && directions) ||
  m.kiosk_arrival_end({ state, time: timeInWords(time ?? '') })

const artOfEnd = {
  complete: 'done',
  saved: 'saved',
  closed: 'chair',
  kept: 'saved',
  ownPhone: 'phone',
} as const satisfies Record<ScreenOf<'finished'>['kind'], IllustrationName>

/** Returns the last words. Without the network they also tell expected patients their appointment. */
function finishedPage({ kind, expected, arrival }: ScreenOf<'finished'>): MessagePage {
  const page: MessagePage = {
    kind: 'ending',
    art: artOfEnd[kind],
    title: () => m.kiosk_finished_title({ kind }),
    lede: () => m.kiosk_finished_lede({ kind }),
  }
  if (arrival && kind !== 'closed')
    return withArrival(page, () => m.kiosk_arrival_end_of_forms({ kind }), arrival)
  if (!expected) return page
  const words = () => {
    const time = timeInWords(expected.time)
    if (expected.with === null) return m.kiosk_kept_expected({ time })
    return m.kiosk_kept_expected_with({ time, name: expected.with })
  }
  return { ...page, lede: () => `${words()} ${page.lede()}` }
}

function withArrival(page: MessagePage, first: Message, ending: ArrivalEnding): MessagePage {
  const isIn = () => (ending.state === 'checkedIn' ? [m.kiosk_arrival_end_checked_in()] : [])
  return { ...page, lede: () => [first(), ...isIn(), endingInWords(ending)].join(' ') }
}

/** Offers the places to fill in the forms; without the network only here. */
function whereToFillIn({ canUseOwnPhone }: ScreenOf<'whereToFillIn'>): MessagePage {
  const here = actionOf(m.kiosk_where_here, { type: 'fillInHere' }, 'primary', 'forward')
  const onPhone = actionOf(m.kiosk_where_phone, { type: 'useOwnPhone' }, 'secondary', 'phone')
  return {
    kind: 'plain',
    art: 'forms',
    title: canUseOwnPhone ? m.kiosk_where_title : titleOf('publicFormsOffer'),
    lede: canUseOwnPhone ? m.kiosk_where_lede : m.kiosk_where_here_only,
    actions: canUseOwnPhone ? [here, onPhone] : [here],
  }
}

/** No form waits. Expected patients read that they are checked in; a missing form means nothing then. */
function nothingWaiting({ arrival }: ScreenOf<'nothingWaiting'>): MessagePage {
  const page = pageOf('nothingWaiting')
  if (!arrival) return page
  if (arrival.state !== 'checkedIn') return withArrival(page, m.kiosk_arrival_end_nothing, arrival)
  return {
    kind: 'ending',
    art: 'chair',
    title: m.kiosk_arrival_checked_in,
    lede: () => endingInWords(arrival),
  }
}

function unfinished({ formsLeft }: ScreenOf<'unfinished'>): MessagePage {
  return {
    kind: 'plain',
    art: 'saved',
    kicker: () => m.kiosk_unfinished({ count: Math.max(0, formsLeft ?? 0) }),
    title: m.kiosk_unfinished_title,
    lede: m.kiosk_unfinished_lede,
    actions: [
      actionOf(m.kiosk_unfinished_back, { type: 'backToForms' }, 'primary'),
      actionOf(m.kiosk_unfinished_leave, { type: 'leaveUnfinished' }, 'secondary'),
    ],
  }
}

/** Pages whose words the catalogue has by the name of the screen; a code from the desk is checked as any other. */
const pages = {
  checking: { kind: 'working', art: 'code' },
  matching: { kind: 'working', art: 'search' },
  findingForms: { kind: 'working', art: 'search' },
  opening: { kind: 'working', art: 'forms' },
  confirming: { kind: 'working', art: 'forms' },
  askStaff: { kind: 'ending', art: 'desk' },
  tooManyTries: { kind: 'ending', art: 'desk' },
  nothingWaiting: { kind: 'ending', art: 'chair' },
  outOfService: { kind: 'plain', art: 'outOfService' },
  publicFormsOffer: {
    kind: 'plain',
    art: 'forms',
    actions: [
      actionOf(m.kiosk_public_open, { type: 'openPublicForms' }, 'primary', 'forward'),
      actionOf(m.kiosk_arrival_desk, { type: 'help' }, 'secondary'),
    ],
  },
} as const satisfies Readonly<Record<string, Omit<MessagePage, 'title' | 'lede'>>>
type PlainScreenName = keyof typeof pages

const titleOf = (screen: PlainScreenName) => () => m.kiosk_message_title({ screen })
const pageOf = (screen: PlainScreenName): MessagePage => ({
  ...pages[screen],
  title: titleOf(screen),
  lede: () => m.kiosk_message_lede({ screen }),
})

/** The screens that consist of a picture, a message and at most two buttons; `arrival` with one appointment. */
export type MessageScreenName =
  | PlainScreenName
  | 'arrival'
  | 'checkingDeskCode'
  | 'finished'
  | 'unfinished'
  | 'whereToFillIn'

/** Returns the content of a message screen. */
export function messagePage(screen: ScreenOf<MessageScreenName>): MessagePage {
  if (screen.name === 'arrival') return arrivalPage(screen)
  if (screen.name === 'finished') return finishedPage(screen)
  if (screen.name === 'whereToFillIn') return whereToFillIn(screen)
  if (screen.name === 'nothingWaiting') return nothingWaiting(screen)
  if (screen.name === 'unfinished') return unfinished(screen)
  return pageOf(screen.name === 'checkingDeskCode' ? 'checking' : screen.name)
}
