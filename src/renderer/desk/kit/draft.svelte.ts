import { onMount } from 'svelte'
import type { DraftOf, DraftValues } from '../../../shared/desk/drafts.ts'
import type { Desk } from '../desk.svelte.ts'
import { useDesk } from './use-desk.svelte.ts'

const keep = (desk: Desk, of: DraftOf, values: DraftValues | null) =>
  void desk.ask('keepDraft', { ...of, values }).catch(() => undefined)

/** Forgets what was typed into a form: it was sent. */
export const forgetDraft = (desk: Desk, of: DraftOf): void => keep(desk, of, null)

/** Keeps what is typed into a form with main alone, and restores it; called while a component is made. */
export function keepDraft(of: DraftOf, restore: (values: DraftValues) => void) {
  const desk = useDesk()
  /** ms since 1970 at which the restored text was typed. */
  let restoredAt = $state<number>()
  let isTyped = $state(false)
  /** As it was kept last: a field tells of one change twice. */
  let kept = ''
  onMount(() => {
    void desk
      .ask('draft', of)
      .then((found) => {
        // A value that was typed meanwhile is newer.
        if (!found || isTyped) return
        restore(found.values)
        restoredAt = found.at
        isTyped = true
      })
      .catch(() => undefined)
  })
  return {
    get restoredAt() {
      return restoredAt
    },
    get isTyped() {
      return isTyped
    },
    /** Keeps the text as it stands now; at once, since a lock waits for nobody. */
    typed(values: DraftValues): void {
      isTyped = true
      const text = JSON.stringify(values)
      if (text === kept) return
      kept = text
      keep(desk, of, values)
    },
    forget(): void {
      if (isTyped) forgetDraft(desk, of)
    },
  }
}
