import type { PacketRow } from '../../../shared/desk/packets.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { Desk } from '../desk.svelte.ts'

/** What is done with a packet that is there. */
export interface PacketTaskProps {
  readonly desk: Desk
  readonly locale: Locale
  readonly chart: Reference
  readonly row: PacketRow
  /** It is done; `words` tell more than that, where there is more. */
  readonly ondone: (words: string) => void
  readonly onclose: () => void
}
