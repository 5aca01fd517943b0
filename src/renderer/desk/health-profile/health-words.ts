import { m } from '../../../i18n/paraglide/messages.js'
import type { Reference } from '../../../shared/desk/references.ts'
import type { KnownWords } from '../components/record-words.ts'

/** States of an entry. */
export const entryStatuses: KnownWords = {
  active: m.desk_health_status_active,
  inactive: m.desk_health_status_inactive,
  resolved: m.desk_health_status_resolved,
}

/** How bad an allergy is. */
export const severities: KnownWords = {
  mild: m.desk_health_mild,
  moderate: m.desk_health_moderate,
  severe: m.desk_health_severe,
}

/** What every entry of a health profile has. */
export interface HealthEntry {
  readonly entry: Reference
  readonly name: string | null
  readonly status: string | null
}
