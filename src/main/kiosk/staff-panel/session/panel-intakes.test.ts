import { describe, expect, it } from 'vitest'
import type { StaffCommand } from '../../../../shared/staff.ts'
import { err, ok } from '../../../../shared/result.ts'
import { someIntakes, type FakeIntakes } from '#harness/staff/fake-staff-ports.ts'
import { StaffSessionHarness } from '#harness/staff/staff-session-harness.ts'
import type { IntakePdfs } from '../../offline/intake-pdf/intake-pdfs.ts'
import { refreshMs } from './panel.ts'

const intake = someIntakes().one.id
const open = { type: 'openIntake', intake } as const
const read = { type: 'readIntake', intake } as const
const discard = { type: 'discardIntake', intake, reason: 'trial' } as const

async function inside(page: 'home' | 'intakes' = 'intakes') {
  const intakes: FakeIntakes = someIntakes()
  const kiosk = await StaffSessionHarness.inside(page, (before) => {
    before.intakes = intakes
    before.waitingIntakes = 2
  })
  return { kiosk, intakes }
}
async function opened() {
  const there = await inside()
  await there.kiosk.play(open)
  there.kiosk.acts.length = 0
  return there
}
const shown = (kiosk: StaffSessionHarness) => JSON.stringify(kiosk.views)

describe('the intakes that a kiosk keeps', () => {
  it('are counted on the first page, and listed without anything of a patient', async () => {
    const { kiosk, intakes } = await inside('home')
    expect(kiosk.screen).toMatchObject({ intakes: { waiting: 0, needsPerson: 1, remaining: 0 } })
    await kiosk.play({ type: 'openStaffPage', page: 'intakes' })
    expect(kiosk.screen).toEqual({
      name: 'staffIntakes',
      connection: 'online',
      connectionSince: 7,
      intakes: intakes.list,
      kept: 2,
      note: null,
      canSavePdf: false,
      pdf: null,
    })
    expect(kiosk.acts).toEqual([])
    expect(shown(kiosk)).not.toContain('canary')
  })

  it('say that they are switched off', async () => {
    const kiosk = await StaffSessionHarness.inside('intakes', (one) => (one.waitingIntakes = 2))
    expect(kiosk.screen).toMatchObject({ name: 'staffIntakes', intakes: null, kept: 2 })
  })

  it('are refused to a kiosk that is locked', async () => {
    const kiosk = await StaffSessionHarness.ready((one) => (one.intakes = someIntakes()))
    await kiosk.refuses(open, read, discard)
    await kiosk.play('openStaff')
    await kiosk.refuses(open)
    expect(shown(kiosk)).not.toContain('canary')
  })

  it('are looked at again while nobody touches anything, and drawn when they changed', async () => {
    const { kiosk, intakes } = await inside()
    const views = kiosk.views.length
    await kiosk.wait(refreshMs * 3)
    expect(kiosk.views).toHaveLength(views)
    intakes.list = { ...intakes.list, complete: [] }
    kiosk.connection = 'offline'
    await kiosk.wait(refreshMs)
    expect(kiosk.screen).toMatchObject({ connection: 'offline', intakes: { complete: [] } })
    await kiosk.play({ type: 'openStaffPage', page: 'home' })
    kiosk.connection = 'online'
    await kiosk.wait(refreshMs)
    expect(kiosk.screen).toMatchObject({ name: 'staffHome', connection: 'online' })
    await kiosk.wait(2 * 60_000)
    expect(kiosk.session.isAway).toBe(true)
  })
})

describe('one intake', () => {
  it('is shown with who gave it, and its answers once they are read', async () => {
    const { kiosk, intakes } = await inside()
    await kiosk.play(open)
    expect(kiosk.screen).toMatchObject({
      name: 'staffIntake',
      intake: intakes.one,
      answers: null,
      fault: null,
      canSavePdf: false,
      pdf: null,
    })
    expect(shown(kiosk)).not.toContain('canary-answer')
    await kiosk.play(read)
    expect(JSON.stringify(kiosk.screen)).toContain('canary-answer')
    expect(kiosk.acts).toEqual([`open ${intake}`, `read ${intake}`])
  })

  it.each<[string, StaffCommand | 'untouched', number]>([
    ['staff go to another page', { type: 'openStaffPage', page: 'home' }, 0],
    ['staff go back to all of them', { type: 'openStaffPage', page: 'intakes' }, 0],
    ['staff lock the panel', { type: 'closeStaff' }, 0],
    ['the panel locks by itself', 'untouched', 2 * 60_000],
  ])('is forgotten with its answers when %s', async (_, how, ms) => {
    const { kiosk } = await opened()
    await kiosk.play(read)
    const before = kiosk.persisted.length
    if (how !== 'untouched') await kiosk.play(how)
    await kiosk.wait(ms)
    expect(JSON.stringify(kiosk.screen)).not.toContain('canary')
    const last = kiosk.persisted.findLast((text) => text.includes('"intake":'))
    expect(last).toContain('"intake":null')
    expect(last).toContain('"answers":null')
    expect(kiosk.persisted.length).toBeGreaterThan(before)
    expect(kiosk.persisted.filter((text) => text.includes('canary'))).toEqual([])
  })

  it.each<[StaffCommand, string]>([
    [{ type: 'chooseCandidate', intake, candidate: '1' }, `choose ${intake} 1`],
    [{ type: 'actOnIntake', intake, act: 'takeBack' }, `takeBack ${intake}`],
  ])('is settled by %o, and stays open as it stands then', async (command, did) => {
    const { kiosk, intakes } = await opened()
    intakes.one = { ...intakes.one, stands: 'waiting', reason: null, candidates: [] }
    await kiosk.play(command)
    expect(kiosk.acts).toEqual([did])
    expect(kiosk.screen).toMatchObject({ intake: { stands: 'waiting' }, fault: null })
    const other = '00000000-0000-4000-8000-000000000002'
    await kiosk.refuses({ ...command, intake: other } as StaffCommand)
  })

  it('is discarded with a reason, and the list says so', async () => {
    const { kiosk } = await opened()
    await kiosk.play(discard)
    expect(kiosk.acts).toEqual([`discard ${intake} trial`])
    expect(kiosk.screen).toMatchObject({ name: 'staffIntakes', note: 'discarded' })
    await kiosk.refuses(read)
    await kiosk.play({ type: 'openStaffPage', page: 'intakes' })
    expect(kiosk.screen).toMatchObject({ note: null })
  })

  const faults = ['unknown', 'inFlight', 'notPossible'] as const
  it.each(faults)('says why nothing was done: %s, each time anew', async (fault) => {
    const { kiosk, intakes } = await opened()
    intakes.fault = fault
    for (const [count, command] of [discard, read, discard].entries()) {
      await kiosk.play(command)
      expect(kiosk.screen).toMatchObject({ name: 'staffIntake', fault, errorCount: count + 1 })
    }
    intakes.fault = null
    await kiosk.play({ type: 'actOnIntake', intake, act: 'tryNow' })
    expect(kiosk.screen).toMatchObject({ fault: null })
  })

  it('that is gone meanwhile is not opened, and the list says so', async () => {
    const { kiosk, intakes } = await inside()
    intakes.fault = 'unknown'
    await kiosk.play(open)
    expect(kiosk.screen).toMatchObject({ name: 'staffIntakes', note: 'gone' })
  })

  it('is as it stands now while staff look, without another access', async () => {
    const { kiosk, intakes } = await opened()
    intakes.one = { ...intakes.one, stands: 'complete', can: [] }
    await kiosk.wait(refreshMs)
    expect(kiosk.screen).toMatchObject({ intake: { stands: 'complete', can: [] } })
    expect(kiosk.acts).toEqual([])
  })

  it.each<[Awaited<ReturnType<IntakePdfs['save']>>, object]>([
    [ok({ file: '/srv/a.pdf' }), { state: 'saved', file: '/srv/a.pdf' }],
    ...(['unknown', 'noFolder', 'notDrawn', 'notWritten'] as const).map(
      (kind): [Awaited<ReturnType<IntakePdfs['save']>>, object] => [
        err({ kind }),
        { state: 'notSaved', why: kind },
      ],
    ),
  ])('says what became of its PDF: %o', async (answer, pdf) => {
    const { kiosk, intakes } = await inside()
    let end: () => void = () => undefined
    intakes.savePdf = () => new Promise((resolve) => (end = () => resolve(answer)))
    await kiosk.play(open)
    expect(kiosk.screen).toMatchObject({ canSavePdf: true })
    await kiosk.play({ type: 'saveIntakePdf', intake })
    expect(kiosk.screen).toMatchObject({ pdf: { state: 'saving' } })
    end()
    const screen = await kiosk.until('staffIntake', (one) => one.pdf?.state !== 'saving')
    expect(screen).toMatchObject({ pdf })
  })

  it('is saved with all others that are settled, from their list', async () => {
    const { kiosk, intakes } = await inside()
    const saved: (readonly string[])[] = []
    intakes.savePdf = (ids) => {
      saved.push(ids)
      return Promise.resolve(ok({ file: '/srv/all.pdf' }))
    }
    await kiosk.play({ type: 'saveSettledPdf' })
    const screen = await kiosk.until('staffIntakes', (one) => one.pdf?.state === 'saved')
    expect(screen).toMatchObject({ canSavePdf: true, pdf: { file: '/srv/all.pdf' } })
    expect(saved).toEqual([intakes.list.complete.map(({ id }) => id)])
    await kiosk.play(open)
    expect(await kiosk.try({ type: 'saveSettledPdf' })).toBe(false)
  })

  it('is nobody’s when the session ends by a fault', async () => {
    const { kiosk } = await opened()
    kiosk.broken.add('read')
    await kiosk.try(read)
    await kiosk.happens(() => kiosk.bugs.length > 0)
    expect(JSON.stringify(kiosk.screen)).not.toContain('canary')
  })
})
