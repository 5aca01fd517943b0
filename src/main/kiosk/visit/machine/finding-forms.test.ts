import { describe, expect, it } from 'vitest'
import { fakePacket } from '#harness/visit/fake-service.ts'
import * as m from '#harness/visit/moves.ts'
import {
  inForm,
  ana,
  anasBirthday,
  anotherBirthday,
  visit,
  VisitHarness,
} from '#harness/visit/visit-harness.ts'

const publicLink = { noMatch: 'publicLink', packets: { defaultTemplateGroupId: 7 } } as const
const operation = 'partner.identityProof.getPatient'
const atDateOfBirth = () => visit({}, m.admits('p1'), 'prove', 'at dateOfBirth')
const address = 'https://forms.example/complete/secret-p1'

describe('the match', () => {
  it('no match, clinic says staff', async () => {
    const kiosk = await visit({ noMatch: 'staff', packets: { defaultTemplateGroupId: 7 } }, 'prove')
    const { helpNumber } = await kiosk.sees('askStaff')
    expect(helpNumber).toMatch(/^\d{3}$/)
    expect(kiosk.logged('staffNeeded')).toEqual([{ reason: 'noMatch', operation, helpNumber }])
  })

  it('no match, clinic offers the public link', async () => {
    const kiosk = await visit(publicLink, 'prove', 'at publicFormsOffer', 'openPublicForms')
    const screen = { name: 'completing', packetName: null, completion: 'unknown' }
    expect(await kiosk.sees('completing')).toEqual(screen)
    await kiosk.play(m.formIs({ url: 'https://forms.example/public/secret-group' }), 'finish')
    await kiosk.play(m.shows('finished', { kind: 'closed' }), m.formsAreClosed(true))
    await kiosk.play(m.calls('packetProgress', 0))
  })

  it('no match, and no public link set: staff', () =>
    visit({ noMatch: 'publicLink' }, 'prove', 'at askStaff'))

  it('several who share the contact: their name, then the date of birth as ever', async () => {
    const kiosk = await visit(publicLink, m.admits('p1'), m.admitsBen, 'prove')
    await kiosk.play(m.shows('fullName', { offline: false, error: null }), m.named(' '))
    await kiosk.play(m.shows('fullName', { error: 'firstMissing' }), m.named('Ana'))
    await kiosk.play('at dateOfBirth', m.calls('dateOfBirth', 0), anasBirthday, 'at completing')
    await kiosk.play(m.formIs({ url: address }))
  })

  it.each(['Cleo', 'Ben'])('several of whom none alone has the name %s: staff', async (name) => {
    const kiosk = await visit(publicLink, m.admits('p1'), m.admitsBen, m.admitsBen, 'prove')
    await kiosk.play(m.named(name), 'at askStaff', m.calls('dateOfBirth', 0))
    await kiosk.play(m.logs('staffNeeded', { reason: 'severalMatches', operation }))
  })
})

describe('the date of birth', () => {
  it('wrong twice: the last try is told, then a person', async () => {
    const kiosk = await atDateOfBirth()
    await kiosk.play(m.shows('dateOfBirth', { lastTry: false }), anotherBirthday)
    await kiosk.play(m.shows('dateOfBirth', { error: 'notMatched', lastTry: true }))
    await kiosk.play(anotherBirthday, 'at askStaff', m.calls('openPackets', 0))
    await kiosk.play(m.logs('staffNeeded', { reason: 'dateOfBirthNotMatched' }))
  })

  it('wrong twice: starting over gives no further try, not even with the right date', async () => {
    const kiosk = await atDateOfBirth()
    await kiosk.play(anotherBirthday, 'startOver', 'confirmStartOver', 'prove')
    await kiosk.play(m.shows('dateOfBirth', { error: null, lastTry: true }), anotherBirthday)
    await kiosk.play('at askStaff', 'done', 30_000, 'prove', anasBirthday, 'at askStaff')
    await kiosk.play(m.calls('openPackets', 0))
  })

  it('a day that does not exist costs no try and asks nothing of the service', async () => {
    const kiosk = await atDateOfBirth()
    for (let count = 0; count < 3; count += 1) {
      await kiosk.tap({ type: 'submitDateOfBirth', year: '1985', month: '2', day: '29' })
      await kiosk.play(m.shows('dateOfBirth', { error: 'notADate' }))
    }
    await kiosk.play(m.calls('dateOfBirth', 0), anasBirthday, 'at completing')
  })

  it('a record without one: staff', async () => {
    const kiosk = new VisitHarness()
    kiosk.service.patients.push({ ...ana, dateOfBirth: null, packets: [] })
    await kiosk.play('prove', anasBirthday, 'at askStaff')
    await kiosk.play(m.logs('staffNeeded', { reason: 'noDateOfBirthOnRecord' }))
  })
})

describe('what waits', () => {
  it.each([
    ['the clinic creates none', { createWhenNone: false, defaultTemplateGroupId: 7 }],
    ['there is nothing to create it from', { createWhenNone: true }],
  ])('no packet, nothing waits: %s', async (_, packets) => {
    const kiosk = await visit({ packets }, m.admits(), 'prove', anasBirthday)
    await kiosk.play(m.shows('nothingWaiting', { closesInMs: 20_000 }), m.calls('createPacket', 0))
  })

  it('three packets', async () => {
    const kiosk = new VisitHarness()
    const packets = [
      fakePacket('p1', { name: 'Consent', dueDate: '2026-03-02' }),
      fakePacket('p2', { name: 'History', started: true }),
      fakePacket('p3', { name: 'Insurance' }),
    ]
    kiosk.service.patients.push({ ...ana, packets })
    await kiosk.play('prove', anasBirthday)
    expect((await kiosk.sees('choosePacket')).packets).toEqual([
      { key: '1', name: 'Consent', dueDate: '2026-03-02', started: false },
      { key: '2', name: 'History', dueDate: null, started: true },
      { key: '3', name: 'Insurance', dueDate: null, started: false },
    ])
    await kiosk.play(m.refuses({ type: 'choosePacket', key: '4' }))
    await kiosk.play(
      { type: 'choosePacket', key: '2' },
      m.shows('completing', { packetName: 'History' }),
    )
    expect(kiosk.form.url).toContain('secret-p2')
  })
})

describe('filling in', () => {
  it('patient leaves half way and comes back to the same answers', async () => {
    const kiosk = await inForm()
    kiosk.service.fillIn('p1', { started: true })
    await kiosk.play('finish', 'at unfinished', 'leaveUnfinished')
    await kiosk.play(m.shows('finished', { kind: 'saved' }), 'done', 'reachForm')
    expect(kiosk.forms.map(({ url }) => url)).toEqual([address, address])
    await kiosk.play(m.formsAreClosed(true, false), m.calls('createPacket', 0))
  })

  it('a page that shows nothing may be tried once more, then a person is called', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formIsUseless, 'at unavailable', 'retry', 'at completing')
    await kiosk.play(m.formsAreClosed(true, false), m.formIsUseless, 'at askStaff')
    await kiosk.play(m.logs('formFailed', { error: 'useless' }, { error: 'useless' }))
    await kiosk.play(m.logs('staffNeeded', { reason: 'formTrouble' }), m.formsAreClosed(true, true))
  })
})

describe('a page that does not open', () => {
  type Failure = VisitHarness['formFailure']
  const meets = (formFailure: Failure) =>
    visit({}, m.admits('p1'), m.has({ formFailure }), 'prove', anasBirthday)

  it.each([
    { reason: 'timed out' },
    { reason: 'answered with an error', status: 503 },
    { reason: 'answered with an error', status: 429 },
    { reason: 'answered with an error', status: 408 },
    { reason: 'net::ERR_CONNECTION_RESET' },
    // The visit ignores all words.
    { reason: 'status 404' },
  ])('is waited for where it may come yet: $reason $status', async (failure) => {
    const kiosk = await meets({ kind: 'notLoaded', ...failure })
    await kiosk.play('at opening', 2_000, 'at unavailable')
    const line = { error: 'notLoaded', detail: failure.reason }
    await kiosk.play(m.logs('formFailed', line, line), m.has({ formFailure: null }))
    await kiosk.play(4_000, 'at completing')
  })

  const error = 'answered with an error'
  it.each<[string, NonNullable<Failure>, string]>([
    ['it is not there', { kind: 'notLoaded', reason: error, status: 400 }, 'formTrouble'],
    ['it is not there', { kind: 'notLoaded', reason: error, status: 404 }, 'formTrouble'],
    ['it is not there', { kind: 'notLoaded', reason: error, status: 410 }, 'formTrouble'],
    ['it is not there', { kind: 'notLoaded', reason: error, status: 499 }, 'formTrouble'],
    ['nobody confirmed it', { kind: 'notConfirmed', reason: 'example.com' }, 'formOrigin'],
    ['our policy forbids it', { kind: 'notAllowed', reason: 'not https' }, 'formTrouble'],
  ])('leads to staff where %s, and is not asked for again: %o', async (_, failure, reason) => {
    const kiosk = await meets(failure)
    await kiosk.play('at askStaff', m.calls('completionUrl', 1), m.logs('staffNeeded', { reason }))
    const status = 'status' in failure ? { status: failure.status } : {}
    const line = { error: failure.kind, detail: failure.reason, ...status }
    await kiosk.play(m.logs('formFailed', line))
  })
})
