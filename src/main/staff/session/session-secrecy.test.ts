import { describe, expect, it } from 'vitest'
import { inspect } from 'node:util'
import { Secret } from './secret.ts'
import {
  StaffSessionHarness,
  otherPin,
  pair,
  pin,
} from '../../../../test/harness/staff/staff-session-harness.ts'

const secrets = [pin, otherPin, ...Object.values(pair)]

/** Wherever a secret stands among the texts. */
function found(texts: readonly string[]): string[] {
  return texts.filter((text) => secrets.some((secret) => text.includes(secret)))
}

describe('a secret', () => {
  it('is found by nothing that prints or stores what holds it', () => {
    const held = { nested: { secret: new Secret(pair) } }
    expect(held.nested.secret.read()).toBe(pair)
    const copy = JSON.stringify(structuredClone(held))
    expect(
      found([JSON.stringify(held), inspect(held, { depth: 9, showHidden: true }), copy]),
    ).toEqual([])
  })

  it('is forgotten for all who hold it once it was dropped', () => {
    const secret = new Secret(pair)
    secret.drop()
    expect(() => secret.read()).toThrow('dropped')
  })

  it('is in no view, no stored session, no event, no entry of the audit and nothing on the disk', async () => {
    const kiosk = new StaffSessionHarness()
    kiosk.session.start()
    for (let twice = 0; twice < 2; twice += 1) await kiosk.tap({ type: 'choosePin', pin })
    await kiosk.until('staffHome')
    await kiosk.tap({ type: 'openStaffPage', page: 'credentials' })
    await kiosk.tap({ type: 'giveCredentials', interface: 'partner', ...pair })
    kiosk.test?.onCheck({ name: 'partnerToken', state: 'passed', reason: null })
    kiosk.test?.end(true)
    await kiosk.sees('staffCredentials')
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    await kiosk.tap({ type: 'forgetKiosk', pin: otherPin })
    await kiosk.until('staffMachine', ({ forgetError }) => forgetError === 'wrong')
    await kiosk.tap('changePin')
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    for (let twice = 0; twice < 2; twice += 1) await kiosk.tap({ type: 'choosePin', pin: otherPin })
    await kiosk.until('staffMachine', ({ done }) => done === 'pinChanged')
    await kiosk.tap('closeStaff')
    await kiosk.tap('openStaff')
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.until('staffEnterPin', ({ error }) => error === 'wrong')

    expect(kiosk.persisted.some((text) => text.includes('"repeat"'))).toBe(true)
    expect(kiosk.persisted.some((text) => text.includes('"testing"'))).toBe(true)
    expect(kiosk.persisted.some((text) => text.includes('"checking"'))).toBe(true)
    expect(found(kiosk.persisted)).toEqual([])
    expect(found(kiosk.views.map((view) => JSON.stringify(view)))).toEqual([])
    expect(found([...kiosk.acts, ...kiosk.texts.values()])).toEqual([])
    expect(kiosk.acts).toContain('give partner the pair')
    // A new PIN is held while it is chosen, and no longer.
    const snapshots = kiosk.persisted.filter((text) => text.includes('"chosen":'))
    const isHeld = (text: string) => !text.includes('"chosen":null')
    expect(snapshots.some(isHeld)).toBe(true)
    const elsewhere = snapshots.filter((text) => !/"(choose|repeat|keeping)"/.test(text))
    expect(elsewhere).not.toEqual([])
    expect(elsewhere.filter(isHeld)).toEqual([])
  })
})
