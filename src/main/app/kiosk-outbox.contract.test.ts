import { expect, it } from 'vitest'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import {
  memorySource,
  sampleForm,
  sampleIntake,
} from '../../../test/harness/offline/sample-intakes.ts'
import { aService } from '../../../test/harness/hub/kiosk-station.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'
import { openTestVault } from '../../../test/harness/vault/test-vault.ts'
import { testFolder } from '../../../test/harness/test-folder.ts'
import { settingsSchema } from '../settings/schema.ts'
import { auditCall } from '../vault/audit/audit-log.ts'
import { openKioskOutbox } from './kiosk-outbox.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

it('hands an intake over from the vault, in the log and the audit by steps and acts alone', async () => {
  const sandbox = await startSandbox()
  const folder = testFolder()
  let vault = await openTestVault(folder)
  const { client, here } = connectTo(sandbox, { audit: (entry) => auditCall(vault.audit, entry) })
  const settings = settingsSchema.parse({
    ...aService,
    offline: {
      newPatients: 'create',
      unproved: 'deliver',
      keepDeliveredDays: 7,
      pdfFolder: folder,
    },
  })
  const source = memorySource()
  const lines: string[] = []
  const open = () =>
    openKioskOutbox(
      {
        vault,
        settings: () => settings,
        log: { app: (message, fields) => lines.push(JSON.stringify({ message, ...fields })) },
      },
      {
        source,
        service: () => ({ client, place: { ...here, defaultTemplateGroupId: null } }),
        monitor: { current: () => ({ state: 'online' }) },
        isBusy: () => false,
        draw: () => Promise.resolve({ ok: true, value: Buffer.from('%PDF') }),
      },
    )
  const outbox = open()
  const fields = [
    { attribute: 'preferred_name', answer: 'canary-answer' },
    { type: 'signature', answer: 'data:image/png;base64,AA' },
  ] as const
  const intake = sampleIntake({ forms: [sampleForm(601, fields, 2)] })
  source.finish(intake)
  outbox.wake()
  await waitFor(() => expect(outbox.desk.view().remaining).toHaveLength(1))
  await outbox.stop()
  vault.close()

  vault = await openTestVault(folder)
  const again = open()
  expect(again.desk.view().remaining).toMatchObject([
    { delivered: 1, of: 1, remains: [{ why: 'signature' }] },
  ])
  expect(again.desk.read(intake.id)).toEqual({ ok: true, value: intake })
  expect(await again.pdfs.save([intake.id])).toMatchObject({ ok: true })
  expect(await again.pdfs.save(['other'])).toEqual({ ok: false, error: { kind: 'unknown' } })
  expect(again.desk.takeOver(intake.id).ok).toBe(true)
  await again.stop()
  const recent = vault.audit.recent(['call', 'intakeRead', 'intakeSaved', 'intakeTakenOver'], {
    since: 0,
    limit: 99,
  })
  expect(recent.slice(0, 3)).toMatchObject([
    { kind: 'intakeTakenOver', fields: { helpNumber: '4711' } },
    { kind: 'intakeSaved', fields: { helpNumber: '4711' } },
    { kind: 'intakeRead' },
  ])
  const calls = recent.filter(({ kind }) => kind === 'call').reverse()
  expect(calls.map((call) => call.fields['operation'])).toContain('partner.patients.create')
  expect(lines[0]).toBe(
    '{"message":"intakeStep","what":"match","helpNumber":"4711","outcome":"done"}',
  )
  for (const text of [...lines, JSON.stringify(recent)])
    expect(text).not.toMatch(/canary|Lopez|12065550177/)
})
