import fc from 'fast-check'
import { setImmediate as breathe } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ana, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { openTestOutbox } from '#harness/offline/test-outbox.ts'
import { answerOf } from '#harness/service/service-answer.ts'
import { err } from '../../../../shared/result.ts'
import type { IntakeClient } from '../../../intake/client/client.ts'
import { unreadable } from '../../../intake/http/errors.ts'
import { createIntakeDelivery } from './delivery.ts'
import { isSettled } from './row.ts'

const id = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom('1', 'x', '__proto__'))
/** Records that look like what is asked for, with anything in them. */
const record = fc.record(
  {
    id,
    patientId: id,
    firstName: fc.constantFrom(ana.firstName, '', 'Eve'),
    lastName: fc.constantFrom(ana.lastName, 'Other'),
    dateOfBirth: fc.constantFrom(ana.dateOfBirth, '1/1/0001', 'never', ''),
    mobilePhone: fc.constantFrom(ana.phone, '0', ''),
    status: fc.constantFrom('NOT_STARTED', 'COMPLETED', 'odd'),
    isActive: fc.boolean(),
    filled: fc.array(fc.constantFrom('preferred_name', '__proto__')),
    forms: fc.array(
      fc.record(
        {
          formTemplateId: fc.constantFrom(601, 602),
          version: fc.jsonValue(),
          answers: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  record,
  fc.record({
    items: fc.array(record, { maxLength: 3 }),
    nextCursor: fc.constantFrom(null, 'again', ''),
  }),
)
const steps = 60

it('loses no intake, and claims only what it knows, whatever is answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 30 }), async (bodies) => {
      let calls = 0
      const client: Pick<IntakeClient, 'readUntil'> = {
        readUntil: () => (operation, reader) => {
          const read = reader(answerOf(bodies[calls++ % bodies.length]))
          if (read.ok) return Promise.resolve(read)
          const fault = unreadable('expected another answer')
          return Promise.resolve(err({ operation: operation.id, attempts: 1, ...fault }))
        },
      }
      const place = { accountId: 1, locationId: 2 }
      const delivery = createIntakeDelivery(() => ({ client, place }))
      const opened = openTestOutbox({ delivery }, { newPatients: 'create' })
      const { outbox, source, clock, lines } = opened
      const intake = sampleIntake()
      opened.finish(intake)
      for (let step = 0; step < steps; step += 1) {
        await breathe()
        clock.step()
      }
      const row = outbox.book.get(intake.id)
      const before = calls
      for (let step = 0; step < steps; step += 1) {
        await breathe()
        clock.step()
      }
      await outbox.stop()
      expect(lines.filter(({ error }) => error === 'bug')).toEqual([])
      expect(source.read(intake.id)).toEqual({ ok: true, value: intake })
      expect(outbox.book.all()).toHaveLength(1)
      expect(calls > before || row?.attention !== null || isSettled(row)).toBe(true)
      if (row?.state.step === 'delivered')
        expect(row.state.delivered + row.state.remains.length).toBe(1)
    }),
  )
}, 900_000)
