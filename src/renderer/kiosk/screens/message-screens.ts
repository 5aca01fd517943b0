import { m } from '../../../i18n/paraglide/messages.js'
import type { ArrivalEnding } from '../../../shared/arrival.ts'
import { arrivalPage, endingInWords } from './arrival-words.ts'
import type { Message, MessagePage } from './message-page.ts'
import { timeInWords } from '../state/calendar.ts'
import type { IllustrationName } from '../../components/pictures.ts'
import type { ScreenOf } from '../state/screen-props.ts'

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
  return {
    ...page,
    lede() {
      const time = timeInWords(expected.time)
      const words =
        expected.with === null
          ? m.kiosk_kept_expected({ time })
          : m.kiosk_kept_expected_with({ time, name: expected.with })
      return `${words} ${page.lede()}`
    },
  }
}

/** Builds last words that begin with `first`, and tell the clinic's knowledge of the arrival. */
function withArrival(page: MessagePage, first: Message, ending: ArrivalEnding): MessagePage {
  return {
    ...page,
    lede() {
      const isIn = ending.state === 'checkedIn' && [m.kiosk_arrival_end_checked_in()]
      const words = [first(), ...(isIn || []), endingInWords(ending)]
      return words.join(' ')
    },
  }
}

/** Offers the places to fill in the forms; without the network only here. */
function whereToFillIn({ canUseOwnPhone }: ScreenOf<'whereToFillIn'>): MessagePage {
  const here = {
    text: m.kiosk_where_here,
    command: { type: 'fillInHere' },
    kind: 'primary',
    icon: 'forward',
  } as const
  const onPhone = {
    text: m.kiosk_where_phone,
    command: { type: 'useOwnPhone' },
    kind: 'secondary',
    icon: 'phone',
  } as const
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

/** Asks "You still have 2 forms. Stop here?", with the number if the service gives it. */
function unfinished({ formsLeft }: ScreenOf<'unfinished'>): MessagePage {
  return {
    kind: 'plain',
    art: 'saved',
    kicker: () => m.kiosk_unfinished({ count: Math.max(0, formsLeft ?? 0) }),
    title: m.kiosk_unfinished_title,
    lede: m.kiosk_unfinished_lede,
    actions: [
      { text: m.kiosk_unfinished_back, command: { type: 'backToForms' }, kind: 'primary' },
      { text: m.kiosk_unfinished_leave, command: { type: 'leaveUnfinished' }, kind: 'secondary' },
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
      {
        text: m.kiosk_public_open,
        command: { type: 'openPublicForms' },
        kind: 'primary',
        icon: 'forward',
      },
      { text: m.kiosk_arrival_desk, command: { type: 'help' }, kind: 'secondary' },
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
