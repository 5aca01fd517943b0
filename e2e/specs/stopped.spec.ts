import { runAudit } from '../../cli/run-audit.ts'
import { onePacket } from '../../sandbox/seeds/cases.ts'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { Patient } from '../support/patient.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

/** The audit of a kiosk that has ended, an entry a line: its kind, and the reason where it has one. */
async function auditOf(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const lines: string[] = []
  const code = await runAudit(
    ['export'],
    { ...environment },
    {
      out: (text) => void lines.push(...text.split('\n').filter(Boolean)),
      note: () => undefined,
    },
  )
  expect(code).toBe(0)
  return lines.map((line) => {
    const { kind, fields } = JSON.parse(line) as { kind: string; fields: { reason?: string } }
    return fields.reason === undefined ? kind : `${kind} ${fields.reason}`
  })
}

test('SIGTERM in a form leaves the end and the wipe of the visit in the audit', async () => {
  const place = await openPlace()
  try {
    const foyer = await startFoyerIn(place)
    try {
      const patient = new Patient(foyer)
      await patient.provesWith(onePacket, onePacket.phone)
      await foyer.form()
      foyer.process.kill('SIGTERM')
      await expect.poll(() => foyer.process.exitCode).toBe(0)
    } finally {
      await foyer.stop()
    }
    const entries = await auditOf(place.environment)
    expect(entries.slice(-3)).toEqual(['visitEnded stopped', 'wiped', 'stopped'])
  } finally {
    await place.close()
  }
})
