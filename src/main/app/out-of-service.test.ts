import { SimulatedClock } from 'xstate'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../shared/bridge.ts'
import type { Command, View } from '../../shared/ipc.ts'
import { faultScreenIdleMs, showOutOfService } from './out-of-service.ts'
import { defaultClinicLook } from '../intake/clinic.ts'
import { createRouter } from '../ipc/router.ts'
import { createViewSwitch } from './view-switch.ts'
import type { VaultError } from '../vault/errors.ts'

function stand(error: VaultError = { kind: 'full' }) {
  const clock = new SimulatedClock()
  const views: View[] = []
  const viewSwitch = createViewSwitch({
    draw: (view) => views.push(view),
    onMalformed: (error) => {
      throw error
    },
    now: () => clock.now(),
    clinic: () => ({ ...defaultClinicLook, locales: ['es', 'en'] }),
    first: 'outOfService',
  })
  const kiosk = showOutOfService(error, {
    show: (build) => viewSwitch.show('outOfService', build),
    clock,
  })
  const screen = () => views.at(-1)?.screen
  // As a page has it: through the router.
  const route = createRouter(() => kiosk, { event: () => undefined })
  const accepts = async (command: Command) => (await route(command, { isKioskPage: true })) as Reply
  return { ...kiosk, accepts, clock, views, screen }
}

it('asks patients to the desk, in the language of the clinic', () => {
  expect(stand().views).toMatchObject([{ locale: 'es', screen: { name: 'outOfService' } }])
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
    [{ kind: 'altered' }, 'altered', ''],
    [{ kind: 'writesLost', count: 3 }, 'writesLost', ''],
    [{ kind: 'moved' }, 'moved', ''],
    [{ kind: 'readOnly', detail: 'EACCES' }, 'readOnly', 'EACCES'],
    [{ kind: 'full' }, 'full', ''],
    [{ kind: 'inUse' }, 'inUse', ''],
    [{ kind: 'newerSchema', found: 9, known: 3 }, 'newerSchema', 'schema 9 > 3'],
    [{ kind: 'unavailable', detail: 'SQLITE_IOERR' }, 'unavailable', 'SQLITE_IOERR'],
    [{ kind: 'unavailable', detail: 'no vault in /home/ana/x' }, 'unavailable', ''],
    [{ kind: 'unavailable', detail: 'x'.repeat(61) }, 'unavailable', ''],
  ])('says of %j: %s', async (error, fault, detail) => {
    const kiosk = stand(error)
    expect(await kiosk.accepts({ type: 'openStaff' })).toEqual({ ok: true })
    expect(kiosk.screen()).toEqual({ name: 'staffVaultFault', fault, detail })
    const numbers = kiosk.views.map(({ sequence }) => sequence)
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  })

  it('is left by its button', async () => {
    const kiosk = stand()
    await kiosk.accepts({ type: 'openStaff' })
    expect(await kiosk.accepts({ type: 'closeStaff' })).toEqual({ ok: true })
    expect(kiosk.screen()).toEqual({ name: 'outOfService' })
    kiosk.clock.increment(faultScreenIdleMs)
    expect(kiosk.views).toHaveLength(3)
  })

  it('closes by itself a minute after the last touch', async () => {
    const kiosk = stand()
    await kiosk.accepts({ type: 'openStaff' })
    kiosk.clock.increment(faultScreenIdleMs - 1)
    expect(await kiosk.accepts({ type: 'activity' })).toEqual({ ok: true })
    kiosk.clock.increment(faultScreenIdleMs - 1)
    expect(kiosk.screen()?.name).toBe('staffVaultFault')
    kiosk.clock.increment(1)
    expect(kiosk.screen()).toEqual({ name: 'outOfService' })
  })

  it('draws nothing any more once Foyer ends', async () => {
    const kiosk = stand()
    await kiosk.accepts({ type: 'openStaff' })
    kiosk.stop()
    kiosk.clock.increment(faultScreenIdleMs)
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
] as const)('takes no $type, whatever stands there', async (command) => {
  const kiosk = stand()
  expect(await kiosk.accepts(command)).toMatchObject({ ok: false })
  expect(await kiosk.accepts({ type: 'closeStaff' })).toMatchObject({ ok: false })
  await kiosk.accepts({ type: 'openStaff' })
  expect(await kiosk.accepts(command)).toMatchObject({ ok: false })
  expect(kiosk.screen()?.name).toBe('staffVaultFault')
})
