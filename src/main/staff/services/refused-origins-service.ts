import { matchesEntry } from '../../../shared/origin-entry.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { RefusedOriginShown } from '../../../shared/staff-origins.ts'
import { isLoopback } from '../../../shared/loopback.ts'
import { readAllowedOrigin } from '../../form-origins/origin-entry.ts'
import { isPublicName } from '../../form-origins/public-suffix.ts'
import type { KioskSettings } from '../../settings/kiosk-settings.ts'
import { isPractice } from '../../settings/practice.ts'
import type { Settings } from '../../settings/schema.ts'
import { allowedByStaff } from '../../settings/setting-paths.ts'
import type { RefusedOrigins } from '../../vault/store/refused-origins.ts'
import type { RefusedOriginsService } from '../ports.ts'

const expected = 'an origin that staff may allow here'

/**
 * Whether staff may list an origin. As where forms stand: an address by number and a name of a local network may be a
 * device of the clinic, and this machine is reached in practice alone; the first two an administrator can list.
 */
function mayBeListed(origin: string, settings: Settings): boolean {
  const { hostname } = new URL(origin)
  const isNamed = isLoopback(hostname) ? isPractice(settings) : isPublicName(hostname)
  return isNamed && readAllowedOrigin(origin).ok
}

/**
 * The origins that forms asked for in vain, as staff see them and list one. What they list stands in the settings of
 * this kiosk, where no administrator decides.
 */
export function createRefusedOriginsService(
  refused: Pick<RefusedOrigins, 'list' | 'forget'>,
  settings: Pick<KioskSettings, 'current' | 'set'>,
): RefusedOriginsService {
  const setBy = () => {
    const origin = settings.current().originOf(allowedByStaff)
    return origin === 'default' || origin === 'kiosk' ? null : origin
  }
  const origins = (): RefusedOriginShown[] => {
    const values = settings.current().settings
    const isListed = (origin: string) =>
      values.formView.allowedOrigins.some((entry) => matchesEntry(new URL(origin), entry))
    return refused
      .list()
      .filter(({ origin }) => !isListed(origin))
      .map((each) => ({
        ...each,
        canAllow: setBy() === null && mayBeListed(each.origin, values),
      }))
  }
  return {
    read: () => ({ origins: origins(), setBy: setBy() }),
    allow(origin): Result<null, { readonly expected: string }> {
      if (!origins().some((each) => each.origin === origin && each.canAllow))
        return err({ expected })
      const listed = settings.current().settings.formView.allowedOrigins
      const kept = settings.set(allowedByStaff, [...listed, origin])
      if (!kept.ok) return err({ expected: kept.error.map((each) => each.expected).join('; ') })
      refused.forget(origin)
      return ok(null)
    },
  }
}
