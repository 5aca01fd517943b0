import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { sampleIntake } from '#harness/offline/sample-intakes.ts'
import { err, ok } from '../../../../shared/result.ts'
import { createIntakePdfs, type IntakePdfParts } from './intake-pdfs.ts'

let folder: string
beforeEach(() => void (folder = testFolder()))

const intake = sampleIntake({ finishedAt: new Date(2026, 2, 10, 17, 5).toISOString() })

function saver(more: Partial<IntakePdfParts> & { readonly to?: string | null } = {}) {
  const events: unknown[] = []
  const { to = folder, ...parts } = more
  const { save, draw } = createIntakePdfs({
    helpNumberOf: (id) => (id === intake.id ? intake.helpNumber : undefined),
    read: () => {
      events.push('read')
      return ok(intake)
    },
    draw: (html) => Promise.resolve(ok(Buffer.from(`%PDF ${html.length}`))),
    settings: () => ({ folder: to, locale: 'en', paper: 'A4', kiosk: 'kiosk' }),
    audit: (act, fields) => events.push([act, fields]),
    log: (line) => events.push(['log', line]),
    now: () => 0,
    ...parts,
  })
  return { save, draw, events }
}

const { helpNumber } = intake
const told = (reason: string, detail: string) => ['log', { helpNumber, reason, detail }]
const begun = ['intakeSaved', { helpNumber }]
const ended = (reason: string) => ['intakeNotSaved', { helpNumber, reason }]

describe('saving an intake as a PDF', () => {
  it('writes it under its help number and time, audited before it is read', async () => {
    const { save, events } = saver()
    const saved = await save([intake.id])
    const file = join(folder, '4711-2026-03-10-1705.pdf')
    expect(saved).toEqual({ ok: true, value: { file } })
    expect(readFileSync(file, 'utf8')).toMatch(/^%PDF \d{4}/)
    expect(events).toEqual([begun, 'read'])
    expect(basename(file)).not.toMatch(/Lopez|Ana/)
  })

  it('saves it again beside the first, one after the other', async () => {
    let drawing = 0
    const { save } = saver({
      async draw() {
        drawing += 1
        await Promise.resolve()
        expect(drawing).toBe(1)
        drawing -= 1
        return ok(Buffer.from('%PDF'))
      },
    })
    const saved = await Promise.all([save([intake.id]), save([intake.id])])
    expect(saved.every(({ ok }) => ok)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual([
      '4711-2026-03-10-1705-2.pdf',
      '4711-2026-03-10-1705.pdf',
    ])
  })

  it('writes all into one file, each audited before any is read, and says which cannot be read', async () => {
    const numbers = new Map([
      ['a', '11'],
      ['b', '12'],
      ['c', '13'],
    ])
    let html = ''
    const { save, events } = saver({
      helpNumberOf: (id) => numbers.get(id),
      read(id) {
        events.push('read')
        return id === 'b' ? err(null) : ok({ ...intake, helpNumber: numbers.get(id) ?? '' })
      },
      draw(drawn) {
        html = drawn
        return Promise.resolve(ok(Buffer.from('%PDF')))
      },
      now: () => new Date(2026, 2, 10, 18, 0).getTime(),
    })
    const file = join(folder, 'all-2026-03-10-1800.pdf')
    expect(await save(['a', 'b', 'gone', 'c'])).toEqual(ok({ file }))
    expect(readdirSync(folder)).toEqual([basename(file)])
    expect(events).toEqual([
      ...['11', '12', '13'].map((number) => ['intakeSaved', { helpNumber: number }]),
      ...['read', 'read', 'read'],
      ['log', { helpNumber: '12', reason: 'unknown', detail: 'unreadable' }],
      ['intakeNotSaved', { helpNumber: '12', reason: 'unknown' }],
    ])
    expect(html.match(/<article/g)).toHaveLength(3)
  })

  it('draws it for the desk without a folder, as a look at its answers', async () => {
    const { draw, events } = saver({ to: null })
    expect(await draw([intake.id, 'other'])).toMatchObject({ ok: true })
    expect(events).toEqual([['intakeRead', { helpNumber }], 'read'])
    const failing = saver({ draw: () => Promise.resolve(err({ kind: 'timedOut' })) })
    expect(await failing.draw([intake.id])).toEqual(err({ kind: 'notDrawn' }))
    expect(failing.events.slice(2)).toEqual([told('notDrawn', 'timedOut')])
  })

  it('writes nothing of one that is not on this kiosk', async () => {
    const { save, events } = saver()
    expect(await save(['other'])).toEqual(err({ kind: 'unknown' }))
    expect(events).toEqual([])
  })

  it.each([
    ['none is set', null, 'offline.pdfFolder'],
    ['it is not there now', '/nowhere/foyer', 'ENOENT'],
  ])('reads nothing without a folder: %s', async (_why, to, detail) => {
    const { save, events } = saver({ to })
    expect(await save([intake.id])).toEqual(err({ kind: 'noFolder' }))
    expect(events).toEqual([told('noFolder', detail)])
  })

  it.each<[string, Partial<IntakePdfParts>, string, string]>([
    ['it cannot be read', { read: () => err(null) }, 'unknown', 'unreadable'],
    [
      'not drawn',
      { draw: () => Promise.resolve(err({ kind: 'timedOut' })) },
      'notDrawn',
      'timedOut',
    ],
    ['a bug', { draw: () => Promise.reject(new Error('Ana Lopez')) }, 'notDrawn', 'bug'],
    ['a bug', { read: () => ok({ ...intake, forms: null as never }) }, 'notDrawn', 'bug'],
    [
      'the folder went',
      {
        draw: () => {
          rmSync(folder, { recursive: true })
          return Promise.resolve(ok(Buffer.from('%PDF')))
        },
      },
      'noFolder',
      'ENOENT',
    ],
  ])('says in audit and log that nothing came of it: %s', async (_why, parts, reason, detail) => {
    const { save, events } = saver(parts)
    expect(await save([intake.id])).toEqual(err({ kind: reason }))
    expect(events.filter((event) => event !== 'read')).toEqual([
      begun,
      told(reason, detail),
      ended(reason),
    ])
  })

  it('reads nothing that cannot be audited', async () => {
    let isRead = false
    const { save } = saver({
      audit: () => {
        throw new Error('the vault is full')
      },
      read: () => {
        isRead = true
        return ok(intake)
      },
    })
    await expect(save([intake.id])).rejects.toThrow('the vault is full')
    expect(isRead).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })
})
