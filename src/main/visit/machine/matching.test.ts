import { describe, expect, it } from 'vitest'
import { admits, calls, formIs, logs, shows } from '../../../../test/harness/visit/moves.ts'
import {
  ana,
  anasBirthday,
  anotherBirthday,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'

async function atDateOfBirth() {
  const kiosk = await visit({}, admits('p1'), 'prove', 'at dateOfBirth')
  return kiosk
}

describe('the match', () => {
  it('no match, clinic says staff', async () => {
    const kiosk = await visit({ noMatch: 'staff', packets: { defaultTemplateGroupId: 7 } }, 'prove')
    const screen = await kiosk.sees('askStaff')
    expect(screen.helpNumber).toMatch(/^\d{3}$/)
    expect(kiosk.logged('staffNeeded')).toEqual([
      {
        reason: 'noMatch',
        operation: 'partner.identityProof.getPatient',
        helpNumber: screen.helpNumber,
      },
    ])
  })

  it('no match, clinic offers the public link', async () => {
    const kiosk = new VisitHarness({
      noMatch: 'publicLink',
      packets: { defaultTemplateGroupId: 7 },
    })
    await kiosk.play('prove', 'at publicFormsOffer', 'openPublicForms')
    expect(await kiosk.sees('completing')).toEqual({
      name: 'completing',
      packetName: null,
      completion: 'unknown',
    })
    expect(kiosk.form.url).toBe('https://forms.example/public/secret-group')
    await kiosk.play('finish', shows('finished', { kind: 'closed' }), formIs({ closed: true }))
    await kiosk.play(calls('packetProgress', 0))
  })

  it('no match, and no public link set: staff', async () => {
    await visit({ noMatch: 'publicLink' }, 'prove', 'at askStaff')
  })

  it('several matches', async () => {
    const kiosk = new VisitHarness({
      noMatch: 'publicLink',
      packets: { defaultTemplateGroupId: 7 },
    })
    kiosk.admitAna('p1')
    kiosk.service.patients.push({ ...ana, id: 'patient-4712', packets: [] })
    await kiosk.prove()
    const { helpNumber } = await kiosk.sees('askStaff')
    const operation = 'partner.identityProof.getPatient'
    expect(kiosk.logged('staffNeeded')).toEqual([
      { reason: 'severalMatches', operation, helpNumber },
    ])
  })
})

describe('the date of birth', () => {
  it('date of birth wrong twice', async () => {
    const kiosk = await atDateOfBirth()
    await kiosk.play(anotherBirthday, shows('dateOfBirth', { error: 'notMatched' }))
    await kiosk.play(anotherBirthday, 'at askStaff')
    await kiosk.play(logs('staffNeeded', { reason: 'dateOfBirthNotMatched' }))
    await kiosk.play(calls('openPackets', 0))
  })

  it('date of birth wrong twice: starting over gives no further try, not even with the right date', async () => {
    const kiosk = await atDateOfBirth()
    await kiosk.play(anotherBirthday, 'startOver', 'confirmStartOver', 'prove', anotherBirthday)
    await kiosk.play('at askStaff', 'done', 30_000, 'prove', anasBirthday, 'at askStaff')
    expect(kiosk.service.calls).not.toContain('openPackets')
  })

  it('wrong once, then right', async () => {
    const kiosk = await atDateOfBirth()
    await kiosk.play(anotherBirthday, anasBirthday, 'at completing')
  })

  it('a day that does not exist costs no try and asks nothing of the service', async () => {
    const kiosk = await atDateOfBirth()
    for (let count = 0; count < 3; count += 1) {
      await kiosk.tap({ type: 'submitDateOfBirth', year: '1985', month: '2', day: '29' })
      expect(await kiosk.sees('dateOfBirth')).toMatchObject({ error: 'notADate' })
    }
    await kiosk.play(calls('dateOfBirth', 0), anasBirthday, 'at completing')
  })

  it('a record without a date of birth: staff', async () => {
    const kiosk = new VisitHarness()
    kiosk.service.patients.push({ ...ana, dateOfBirth: null, packets: [] })
    await kiosk.play('prove', anasBirthday, 'at askStaff')
    expect(kiosk.logged('staffNeeded')).toMatchObject([{ reason: 'noDateOfBirthOnRecord' }])
  })
})
