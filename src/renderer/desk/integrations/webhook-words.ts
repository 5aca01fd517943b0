import { m } from '../../../i18n/paraglide/messages.js'
import type { WebhookCreated, WebhookRow, WebhookTested } from '../../../shared/desk/webhooks.ts'
import type { Column } from '../kit/columns.ts'
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

const chips = {
  off: 'plain',
  unused: 'plain',
  fine: 'busy',
  some: 'plain',
  failing: 'danger',
} as const satisfies Record<ReturnType<typeof healthOf>, string>

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
      return { text: m.desk_integrations_health({ health }), chip: chips[health] }
    },
  },
  { name: m.desk_integrations_day(), cell: countWords },
  {
    name: m.desk_integrations_last_success(),
    only: 'facts',
    cell: ({ lastSuccessAt }) => lastWords(lastSuccessAt),
  },
  {
    name: m.desk_integrations_last_failure(),
    only: 'facts',
    cell: ({ lastFailureAt }) => lastWords(lastFailureAt),
  },
  {
    name: m.desk_integrations_created(),
    only: 'facts',
    cell: ({ createdAt }) => (createdAt === null ? '' : momentWords(createdAt)),
  },
]

/** Describes a test's result and the next step. */
export function testWords({ delivered, statusCode }: WebhookTested): string {
  if (delivered === true) return m.desk_integrations_test_arrived()
  if (delivered === null) return m.desk_integrations_test_unknown()
  return statusCode === null
    ? m.desk_integrations_test_failed()
    : m.desk_integrations_test_status({ status: statusCode })
}

/** Explains the result when the answer to a new endpoint was lost. */
export function lostWords({ isThere }: Extract<WebhookCreated, { kind: 'answerLost' }>): string {
  if (isThere === null) return m.desk_integrations_lost_unknown()
  return isThere ? m.desk_integrations_lost_there() : m.desk_integrations_lost_not_there()
}
