import { runAudit } from '../../cli/run-audit.ts'
import type { KioskPlace } from '../../test/leak-scan/kiosk-place.ts'

/** An entry of an audit. */
export interface AuditRow {
  readonly kind: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The audit of a station, which may be running: whether its chain holds, and its entries, the oldest first. */
export async function readAudit(
  place: Pick<KioskPlace, 'environment'>,
): Promise<{ readonly holds: boolean; readonly rows: readonly AuditRow[] }> {
  const rows: AuditRow[] = []
  const code = await runAudit(
    ['export'],
    { ...place.environment },
    {
      out(text) {
        for (const line of text.split('\n').filter(Boolean)) rows.push(JSON.parse(line) as AuditRow)
      },
      note: () => undefined,
    },
  )
  return { holds: code === 0, rows }
}
