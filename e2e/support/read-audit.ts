import { audit } from '../../cli/run-audit.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'
import type { KioskPlace } from '../../test/leak-scan/kiosk-place.ts'

export type AuditRow = { readonly kind: string; readonly fields: Readonly<Record<string, unknown>> }

/** The audit of a station, which may be running: whether its chain holds, and its entries, the oldest first. */
export async function readAudit(
  place: Pick<KioskPlace, 'environment'>,
): Promise<{ readonly holds: boolean; readonly rows: readonly AuditRow[] }> {
  const { terminal, written } = fakeTerminal({ environment: { ...place.environment } })
  const code = await audit.run(['export'], terminal)
  const lines = written.out.split('\n').filter(Boolean)
  return { holds: code === 0, rows: lines.map((line) => JSON.parse(line) as AuditRow) }
}
