import { isLoopback } from '../../../../shared/loopback.ts'
import { matchesEntry } from '../../../../shared/origin-entry.ts'
import { err } from '../../../../shared/result.ts'
import type {
  FormOriginQuestion,
  RefusedOriginShown,
  RefusedOriginsShown,
} from '../../../../shared/staff-origins.ts'
import { type FormOriginRefusal, checkFormAddress } from '../../form-origins/form-address.ts'
import { readAllowedOrigin } from '../../form-origins/origin-entry.ts'
import { isPublicName } from '../../form-origins/public-suffix.ts'
import type { ConnectionUnderTest } from '../../../intake/connection-check.ts'
import type { KioskSettings } from '../../../settings/kiosk-settings.ts'
import type { EffectiveSettings } from '../../../settings/layers.ts'
import { type Settings, formOriginRule, isPractice } from '../../../settings/schema.ts'
import { allowedByStaff, confirmedByStaff } from '../../../settings/setting-paths.ts'
import type { Audit, AuditRecord } from '../../../vault/audit/audit.ts'
import type { RefusedOrigins } from '../../../vault/store/refused-origins.ts'
import type { Kept } from './settings-service.ts'

/** ms that an origin which nobody answered for is asked about. */
const askedForMs = 30 * 24 * 60 * 60_000
const mostEntries = 500
const mostQuestions = 4

function keep(settings: Pick<KioskSettings, 'set'>, key: string, origins: readonly string[]): Kept {
  const kept = settings.set(key, origins)
  return kept.ok ? kept : err({ expected: kept.error.map((each) => each.expected).join('; ') })
}

/** Builds the test of the clinic's public link. `onRefused` gets an origin at which no form would be opened. */
export function formsUnderTest(
  settings: Settings,
  onRefused: (refusal: Pick<FormOriginRefusal, 'origin' | 'why'>) => void,
): ConnectionUnderTest['forms'] {
  const templateGroupId = settings.packets.defaultTemplateGroupId
  if (templateGroupId === null) return undefined
  return {
    templateGroupId,
    isConfirmed(address) {
      const checked = checkFormAddress(address, formOriginRule(settings))
      if (!checked.ok) onRefused({ origin: checked.error.origin, why: checked.error.why })
      return checked.ok
    },
  }
}

/** Asks staff about form origins of the audit; those confirmed become settings, unless administrators decide. */
export function createFormOriginsService(
  audit: Pick<Audit, 'recent'>,
  settings: Pick<KioskSettings, 'current' | 'set'>,
  now: () => number = Date.now,
) {
  const unanswered = (): readonly AuditRecord[] => {
    const kinds = ['formOriginRefused', 'formOriginTested', 'formOriginDeclined'] as const
    const since = now() - askedForMs
    const newest = new Map<unknown, AuditRecord>()
    for (const entry of audit.recent(kinds, { since, limit: mostEntries }))
      if (!newest.has(entry.fields['origin'])) newest.set(entry.fields['origin'], entry)
    return [...newest.values()].filter(({ kind }) => kind !== 'formOriginDeclined')
  }
  const questionOf = (
    { seq, at, kind, fields }: AuditRecord,
    { settings: values, originOf }: EffectiveSettings,
  ): FormOriginQuestion[] => {
    const origin = String(fields['origin'])
    const checked = checkFormAddress(origin, formOriginRule(values))
    if (checked.ok) return []
    const isOpen = ['default', 'kiosk'].includes(originOf(confirmedByStaff))
    return [
      {
        key: String(seq),
        origin,
        from: kind === 'formOriginRefused' ? 'refused' : 'tested',
        at,
        canConfirm: isOpen && fields['why'] === 'notConfirmed' && checked.error.canBeConfirmed,
      },
    ]
  }
  const questions = (): readonly FormOriginQuestion[] =>
    unanswered()
      .flatMap((entry) => questionOf(entry, settings.current()))
      .slice(0, mostQuestions)

  return {
    questions,
    confirm(key: string): Kept {
      const question = questions().find((each) => each.key === key)
      if (!question?.canConfirm) return err({ expected: 'an origin that staff may confirm here' })
      const origins = [...settings.current().settings.formView.origins, question.origin]
      return keep(settings, confirmedByStaff, origins)
    },
  }
}

/** Not IP addresses and local names, which may be clinic devices (for administrators); this machine only in practice. */
function mayBeListed(origin: string, settings: Settings): boolean {
  const { hostname } = new URL(origin)
  const isNamed = isLoopback(hostname) ? isPractice(settings) : isPublicName(hostname)
  return isNamed && readAllowedOrigin(origin).ok
}

/** Offers staff the origins that forms were refused; those listed become settings, unless an administrator decides. */
export function createRefusedOriginsService(
  refused: Pick<RefusedOrigins, 'list' | 'forget'>,
  settings: Pick<KioskSettings, 'current' | 'set'>,
) {
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
      .map((each) => ({ ...each, canAllow: !setBy() && mayBeListed(each.origin, values) }))
  }
  return {
    read: (): RefusedOriginsShown => ({ origins: origins(), setBy: setBy() }),
    allow(origin: string): Kept {
      if (!origins().some((each) => each.origin === origin && each.canAllow))
        return err({ expected: 'an origin that staff may allow here' })
      const listed = settings.current().settings.formView.allowedOrigins
      const kept = keep(settings, allowedByStaff, [...listed, origin])
      if (kept.ok) refused.forget(origin)
      return kept
    },
  }
}
