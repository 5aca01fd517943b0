import { m } from '../../../i18n/paraglide/messages.js'
import type { ArrivalEnding } from '../../../shared/arrival.ts'
import type { Command } from '../../../shared/ipc.ts'
import type { IconName, IllustrationName } from '../../components/pictures.ts'
import { timeInWords } from '../state/calendar.ts'
import type { ScreenOf } from '../state/screen-props.ts'

type Kind = ScreenOf<'arrival'>['kind']
type Visit = ScreenOf<'arrival'>['visits'][number]
type Inputs = { readonly time: string; readonly name: string; readonly place: string }
type Words = (inputs: Inputs) => string

/** A button and the command that it sends. */
interface ArrivalAction {
  readonly text: () => string
  readonly command: Command
  readonly kind: 'primary' | 'secondary'
  readonly icon?: IconName
}

/** Words for one appointment, and the patient's next actions. */
interface ArrivalPage {
  readonly art: IllustrationName
  readonly title: Words
  readonly lede: Words
  readonly actions: readonly ArrivalAction[]
}

/** Picks the words that name the person of an appointment, if known; else those without. */
const withName =
  (without: Words, named: Words): Words =>
  (inputs) =>
    inputs.name === '' ? without(inputs) : named(inputs)

const confirm: ArrivalAction = {
  text: m.kiosk_arrival_yes,
  command: { type: 'confirmArrival', key: '1' },
  kind: 'primary',
  icon: 'check',
}
const pass = (text: ArrivalAction['text'], kind: ArrivalAction['kind']): ArrivalAction => ({
  text,
  kind,
  command: { type: 'passArrival' },
})
const ask = (text: ArrivalAction['text'], kind: ArrivalAction['kind']): ArrivalAction => ({
  text,
  kind,
  command: { type: 'askAboutArrival' },
})
const notRight = ask(m.kiosk_arrival_not_right, 'secondary')
const goOn = pass(m.kiosk_arrival_go_on, 'primary')
const deskFirst = [ask(m.kiosk_arrival_desk, 'primary'), pass(m.kiosk_arrival_forms, 'secondary')]

const pages: Readonly<Record<Exclude<Kind, 'several'>, ArrivalPage>> = {
  due: {
    art: 'clock',
    title: withName(m.kiosk_arrival_due, m.kiosk_arrival_due_with),
    lede: m.kiosk_arrival_due_lede,
    actions: [confirm, notRight],
  },
  late: {
    art: 'clock',
    title: withName(m.kiosk_arrival_late, m.kiosk_arrival_late_with),
    lede: m.kiosk_arrival_late_lede,
    actions: [confirm, notRight],
  },
  early: {
    art: 'clock',
    title: withName(m.kiosk_arrival_early, m.kiosk_arrival_early_with),
    lede: m.kiosk_arrival_early_lede,
    actions: [goOn, notRight],
  },
  elsewhere: {
    art: 'desk',
    title: m.kiosk_arrival_elsewhere,
    lede: (inputs) =>
      inputs.place === ''
        ? m.kiosk_arrival_elsewhere_lede(inputs)
        : m.kiosk_arrival_elsewhere_lede_place(inputs),
    actions: deskFirst,
  },
  telehealth: {
    art: 'phone',
    title: m.kiosk_arrival_telehealth,
    lede: withName(m.kiosk_arrival_telehealth_lede, m.kiosk_arrival_telehealth_lede_with),
    actions: [goOn, ask(m.kiosk_arrival_desk, 'secondary')],
  },
  cancelled: {
    art: 'desk',
    title: withName(m.kiosk_arrival_cancelled, m.kiosk_arrival_cancelled_with),
    lede: m.kiosk_arrival_cancelled_lede,
    actions: deskFirst,
  },
  arrived: {
    art: 'done',
    title: m.kiosk_arrival_arrived,
    lede: withName(m.kiosk_arrival_arrived_lede, m.kiosk_arrival_arrived_lede_with),
    actions: [goOn, notRight],
  },
}

/** Returns the screen's words for one appointment. */
export function arrivalPage(kind: Exclude<Kind, 'several'>, visit: Visit) {
  const { art, title, lede, actions } = pages[kind]
  const inputs = {
    time: timeInWords(visit.time),
    name: visit.with ?? '',
    place: visit.place ?? '',
  }
  return { art, actions, title: title(inputs), lede: lede(inputs) }
}

/** Describes one of several appointments: its time, and the person if known. */
export function visitInWords({ time, with: name }: Visit): string {
  const words = timeInWords(time)
  if (name === null) return words
  return m.kiosk_arrival_several_one_with({ time: words, name })
}

/** Returns the last screen's words on the arrival, and on the place to wait. */
export function endingInWords(ending: ArrivalEnding): string {
  switch (ending.state) {
    case 'checkedIn':
      return ending.directions ?? m.kiosk_arrival_end_seat()
    case 'early':
      return m.kiosk_arrival_end_early({ time: timeInWords(ending.time ?? '') })
    case 'remote':
      return m.kiosk_arrival_end_remote()
    case 'desk':
      return m.kiosk_arrival_end_desk()
    case 'none':
      return m.kiosk_arrival_end_none()
  }
}
