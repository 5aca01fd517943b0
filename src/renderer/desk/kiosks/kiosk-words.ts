import { m } from '../../../i18n/paraglide/messages.js'
import type { KioskAct, KioskRow, SentCommandRow } from '../../../shared/desk/kiosks.ts'
import { timeWords } from '../kit/words.ts'

/** Describes the state of a kiosk. */
export const stateWords = ({ presence }: KioskRow): string =>
  m.desk_kiosks_is({ state: presence?.state ?? 'unknown' })

/** Checks if a kiosk needs the clinic's attention: it serves nobody. */
export const isTrouble = ({ presence }: KioskRow): boolean =>
  presence?.state === 'gone' || presence?.state === 'outOfService'

/** Describes the kiosk's connection to the service; a kiosk that is gone reports none. */
export const serviceWords = ({ presence }: KioskRow): string =>
  m.desk_kiosks_connection({
    connection: !presence || presence.state === 'gone' ? 'unknown' : presence.connection,
  })

/** Counts the intakes that a kiosk keeps, in words. */
export const intakesWords = ({ presence }: KioskRow): string =>
  m.desk_kiosks_intakes_kept({
    waiting: presence?.intakes.waiting ?? 0,
    person: presence?.intakes.needPerson ?? 0,
  })

export type Wish = KioskAct | 'shutSignIn' | 'openSignIn' | 'forget' | 'unpair'

/** Describes a kiosk's last command and its result. */
export function sentWords({ act, by, at, outcome }: SentCommandRow): string {
  return m.desk_kiosks_sent_words({
    act: m.desk_kiosks_act({ act: act === 'askToWipe' ? 'forget' : act }),
    name: by,
    time: timeWords(at),
    outcome: m.desk_kiosks_outcome({ outcome: outcome ?? 'none' }),
  })
}
