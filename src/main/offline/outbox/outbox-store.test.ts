import { afterEach, beforeEach, expect, it } from 'vitest'
import { openOrThrow, plainSealer, scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { createOutboxStore, openBook } from './book.ts'
import type { OutboxRow } from './row.ts'
import { memorySource } from '../../../../test/harness/offline/memory-outbox.ts'
import { sampleIntake } from '../../../../test/harness/offline/sample-intakes.ts'
import { readVault } from '../../vault/keys/unlock.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

const row = (id: string, seq: number, more: Partial<OutboxRow> = {}): OutboxRow => ({
  ...{ id, seq, helpNumber: '1', dateOfBirth: '1990-04-05', finishedAt: '' },
  ...{ state: { step: 'match' }, failures: 0, attention: null },
  ...more,
})
const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]

/** The outbox in an open vault. */
const outboxOf = ({ outbox }: Awaited<ReturnType<typeof openOrThrow>>) => createOutboxStore(outbox)

it('keeps rows in their order, over a restart and a change of the key', async () => {
  const vault = await openOrThrow(scratch.folder)
  outboxOf(vault).write(row(second, 2))
  outboxOf(vault).write(row(first, 1))
  outboxOf(vault).write(row(second, 2, { failures: 3 }))
  expect((await vault.rotateKey()).ok).toBe(true)
  vault.close()
  const again = await openOrThrow(scratch.folder)
  expect(outboxOf(again).rows()).toEqual([row(first, 1), row(second, 2, { failures: 3 })])
  outboxOf(again).remove(first)
  expect(outboxOf(again).rows()).toHaveLength(1)
  again.close()
})

it('names a row that another Foyer wrote in another way, and its intake is begun anew by nobody', async () => {
  const vault = await openOrThrow(scratch.folder)
  const intake = sampleIntake()
  outboxOf(vault).write({
    ...row(intake.id, 1),
    state: { step: 'teleported' },
  } as unknown as OutboxRow)
  expect(outboxOf(vault).rows()).toEqual([])
  expect(outboxOf(vault).unreadable()).toEqual([intake.id])
  const source = memorySource()
  source.finish(intake)
  const book = openBook(outboxOf(vault), source)
  book.takeIn()
  expect(book.all()).toMatchObject([{ id: intake.id, attention: { reason: 'intakeUnreadable' } }])
  expect(outboxOf(vault).unreadable()).toEqual([])
  vault.close()
})

it('is on the disk, encrypted, when it returns', async () => {
  const vault = await openOrThrow(scratch.folder)
  outboxOf(vault).write(row(first, 1))
  const beside = await readVault(scratch.folder, [plainSealer()])
  if (!beside.ok) throw new Error('not readable')
  const read = beside.value.connection.prepare<[], string>('SELECT id FROM outbox').pluck()
  expect(read.all()).toEqual([first])
  beside.value.connection.close()
  vault.close()
})
