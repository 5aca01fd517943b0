import type { StationId } from '../../../shared/bus/messages.ts'
import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { KeptNotice, KeptNotices } from './kept-notices.ts'

/** That the PIN of a kiosk was used, where members of staff would have been known by name. */
export interface PinUse {
  readonly from: StationId
  readonly useId: string
  /** By the kiosk's clock, and not after it was heard; ms since 1970. */
  readonly at: number
}

/** Uses of kiosks' PINs, in the audit, and for administrators to see afterwards. */
export interface PinUses {
  /** Those that nobody has said they saw, the oldest first. */
  unseen(): readonly PinUse[]
  /** Takes one from the list; false where it is not there. The audit keeps it. */
  see(use: Pick<PinUse, 'from' | 'useId'>): boolean
  /** One was told, and is kept. */
  told(): void
  stop(): void
}

type Told = KeptNotice & {
  readonly body: Extract<KeptNotice['body'], { readonly kind: 'pinUsed' }>
}

/** See `PinUses`. What was kept before a crash and is not in the audit comes there now. */
export function followPinUses({
  notices,
  audit,
  timers,
}: {
  readonly notices: KeptNotices
  readonly audit: Pick<Audit, 'append'>
  readonly timers: Timers
}): PinUses {
  const all = () => notices.all().filter((one): one is Told => one.body.kind === 'pinUsed')
  let cancel: (() => void) | undefined

  function auditAll() {
    cancel = undefined
    for (const one of all()) {
      if (one.isAudited) continue
      const at = new Date(one.at).toISOString()
      audit.append('kioskPinUsed', { station: one.from, at })
      notices.markAudited(one)
    }
  }
  // The bus hands it on within a transaction of the vault, which may be taken back: the audit is written after that.
  const told = () => void (cancel ??= after(timers, 0, auditAll))
  told()

  return {
    told,
    unseen: () => all().map(({ from, at, body }) => ({ from, at, useId: body.useId })),
    see({ from, useId }) {
      const use = all().find((one) => one.from === from && one.body.useId === useId)
      if (use) notices.remove(use)
      return use !== undefined
    },
    stop: () => cancel?.(),
  }
}
