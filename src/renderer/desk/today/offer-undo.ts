import { m } from '../../../i18n/paraglide/messages.js'
import type { Reference } from '../../../shared/desk/references.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { Desk } from '../desk.svelte.ts'

/** Whose arrival was marked. `name`: null where it is not known. */
interface Arrived {
  readonly appointment: Reference
  readonly name: string | null
}

/** Lets an arrival that was marked by mistake be taken back by one key; later that takes a reason. `then`: it was tried. */
export function offerUndoOfArrival(
  desk: Desk,
  { offerUndo }: { readonly offerUndo: (words: string, run: () => void) => void },
  { appointment, name }: Arrived,
  locale: Locale,
  then: () => void,
): void {
  const who = name ?? m.desk_today_no_name({}, { locale })
  offerUndo(m.desk_undo_arrived({ name: who }, { locale }), () => {
    void desk
      .command('undoArrival', { appointment }, m.desk_undo_at_once({}, { locale }))
      .catch(() => undefined)
      .then(then)
  })
}
