import { standardDisplay } from '../../shared/display.ts'
import type { VaultFault } from '../../shared/staff.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import type { CommandReceivers } from '../ipc/router.ts'
import type { BuildView } from '../kiosk/visit/view/view-frame.ts'
import { idleView } from '../kiosk/visit/view/view.ts'
import type { KioskLog } from '../log/log.ts'
import { describeVaultError, type VaultError } from '../vault/errors.ts'
import type { KeySealer } from '../vault/keys/sealers.ts'

/** ms without a touch after which the screen with the fault, for staff, returns to the one for patients. */
export const faultScreenIdleMs = 60_000

const neededBy: Readonly<Record<KeySealer['name'], VaultFault>> = {
  passphrase: 'passphraseNeeded',
  'secret-service': 'keyringNeeded',
  electron: 'electronNeeded',
}

/** A file name of the vault or an error code; other details, such as folders, go to the standard error alone. */
const isPlain = (detail: string) => /^[\w. ]{1,60}$/.test(detail)

/** Leaves out details that would help an attacker. */
function faultOf(error: VaultError): { readonly fault: VaultFault; readonly detail: string } {
  if (error.kind === 'noKeySource' && error.sealedBy)
    return { fault: neededBy[error.sealedBy], detail: '' }
  if (error.kind === 'newerSchema')
    return { fault: error.kind, detail: `schema ${error.found} > ${error.known}` }
  const detail = 'detail' in error && isPlain(error.detail) ? error.detail : ''
  return { fault: error.kind, detail }
}

/** Shows patients that the kiosk is out of service, and staff the reason, without a PIN: the vault holds that. */
export function showOutOfService(
  error: VaultError,
  {
    show,
    clock = systemClock,
  }: { readonly show: (build: BuildView) => void; readonly clock?: Clock },
): CommandReceivers & { readonly stop: () => void } {
  let timer: unknown
  let isOpen = false

  function close() {
    clock.clearTimeout(timer)
    isOpen = false
    show((frame) => idleView('outOfService', frame))
  }
  function touch() {
    clock.clearTimeout(timer)
    timer = clock.setTimeout(close, faultScreenIdleMs)
  }
  function open() {
    isOpen = true
    touch()
    const screen = { name: 'staffVaultFault', ...faultOf(error) } as const
    show(({ clinic }) => ({
      locale: clinic.locales[0] ?? 'en',
      display: standardDisplay,
      clinic,
      screen,
      overlay: null,
    }))
  }

  close()
  return {
    isStaffPresent: () => isOpen,
    visits: undefined,
    staff: {
      accept({ type }) {
        if (type === 'openStaff' && !isOpen) open()
        else if (type === 'closeStaff' && isOpen) close()
        else if (type === 'activity' && isOpen) touch()
        else return false
        return true
      },
    },
    stop: () => clock.clearTimeout(timer),
  }
}

/** Tells an administrator why the vault cannot be used: one line of the log, and one in plain words. */
export function reportVaultFault(log: KioskLog, error: VaultError): void {
  log.event('kioskOutOfService', { reason: `vault: ${error.kind}` })
  process.stderr.write(`foyer: out of service: ${describeVaultError(error)}\n`)
}
