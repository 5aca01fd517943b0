import { expect, it } from 'vitest'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { OutboxRow } from './row.ts'
import { memorySource, sampleIntake } from '#harness/offline/sample-intakes.ts'
import type { Vault } from '../../../vault/vault.ts'
import { openBook } from './outbox.ts'

const place = vaultOfEachTest()

const row = (id: string, seq: number, more: Partial<OutboxRow> = {}): OutboxRow => ({
  id,
  seq,
  helpNumber: '1',
  dateOfBirth: '1990-04-05',
  finishedAt: '',
  state: { step: 'match' },
  failures: 0,
  attention: null,
  choice: null,
  ...more,
})
const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]

const bookOf = ({ outbox }: Pick<Vault, 'outbox'>, source = memorySource()) =>
  openBook(outbox, source)

it('keeps rows in their order, over a restart', async () => {
  const vault = await place.open()
  const book = bookOf(vault)
  book.write(row(second, 2))
  book.write(row(first, 1))
  book.write(row(second, 2, { failures: 3 }))
  vault.close()
  const again = await place.open()
  expect(bookOf(again).all()).toEqual([row(first, 1), row(second, 2, { failures: 3 })])
  bookOf(again).remove(first)
  expect(bookOf(again).all()).toHaveLength(1)
})

it('names a row that another Foyer wrote in another way, and its intake is begun anew by nobody', async () => {
  const vault = await place.open()
  const intake = sampleIntake()
  const { id } = intake
  const written = { ...row(id, 1), state: { step: 'teleported' } }
  vault.outbox.write({ id, seq: 1, row: JSON.stringify(written) })
  const source = memorySource()
  source.finish(intake)
  const book = bookOf(vault, source)
  expect(book.all()).toEqual([])
  book.takeIn()
  const taken = [{ id, attention: { reason: 'intakeUnreadable' } }]
  expect(book.all()).toMatchObject(taken)
  expect(bookOf(vault).all()).toMatchObject(taken)
})

it('tells of a change once it can be read', async () => {
  const { outbox } = await place.open()
  const seen: number[] = []
  const book = openBook(outbox, memorySource(), () => seen.push(book.all().length))
  book.write(row(first, 1))
  book.write(row(second, 2))
  book.remove(first)
  expect(seen).toEqual([1, 2, 1])
})
