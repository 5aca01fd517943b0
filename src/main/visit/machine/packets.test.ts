import { describe, expect, it } from 'vitest'
import {
  admits,
  calls,
  completes,
  formIs,
  formIsLost,
  formIsUseless,
  formsOpened,
  logs,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import { fakePacket } from '../../../../test/harness/visit/fake-service.ts'
import {
  ana,
  anasBirthday,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'

const creates = { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } }

async function identified(kiosk: VisitHarness) {
  await kiosk.play('prove', 'at dateOfBirth', anasBirthday)
}

async function inForm(...packetIds: string[]) {
  const kiosk = await visit({}, admits(...packetIds), 'reachForm')
  return kiosk
}

describe('what waits', () => {
  it('no packet, one is created', async () => {
    const kiosk = await visit(creates, admits())
    await identified(kiosk)
    await kiosk.play('at completing', calls('createPacket', 1))
  })

  it.each([
    ['the clinic creates none', { packets: { createWhenNone: false, defaultTemplateGroupId: 7 } }],
    ['there is nothing to create it from', { packets: { createWhenNone: true } }],
  ])('no packet, nothing waits: %s', async (_, options) => {
    const kiosk = await visit(options, admits())
    await identified(kiosk)
    await kiosk.play(shows('nothingWaiting', { closesInMs: 20_000 }), calls('createPacket', 0))
  })

  it('one packet', async () => {
    const kiosk = await inForm('p1')
    expect(kiosk.form.url).toBe('https://forms.example/complete/secret-p1')
    expect(kiosk.form.visibility).toEqual([true])
  })

  it('three packets', async () => {
    const kiosk = new VisitHarness()
    kiosk.service.patients.push({
      ...ana,
      packets: [
        fakePacket('p1', { name: 'Consent', dueDate: '2026-03-02' }),
        fakePacket('p2', { name: 'History', started: true }),
        fakePacket('p3', { name: 'Insurance' }),
      ],
    })
    await identified(kiosk)
    const { packets } = await kiosk.sees('choosePacket')
    expect(packets).toEqual([
      { key: '1', name: 'Consent', dueDate: '2026-03-02', started: false },
      { key: '2', name: 'History', dueDate: null, started: true },
      { key: '3', name: 'Insurance', dueDate: null, started: false },
    ])
    expect((await kiosk.try({ type: 'choosePacket', key: '4' })).ok).toBe(false)
    await kiosk.tap({ type: 'choosePacket', key: '2' })
    expect(await kiosk.sees('completing')).toMatchObject({ packetName: 'History' })
    expect(kiosk.form.url).toContain('secret-p2')
  })
})

describe('filling in', () => {
  it('packet completed', async () => {
    const kiosk = await inForm('p1')
    await kiosk.play(completes, 'finish')
    await kiosk.play(shows('finished', { kind: 'complete', closesInMs: 20_000 }))
    await kiosk.play(formIs({ closed: true }), 20_000, 'at welcome')
    await kiosk.play(logs('visitEnded', { reason: 'done' }))
  })

  it('"I am finished" too early: the patient goes back to the same page', async () => {
    const kiosk = await inForm('p1')
    await kiosk.play('finish', 'at unfinished', formIs({ visible: false, closed: false }))
    await kiosk.play('backToForms', 'at completing', formIs({ visible: true, closed: false }))
    await kiosk.play(formsOpened(1))
  })

  it('patient leaves half way and comes back to the same answers', async () => {
    const kiosk = await inForm('p1')
    kiosk.service.fillIn('p1', { started: true })
    await kiosk.play('finish', 'at unfinished', 'leaveUnfinished')
    await kiosk.play(shows('finished', { kind: 'saved' }), 'done', 'reachForm')
    expect(kiosk.forms.map(({ url }) => url)).toEqual(
      Array(2).fill('https://forms.example/complete/secret-p1'),
    )
    expect(kiosk.forms.map(({ closed }) => closed)).toEqual([true, false])
    expect(kiosk.service.calls).not.toContain('createPacket')
  })

  it('a form view that is lost is opened again, a few times', async () => {
    const kiosk = await inForm('p1')
    for (let lost = 1; lost < 3; lost += 1) {
      await kiosk.play(formIsLost, 'at completing')
      expect(kiosk.forms).toHaveLength(lost + 1)
    }
    await kiosk.play(formIsLost, 'at askStaff', logs('staffNeeded', { reason: 'formTrouble' }))
    expect(kiosk.forms.every(({ closed }) => closed)).toBe(true)
  })

  it('a page that shows nothing may be tried once more, then a person is called', async () => {
    const kiosk = await inForm('p1')
    await kiosk.play(formIsUseless, 'at unavailable', 'retry', 'at completing')
    expect(kiosk.forms.map(({ closed }) => closed)).toEqual([true, false])
    await kiosk.play(formIsUseless, 'at askStaff')
    await kiosk.play(logs('formFailed', { error: 'useless' }, { error: 'useless' }))
    await kiosk.play(logs('staffNeeded', { reason: 'formTrouble' }))
    expect(kiosk.forms.every(({ closed }) => closed)).toBe(true)
  })

  it('a page that does not load is tried again; the idle time goes on', async () => {
    const kiosk = await visit({}, admits('p1'))
    kiosk.formFailure = { kind: 'notLoaded', reason: 'timed out' }
    await identified(kiosk)
    await kiosk.play('at opening', 2_000, 'at unavailable')
    kiosk.formFailure = null
    await kiosk.play('retry', 'at completing')
    expect(kiosk.logged('formFailed')).toMatchObject([
      { error: 'notLoaded', detail: 'timed out' },
      { error: 'notLoaded' },
    ])
  })

  it.each([400, 404, 410, 499])(
    'a page that is not there (status %i): staff, and it is not asked for again',
    async (status) => {
      const kiosk = await visit({}, admits('p1'))
      kiosk.formFailure = { kind: 'notLoaded', reason: 'answered with an error', status }
      await identified(kiosk)
      await kiosk.play('at askStaff', calls('completionUrl', 1))
      await kiosk.play(logs('formFailed', { error: 'notLoaded', status }))
      await kiosk.play(logs('staffNeeded', { reason: 'formTrouble' }))
    },
  )

  it.each([
    { reason: 'answered with an error', status: 503 },
    { reason: 'answered with an error', status: 429 },
    { reason: 'answered with an error', status: 408 },
    { reason: 'no answer' },
    { reason: 'net::ERR_CONNECTION_RESET' },
    // Words say nothing to the visit, whatever they are.
    { reason: 'status 404' },
  ])('a page that may come yet ($reason $status): the visit waits', async (failure) => {
    const kiosk = await visit({}, admits('p1'))
    kiosk.formFailure = { kind: 'notLoaded', ...failure }
    await identified(kiosk)
    await kiosk.seesOutage()
    kiosk.formFailure = null
    await kiosk.play(4_000, 'at completing')
  })

  it('an address that nobody confirmed: staff, and it is not asked for again', async () => {
    const kiosk = await visit({}, admits('p1'))
    const detail = 'example.com: not confirmed'
    kiosk.formFailure = { kind: 'notConfirmed', reason: detail }
    await identified(kiosk)
    await kiosk.play('at askStaff', calls('completionUrl', 1))
    await kiosk.play(logs('formFailed', { error: 'notConfirmed', detail }))
    await kiosk.play(logs('staffNeeded', { reason: 'formOrigin' }))
  })

  it('an address that our own policy forbids: staff', async () => {
    const kiosk = await visit({}, admits('p1'))
    kiosk.formFailure = { kind: 'notAllowed', reason: 'not https' }
    await identified(kiosk)
    await kiosk.sees('askStaff')
  })
})
