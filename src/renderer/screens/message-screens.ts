import { m } from '../../i18n/paraglide/messages.js'
import type { Command, Locale } from '../../shared/ipc.ts'
import type { IconName, IllustrationName } from '../components/pictures.ts'
import type { ScreenOf } from '../state/screen-props.ts'

/** A message without parameters, in a language. */
type Message = (inputs: Record<string, never>, options: { locale: Locale }) => string

/** A button of a message screen and the command that it sends. */
interface Action {
  readonly text: Message
  readonly command: Command
  readonly kind: 'primary' | 'secondary'
  readonly icon?: IconName
}

/** What one message screen shows. */
export interface MessagePage {
  /**
   * `working`: something is under way; `ending`: the visit closes by itself, or by the button "close";
   * `plain`: neither, with the buttons of `actions`.
   */
  readonly kind: 'working' | 'ending' | 'plain'
  readonly art: IllustrationName
  /** A few words above the title. */
  readonly kicker?: Message
  readonly title: Message
  readonly lede: Message
  readonly actions?: readonly Action[]
}

const finished: Readonly<Record<ScreenOf<'finished'>['kind'], MessagePage>> = {
  complete: {
    kind: 'ending',
    art: 'done',
    title: m.kiosk_finished_title,
    lede: m.kiosk_finished_lede,
  },
  saved: { kind: 'ending', art: 'saved', title: m.kiosk_saved_title, lede: m.kiosk_saved_lede },
  closed: { kind: 'ending', art: 'chair', title: m.kiosk_closed_title, lede: m.kiosk_closed_lede },
}

/** "You still have 2 forms. Stop here?", with the number where the service tells it. */
function unfinished({ formsLeft }: ScreenOf<'unfinished'>): MessagePage {
  return {
    kind: 'plain',
    art: 'saved',
    kicker: (_, options) => {
      if (formsLeft === null || formsLeft < 1) return m.kiosk_unfinished_some({}, options)
      if (formsLeft === 1) return m.kiosk_unfinished_one({}, options)
      return m.kiosk_unfinished_many({ count: formsLeft }, options)
    },
    title: m.kiosk_unfinished_title,
    lede: m.kiosk_unfinished_lede,
    actions: [
      { text: m.kiosk_unfinished_back, command: { type: 'backToForms' }, kind: 'primary' },
      { text: m.kiosk_unfinished_leave, command: { type: 'leaveUnfinished' }, kind: 'secondary' },
    ],
  }
}

const pages = {
  checking: {
    kind: 'working',
    art: 'code',
    title: m.kiosk_checking_title,
    lede: m.kiosk_checking_lede,
  },
  matching: {
    kind: 'working',
    art: 'search',
    title: m.kiosk_matching_title,
    lede: m.kiosk_matching_lede,
  },
  findingForms: {
    kind: 'working',
    art: 'search',
    title: m.kiosk_finding_title,
    lede: m.kiosk_finding_lede,
  },
  opening: {
    kind: 'working',
    art: 'forms',
    title: m.kiosk_opening_title,
    lede: m.kiosk_opening_lede,
  },
  confirming: {
    kind: 'working',
    art: 'forms',
    title: m.kiosk_confirming_title,
    lede: m.kiosk_confirming_lede,
  },
  askStaff: { kind: 'ending', art: 'desk', title: m.kiosk_staff_title, lede: m.kiosk_staff_lede },
  tooManyTries: {
    kind: 'ending',
    art: 'desk',
    title: m.kiosk_tries_title,
    lede: m.kiosk_tries_lede,
  },
  nothingWaiting: {
    kind: 'ending',
    art: 'chair',
    title: m.kiosk_nothing_title,
    lede: m.kiosk_nothing_lede,
  },
  outOfService: {
    kind: 'plain',
    art: 'outOfService',
    title: m.kiosk_out_title,
    lede: m.kiosk_out_lede,
  },
  publicFormsOffer: {
    kind: 'plain',
    art: 'forms',
    title: m.kiosk_public_title,
    lede: m.kiosk_public_lede,
    actions: [
      {
        text: m.kiosk_public_open,
        command: { type: 'openPublicForms' },
        kind: 'primary',
        icon: 'forward',
      },
      { text: m.kiosk_public_desk, command: { type: 'help' }, kind: 'secondary' },
    ],
  },
} as const satisfies Readonly<Record<string, MessagePage>>

/** The screens that consist of a picture, a message and at most two buttons. */
export type MessageScreenName = keyof typeof pages | 'finished' | 'unfinished'

/** What a message screen shows. */
export function messagePage(screen: ScreenOf<MessageScreenName>): MessagePage {
  if (screen.name === 'finished') return finished[screen.kind]
  return screen.name === 'unfinished' ? unfinished(screen) : pages[screen.name]
}
