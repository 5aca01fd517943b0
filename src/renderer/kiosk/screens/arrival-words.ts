import { m } from '../../../i18n/paraglide/messages.js'
import type { ArrivalEnding } from '../../../shared/arrival.ts'
import type { IllustrationName } from '../../components/pictures.ts'
import { timeInWords } from '../state/calendar.ts'
import type { ScreenOf } from '../state/screen-props.ts'
import type { Action, MessagePage } from './message-page.ts'

type Kind = ScreenOf<'arrival'>['kind']
type Visit = ScreenOf<'arrival'>['visits'][number]

const confirm: Action = {
  text: m.kiosk_arrival_yes,
  command: { type: 'confirmArrival', key: '1' },
  kind: 'primary',
  icon: 'check',
}
const pass = (text: Action['text'], kind: Action['kind']): Action => ({
  text,
  kind,
  command: { type: 'passArrival' },
})
const ask = (text: Action['text'], kind: Action['kind']): Action => ({
  text,
  kind,
  command: { type: 'askAboutArrival' },
})
const notRight = ask(m.kiosk_arrival_not_right, 'secondary')
const goOn = pass(m.kiosk_arrival_go_on, 'primary')
const deskFirst = [ask(m.kiosk_arrival_desk, 'primary'), pass(m.kiosk_arrival_forms, 'secondary')]

const pages: Readonly<
  Record<
    Exclude<Kind, 'several'>,
    { readonly art: IllustrationName; readonly actions: readonly Action[] }
  >
> = {
  due: { art: 'clock', actions: [confirm, notRight] },
  late: { art: 'clock', actions: [confirm, notRight] },
  early: { art: 'clock', actions: [goOn, notRight] },
  elsewhere: { art: 'desk', actions: deskFirst },
  telehealth: { art: 'phone', actions: [goOn, ask(m.kiosk_arrival_desk, 'secondary')] },
  cancelled: { art: 'desk', actions: deskFirst },
  arrived: { art: 'done', actions: [goOn, notRight] },
}

/** Returns the message of one appointment, and the patient's next actions; several have a screen of their own. */
export function arrivalPage({ kind, visits }: ScreenOf<'arrival'>): MessagePage {
  const visit = visits.at(0)
  const [name, place] = [visit?.with ?? '', visit?.place ?? '']
  const known = (kind === 'elsewhere' ? place : name) ? 'yes' : 'no'
  const time = timeInWords(visit?.time ?? '')
  const what = visit?.what
  const one = kind === 'several' ? 'due' : kind
  const inputs = { kind: one, known, name, place, time }
  return {
    kind: 'plain',
    ...pages[one],
    ...(what && { kicker: () => what, kickerLang: '' }),
    title: () => m.kiosk_arrival_title(inputs),
    lede: () => m.kiosk_arrival_lede(inputs),
  }
}

/** Describes one of several appointments: its time, and the person if known. */
export function visitInWords({ time, with: name }: Visit): string {
  const words = timeInWords(time)
  if (name === null) return words
  return m.kiosk_arrival_several_one_with({ time: words, name })
}

/** Returns the last screen's words on the arrival, and on the place to wait. */
export const endingInWords = ({ state, time, directions }: ArrivalEnding): string =>
  (state === 'checkedIn' && directions) ||
  m.kiosk_arrival_end({ state, time: timeInWords(time ?? '') })
