import { m } from '../../../i18n/paraglide/messages.js'
import type { WebhookRow } from '../../../shared/desk/webhooks.ts'
import { asFact, type Column } from '../kit/columns.ts'
import { momentWords, said } from '../kit/words.ts'

function healthOf(row: WebhookRow) {
  const [success, failure] = [row.lastSuccessAt ?? -Infinity, row.lastFailureAt ?? -Infinity]
  if (row.isEnabled === false) return 'off'
  if (Math.max(success, failure) === -Infinity) return 'unused'
  if (failure > success) return 'failing'
  return (row.failureCount24h ?? 0) > 0 ? 'some' : 'fine'
}

function countWords({ successCount24h, failureCount24h }: WebhookRow): string {
  if (successCount24h === null && failureCount24h === null) return '–'
  const counts = { arrived: successCount24h ?? 0, failed: failureCount24h ?? 0 }
  return m.desk_integrations_counts(counts)
}

const chips: Partial<Record<string, 'busy' | 'danger'>> = { fine: 'busy', failing: 'danger' }

const lastWords = (at: number | null): string =>
  at === null ? m.desk_integrations_never() : momentWords(at)

/** Returns the columns of the lists of endpoints, and facts of one. */
export const webhookColumns = (): Column<WebhookRow>[] => [
  { name: m.desk_clinic_name(), only: 'table', cell: ({ name }) => said(name, '') },
  { name: m.desk_integrations_url(), isBounded: true, cell: ({ url }) => said(url) },
  {
    name: m.desk_integrations_events(),
    isBounded: true,
    cell: ({ eventTypes }) => said(eventTypes.join(', ')),
  },
  {
    name: m.desk_list_state(),
    cell(row) {
      const health = healthOf(row)
      return { text: m.desk_integrations_health({ health }), chip: chips[health] ?? 'plain' }
    },
  },
  { name: m.desk_integrations_day(), cell: countWords },
  asFact(m.desk_integrations_last_success(), ({ lastSuccessAt }) => lastWords(lastSuccessAt)),
  asFact(m.desk_integrations_last_failure(), ({ lastFailureAt }) => lastWords(lastFailureAt)),
  asFact(m.desk_integrations_created(), ({ createdAt }) =>
    createdAt === null ? '' : momentWords(createdAt),
  ),
]
