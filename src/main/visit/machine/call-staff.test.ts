import { expect, it } from 'vitest'
import { admits } from '../../../../test/harness/visit/moves.ts'
import { anotherBirthday, visit } from '../../../../test/harness/visit/visit-harness.ts'

it('tells the desk whom it sends there, why, and in which language they speak', async () => {
  const kiosk = await visit({ desk: true }, admits('p1'), 'begin')
  await kiosk.play({ type: 'chooseLanguage', locale: 'es' }, 'phone', 'code', 'at dateOfBirth')
  for (let tries = 0; tries < 3 && kiosk.view.screen.name === 'dateOfBirth'; tries += 1)
    await kiosk.tap(anotherBirthday)
  const { helpNumber } = await kiosk.sees('askStaff')
  const [needed, ...others] = kiosk.desk.needed
  expect(needed).toEqual({ number: helpNumber, language: 'es', reason: 'dateOfBirthNotMatched' })
  expect(others).toEqual([])
  // Nobody asked for help, and nobody is called to the kiosk.
  expect(kiosk.desk.calls).toEqual([])
})

it('tells it of too many tries', async () => {
  const kiosk = await visit({ desk: true }, admits('p1'), 'begin', 'phone', 'at code')
  for (const waitMs of [30_000, 30_000, 60_000, 120_000]) {
    await kiosk.play(waitMs, 'resendCode')
  }
  await kiosk.play('startOver', 'confirmStartOver', 'begin', 'phone', 'at tooManyTries')
  expect(kiosk.desk.needed).toMatchObject([{ reason: 'tooManyCodes', language: 'en' }])
})
