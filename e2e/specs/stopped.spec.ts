import { onePacket } from '../../sandbox/seeds/cases.ts'
import { openPlace, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { Patient } from '../support/patient.ts'
import { readAudit } from '../support/read-audit.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

/** The audit of a kiosk that has ended, an entry a line: its kind, and the reason where it has one. */
async function auditOf(place: KioskPlace): Promise<string[]> {
  const { holds, rows } = await readAudit(place)
  expect(holds).toBe(true)
  return rows.map(({ kind, fields: { reason } }) =>
    typeof reason === 'string' ? `${kind} ${reason}` : kind,
  )
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
    const entries = await auditOf(place)
    expect(entries.slice(-3)).toEqual(['visitEnded stopped', 'wiped', 'stopped'])
  } finally {
    await place.close()
  }
})
