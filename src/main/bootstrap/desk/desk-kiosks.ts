import type { KioskHearing, KioskHub } from '../../desk/kiosks/hearing.ts'
import type { Answer } from '../../../shared/bus/questions.ts'
import type { Asked } from '../../bus/port.ts'
import type { ClinicHub, ClinicHubParts } from '../hub/clinic-hub.ts'

/** Connection from a desk to its kiosks, until it is closed. */
export interface DeskKiosks extends KioskHearing {
  /** Closes it in order, even while it is being opened; unsent messages stay in the vault. */
  close(): Promise<void>
}

/** Parts that a desk needs to receive messages from kiosks. */
interface DeskKiosksParts extends Omit<ClinicHubParts, 'kind'> {
  /** Answers a kiosk's question while a person waits in front of it; see `Bus.onQuestion`. */
  readonly answer: (asked: Asked) => Promise<Answer | undefined>
  /** The hub is open. */
  readonly onHub?: (hub: ClinicHub) => void
}

/**
 * Opens the clinic's hub in this desk; nothing waits for it. If it cannot be opened, the desk serves without kiosks and
 * logs the remedy.
 */
export function openDeskKiosks({ answer, onHub, ...parts }: DeskKiosksParts): DeskKiosks {
  const { log } = parts
  const listeners = new Set<() => void>()
  let hears: ReturnType<KioskHearing['hears']> = 'opening'
  let hub: (KioskHub & { close(): Promise<void> }) | undefined
  let isClosed = false

  async function open() {
    // The MQTT code is loaded only once the desk is open.
    const { openClinicHub } = await import('../hub/clinic-hub.ts')
    if (isClosed) return
    const opened = await openClinicHub({ ...parts, kind: 'desk' })
    if (opened.ok) {
      hub = opened.value
      onHub?.(opened.value)
      hub.desk.onChange(changed)
      opened.value.bus.onQuestion(async (asked) => {
        const answered = await answer(asked)
        // Pages that show this request update with its outcome.
        changed()
        return answered
      })
      // A kiosk that was paired just now has said nothing yet.
      hub.pairing.onChange(changed)
    } else
      log.app('the desk hears no kiosks: mend the setting and start it again', {
        reason: opened.error,
      })
  }
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  const opening = open()
    .catch((error: unknown) =>
      log.app('the desk hears no kiosks: start it again', {
        detail: error instanceof Error ? error.name : 'unknown',
      }),
    )
    .finally(() => {
      hears = hub ? 'yes' : 'no'
      changed()
    })

  return {
    hears: () => hears,
    hub: () => hub,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosed = true
      listeners.clear()
      await opening
      const ended = hub
      hub = undefined
      hears = 'no'
      await ended?.close()
    },
  }
}
