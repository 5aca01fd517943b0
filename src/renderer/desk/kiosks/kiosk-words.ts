import { m } from '../../../i18n/paraglide/messages.js'
import type { Words } from '../../../i18n/reason-words.ts'
import type { KioskAct, KioskRow, SentCommandRow } from '../../../shared/desk/kiosks.ts'
import { timeWords } from '../kit/words.ts'

type Presence = NonNullable<KioskRow['presence']>

const states: Readonly<Record<Presence['state'], Words>> = {
  free: m.desk_kiosks_state_free,
  inUse: m.desk_kiosks_state_inUse,
  outOfService: m.desk_kiosks_state_outOfService,
  staff: m.desk_kiosks_state_staff,
  gone: m.desk_kiosks_state_gone,
}

/** Describes the state of a kiosk. */
export const stateWords = ({ presence }: KioskRow): string =>
  (presence ? states[presence.state] : m.desk_kiosks_state_unknown)()

/** Checks if a kiosk needs the clinic's attention: it serves nobody. */
export const isTrouble = ({ presence }: KioskRow): boolean =>
  presence?.state === 'gone' || presence?.state === 'outOfService'

const services: Readonly<Record<string, Words>> = {
  online: m.desk_kiosks_service_online,
  slow: m.desk_kiosks_service_slow,
  offline: m.desk_kiosks_service_offline,
  refused: m.desk_kiosks_service_trouble,
  serviceDown: m.desk_kiosks_service_trouble,
  denied: m.desk_kiosks_service_trouble,
}

/** Describes the kiosk's connection to the service; a kiosk that is gone reports none. */
export function serviceWords({ presence }: KioskRow): string {
  const known = presence && presence.state !== 'gone' ? services[presence.connection] : undefined
  return (known ?? m.desk_kiosks_service_unknown)()
}

/** Counts the intakes that a kiosk keeps, in words. */
export function intakesWords({ presence }: KioskRow): string {
  const { waiting = 0, needPerson: person = 0 } = presence?.intakes ?? {}
  if (waiting === 0) return m.desk_kiosks_intakes_none()
  return person === 0
    ? m.desk_kiosks_intakes_some({ waiting })
    : m.desk_kiosks_intakes_person({ waiting, person })
}

/** Action on offer in a kiosk's panel. */
export type Wish = KioskAct | 'shutSignIn' | 'openSignIn' | 'forget' | 'unpair'

/** Name and meaning of each. */
export const wishWords: Readonly<Record<Wish, { readonly is: Words; readonly means: Words }>> = {
  takeOutOfService: {
    is: m.desk_kiosks_act_takeOutOfService,
    means: m.desk_kiosks_act_takeOutOfService_means,
  },
  bringBack: { is: m.desk_kiosks_act_bringBack, means: m.desk_kiosks_act_bringBack_means },
  lock: { is: m.desk_kiosks_act_lock, means: m.desk_kiosks_act_lock_means },
  reloadSettings: {
    is: m.desk_kiosks_act_reloadSettings,
    means: m.desk_kiosks_act_reloadSettings_means,
  },
  restart: { is: m.desk_kiosks_act_restart, means: m.desk_kiosks_act_restart_means },
  shutSignIn: { is: m.desk_kiosks_act_shutSignIn, means: m.desk_kiosks_act_shutSignIn_means },
  openSignIn: { is: m.desk_kiosks_act_openSignIn, means: m.desk_kiosks_act_openSignIn_means },
  forget: { is: m.desk_kiosks_act_forget, means: m.desk_kiosks_act_forget_means },
  unpair: { is: m.desk_kiosks_act_unpair, means: m.desk_kiosks_act_unpair_means },
}

const acts: Readonly<Record<SentCommandRow['act'], Words>> = {
  takeOutOfService: wishWords.takeOutOfService.is,
  bringBack: wishWords.bringBack.is,
  lock: wishWords.lock.is,
  reloadSettings: wishWords.reloadSettings.is,
  restart: wishWords.restart.is,
  askToWipe: wishWords.forget.is,
  coming: m.desk_kiosks_act_coming,
  beginWithCode: m.desk_kiosks_act_beginWithCode,
}
const outcomes: Readonly<Record<NonNullable<SentCommandRow['outcome']>, Words>> = {
  done: m.desk_kiosks_outcome_done,
  tooLate: m.desk_kiosks_outcome_tooLate,
  refused: m.desk_kiosks_outcome_refused,
}

/** Describes a kiosk's last command and its result. */
export function sentWords({ act, by, at, outcome }: SentCommandRow): string {
  return m.desk_kiosks_sent_words({
    act: acts[act](),
    name: by,
    time: timeWords(at),
    outcome: (outcome ? outcomes[outcome] : m.desk_kiosks_outcome_none)(),
  })
}
