import { SimulatedClock } from 'xstate'
import { describe, expect, it } from 'vitest'
import { view as viewSchema, type View } from '../../shared/ipc.ts'
import { faultUntouchedMs, showOutOfService } from './out-of-service.ts'
import type { VaultError } from '../vault/errors.ts'

function stand(error: VaultError = { kind: 'full' }) {
  const clock = new SimulatedClock()
  const views: View[] = []
  const kiosk = showOutOfService(error, {
    languages: ['es', 'en'],
    show: (view) => views.push(viewSchema.parse(view)),
    clock,
  })
  const screen = () => views.at(-1)?.screen
  return { ...kiosk, clock, views, screen }
}

const notAccepted = (type: string) => ({ ok: false, error: { kind: 'notAccepted', type } })

it('asks patients to the desk, in the language of the clinic', () => {
  const kiosk = stand()
  expect(kiosk.views).toMatchObject([{ locale: 'es', screen: { name: 'outOfService' } }])
})

describe('the screen for staff', () => {
  it.each<[error: VaultError, fault: string, detail: string]>([
    [{ kind: 'noKeySource', tried: ['secret-service'] }, 'noKeySource', ''],
    [{ kind: 'noKeySource', tried: [], sealedBy: 'passphrase' }, 'passphraseNeeded', ''],
    [{ kind: 'noKeySource', tried: [], sealedBy: 'secret-service' }, 'keyringNeeded', ''],
    [{ kind: 'noKeySource', tried: [], sealedBy: 'electron' }, 'electronNeeded', ''],
    [{ kind: 'keyMissing' }, 'keyMissing', ''],
    [{ kind: 'wrongKey' }, 'wrongKey', ''],
    [{ kind: 'corrupt', detail: 'vault.key' }, 'corrupt', 'vault.key'],
    [{ kind: 'auditBroken' }, 'auditBroken', ''],
    [{ kind: 'readOnly', detail: 'EACCES' }, 'readOnly', 'EACCES'],
    [{ kind: 'full' }, 'full', ''],
    [{ kind: 'inUse' }, 'inUse', ''],
    [{ kind: 'newerSchema', found: 9, known: 3 }, 'newerSchema', 'schema 9 > 3'],
    [{ kind: 'unavailable', detail: 'SQLITE_IOERR' }, 'unavailable', 'SQLITE_IOERR'],
    [{ kind: 'unavailable', detail: 'no vault in /home/ana/x' }, 'unavailable', ''],
    [{ kind: 'unavailable', detail: 'x'.repeat(61) }, 'unavailable', ''],
  ])('says of %j: %s', (error, fault, detail) => {
    const kiosk = stand(error)
    expect(kiosk.handle({ type: 'openStaff' })).toEqual({ ok: true })
    expect(kiosk.screen()).toEqual({ name: 'staffVaultFault', fault, detail })
    const numbers = kiosk.views.map(({ sequence }) => sequence)
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  })

  it('is left by its button', () => {
    const kiosk = stand()
    kiosk.handle({ type: 'openStaff' })
    expect(kiosk.handle({ type: 'closeStaff' })).toEqual({ ok: true })
    expect(kiosk.screen()).toEqual({ name: 'outOfService' })
    kiosk.clock.increment(faultUntouchedMs)
    expect(kiosk.views).toHaveLength(3)
  })

  it('closes by itself a minute after the last touch', () => {
    const kiosk = stand()
    kiosk.handle({ type: 'openStaff' })
    kiosk.clock.increment(faultUntouchedMs - 1)
    expect(kiosk.handle({ type: 'activity' })).toEqual({ ok: true })
    kiosk.clock.increment(faultUntouchedMs - 1)
    expect(kiosk.screen()?.name).toBe('staffVaultFault')
    kiosk.clock.increment(1)
    expect(kiosk.screen()).toEqual({ name: 'outOfService' })
  })

  it('draws nothing any more once Foyer ends', () => {
    const kiosk = stand()
    kiosk.handle({ type: 'openStaff' })
    kiosk.stop()
    kiosk.clock.increment(faultUntouchedMs)
    expect(kiosk.views).toHaveLength(2)
  })
})

it.each([
  { type: 'begin' },
  { type: 'submitPin', pin: '493027' },
  { type: 'choosePin', pin: '493027' },
  { type: 'leaveKiosk' },
  { type: 'forgetKiosk', pin: '493027' },
  { type: 'openStaffPage', page: 'machine' },
] as const)('takes no $type, whatever stands there', (command) => {
  const kiosk = stand()
  expect(kiosk.handle(command)).toEqual(notAccepted(command.type))
  expect(kiosk.handle({ type: 'closeStaff' })).toEqual(notAccepted('closeStaff'))
  kiosk.handle({ type: 'openStaff' })
  expect(kiosk.handle(command)).toEqual(notAccepted(command.type))
  expect(kiosk.screen()?.name).toBe('staffVaultFault')
})
