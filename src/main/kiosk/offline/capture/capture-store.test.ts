import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { capturedForm, capturedIntake } from '#harness/offline/sample-intakes.ts'
import { spawnScript, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { CaptureRows } from '../../../vault/store/captures.ts'
import type { Vault } from '../../../vault/vault.ts'
import { captureBytes, createCaptureStore } from './capture-store.ts'

const place = vaultOfEachTest()
let vault: Vault
beforeEach(async () => (vault = await place.open()))

const open = (rows: CaptureRows = vault.captures, most = 500) =>
  createCaptureStore(rows, () => most)
const done = { ok: true, value: null }
const finishedAt = '2030-05-31T16:05:00.000Z'
const failing = (code: string): CaptureRows => {
  const fail = () => {
    throw Object.assign(new Error('the disk says no'), { code })
  }
  const names = Object.keys(vault.captures) as (keyof CaptureRows)[]
  return Object.fromEntries(names.map((name) => [name, fail])) as unknown as CaptureRows
}

describe('a capture', () => {
  it('is read as it was kept, page by page, also by the next start', async () => {
    const id = randomUUID()
    const captures = open()
    const intake = capturedIntake(id)
    expect(captures.begin(intake)).toEqual(done)
    expect(captures.read(id)).toEqual({ ok: true, value: intake })
    expect(captures.keepPage(id, 0, { 1: 'one' })).toEqual(done)
    expect(captures.keepPage(id, 0, { 1: 'one', 2: true })).toEqual(done)
    const signature = `data:image/png;base64,${'A'.repeat(50_000)}`
    expect(captures.keepPage(id, 1, { 1: signature })).toEqual(done)
    vault.close()
    vault = await place.open()
    const [first, second] = intake.forms
    const forms = [
      { ...first, answers: { 1: 'one', 2: true } },
      { ...second, answers: { 1: signature } },
    ]
    expect(open().unfinished()).toEqual([id])
    expect(open().read(id)).toEqual({ ok: true, value: { ...intake, forms } })
    expect(open().finish(id, finishedAt)).toEqual(done)
    expect(open().read(id)).toEqual({ ok: true, value: { ...intake, forms, finishedAt } })
    expect(open().unfinished()).toEqual([])
  })

  it('takes no answer once it is finished, and is not discarded any more', () => {
    const id = randomUUID()
    const captures = open()
    captures.begin(capturedIntake(id))
    captures.finish(id, finishedAt)
    const unknown = { ok: false, error: { kind: 'unknown' } }
    expect(captures.keepPage(id, 0, { 1: 'late' })).toEqual(unknown)
    expect(captures.finish(id, '2031-01-01T00:00:00.000Z')).toEqual(unknown)
    captures.discard(id)
    expect(captures.read(id)).toMatchObject({ value: { finishedAt } })
  })

  it('is not known where it never began, or has no such form', () => {
    const id = randomUUID()
    const captures = open()
    const unknown = { ok: false, error: { kind: 'unknown' } }
    expect(captures.read(id)).toEqual(unknown)
    expect(captures.keepPage(id, 0, {})).toEqual(unknown)
    expect(captures.finish(id, finishedAt)).toEqual(unknown)
    captures.begin(capturedIntake(id))
    expect(captures.keepPage(id, 2, {})).toEqual(unknown)
  })

  it('leaves nothing when it is discarded, and leaves the templates of others', () => {
    const [gone, stays] = [randomUUID(), randomUUID()]
    const captures = open()
    captures.begin(capturedIntake(gone))
    captures.keepPage(gone, 0, { 1: 'canary' })
    captures.begin(capturedIntake(stays, [capturedForm(601)]))
    captures.discard(gone)
    expect(captures.read(gone)).toMatchObject({ error: { kind: 'unknown' } })
    expect(captures.read(stays)).toMatchObject({ value: { forms: [capturedForm(601)] } })
    expect(vault.captures.space().bytes).toBe('{}'.length)
  })
})

describe('room for captures', () => {
  it('is there until as many wait as may, and again once one was settled', () => {
    const captures = open(vault.captures, 2)
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    captures.begin(capturedIntake(first))
    expect(captures.roomLeft()).toBeGreaterThan(0)
    captures.begin(capturedIntake(second))
    expect(captures.roomLeft()).toBe(0)
    expect(captures.begin(capturedIntake(third))).toEqual({ ok: false, error: { kind: 'full' } })
    expect(captures.keepPage(first, 0, { 1: 'goes on' })).toEqual(done)
    captures.finish(first, finishedAt)
    vault.captures.settle(first, finishedAt)
    expect(captures.begin(capturedIntake(third))).toEqual(done)
  })

  it.each([
    ['the answers take what they may', { bytes: captureBytes.most, freeBytes: 1e12 }],
    ['the disk is nearly full', { bytes: 0, freeBytes: captureBytes.free }],
  ])('is not there where %s', (_, space) => {
    const rows = { ...vault.captures, space: () => ({ count: 0, ...space }) }
    expect(open(rows).roomLeft()).toBe(0)
    expect(open(rows).begin(capturedIntake(randomUUID()))).toMatchObject({
      error: { kind: 'full' },
    })
  })
})

it.each([
  ['SQLITE_IOERR_WRITE', 'notKept'],
  ['SQLITE_READONLY', 'notKept'],
  ['SQLITE_FULL', 'full'],
])('says what a vault that fails with %s did not keep, and throws nothing', (code, kind) => {
  const captures = open(failing(code))
  const id = randomUUID()
  const fault = { ok: false, error: { kind } }
  expect(captures.begin(capturedIntake(id))).toEqual(fault)
  expect(captures.keepPage(id, 0, {})).toEqual(fault)
  expect(captures.finish(id, finishedAt)).toEqual(fault)
  expect(captures.read(id)).toEqual(fault)
  expect(captures.roomLeft()).toBe(0)
  expect(captures.unfinished()).toEqual([])
  expect(() => captures.discard(id)).not.toThrow()
})

it('removes a finished one, with its answers, and no other', () => {
  const captures = open()
  const [old, fresh, waits, begun] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  for (const id of [old, fresh, waits, begun]) captures.begin(capturedIntake(id))
  for (const id of [old, fresh, waits]) captures.finish(id, finishedAt)
  vault.captures.settle(old, '2030-06-01T00:00:00.000Z')
  vault.captures.settle(fresh, '2030-06-05T00:00:00.000Z')
  for (const id of [old, old, begun]) vault.captures.remove(id)
  expect(captures.read(old)).toMatchObject({ ok: false })
  expect(captures.unfinished()).toEqual([begun])
  expect(vault.captures.ids('settled')).toEqual([fresh])
  expect(vault.captures.ids('waiting')).toEqual([waits])
})

it('loses no page that was said to be kept to kill -9', async () => {
  const id = randomUUID()
  vault.close()
  const child = spawnScript('change-vault.ts', ['capture-loop', place.folder, id])
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString()
    if (told.split('\n').length > 30) child.kill('SIGKILL')
  })
  await once(child, 'close')
  vault = await place.open()
  const acknowledged = told.split('\n').length - 1
  expect(acknowledged).toBeGreaterThanOrEqual(30)
  const read = open().read(id)
  if (!read.ok) throw new Error(read.error.kind)
  const answer = read.value.forms[0]?.answers['1'] as string
  expect(Number(answer.replace('answer ', ''))).toBeGreaterThanOrEqual(acknowledged)
})

it('is not forgotten with the vault while it waits, unless that is confirmed', async () => {
  const id = randomUUID()
  open().begin(capturedIntake(id))
  open().finish(id, finishedAt)
  expect(await vault.forget()).toEqual({ ok: false, error: { kind: 'stillWaiting', count: 1 } })
  expect(open().read(id)).toMatchObject({ ok: true })
  expect(await vault.forget({ confirmed: true })).toEqual(done)
  vault = await place.open()
  expect(vault.captures.space().count).toBe(0)
})
