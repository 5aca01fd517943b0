import { expect, it } from 'vitest'
import { auditStaffActs, pinPadSuppressMs } from './audited-acts.ts'

it('does not let the audit be filled by who opens the PIN pad again and again', () => {
  const kinds: string[] = []
  let now = 0
  const act = auditStaffActs({ append: (kind) => void kinds.push(kind) }, () => now)
  for (let count = 0; count < 1_000; count += 1) act('staffPadOpened')
  expect(kinds).toEqual(['staffPadOpened'])
  for (let count = 0; count < 2; count += 1) act('staffPinWrong')
  now += pinPadSuppressMs
  act('staffPadOpened')
  expect(kinds).toEqual(['staffPadOpened', 'staffPinWrong', 'staffPinWrong', 'staffPadOpened'])
})
