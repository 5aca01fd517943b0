import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeFoyer } from '../../../test/harness/composed-foyer.ts'
import type { Vault } from '../vault/vault.ts'
import { scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'

// Passphrases and PINs are made to cost time, and more on a busy machine.
let sandbox: Sandbox
let scratch: ReturnType<typeof scratchFolder>
beforeEach(async () => {
  scratch = scratchFolder()
  sandbox = await startSandbox()
})
afterEach(async () => {
  await sandbox.close()
  scratch.remove()
})

/** A kiosk, and what it writes to the audit in order; `windows closed` stands where the shell closed them. */
async function start(closeWindows: () => void = () => undefined) {
  const order: string[] = []
  let isVaultOpen = true
  const environment = {
    ...sandboxEnvironment(sandbox, scratch.folder),
    FOYER_CONFIG: join(scratch.folder, 'none.json'),
  }
  const kiosk = await composeFoyer(
    scratch.folder,
    environment,
    (vault): Vault => ({
      ...vault,
      audit: {
        ...vault.audit,
        append(kind, fields) {
          order.push([kind, fields?.['reason']].filter(Boolean).join(' '))
          vault.audit.append(kind, fields)
        },
      },
      close() {
        isVaultOpen = false
        vault.close()
      },
    }),
    () => {
      closeWindows()
      order.push('windows closed')
    },
  )
  await kiosk.sees('welcome')
  const since = order.length
  return { kiosk, written: () => order.slice(since), isVaultOpen: () => isVaultOpen }
}

describe('a stop of Foyer', () => {
  it('in a visit tells of its end, and of the wipe once the windows are gone', async () => {
    const { kiosk, written } = await start()
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    await kiosk.foyer.stop()
    const told = written().filter((entry) => !/^(call|credentialUsed)/.test(entry))
    expect(told).toEqual(['visitStarted', 'visitEnded stopped', 'windows closed', 'wiped'])
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'stopped' }])
    expect(kiosk.logged('bug')).toEqual([])
  })

  it('beneath the PIN pad ends the visit that it covers', async () => {
    const { kiosk, written } = await start()
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    await kiosk.send({ type: 'openStaff' })
    await kiosk.sees('staffEnterPin')
    await kiosk.foyer.stop()
    expect(written()).toEqual(expect.arrayContaining(['visitEnded stopped', 'wiped']))
  })

  it('closes the vault also where the windows cannot be closed, and tells of no wipe', async () => {
    const { kiosk, written, isVaultOpen } = await start(() => {
      throw new Error('no wipe')
    })
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    await expect(kiosk.foyer.stop()).rejects.toThrow('no wipe')
    expect(written()).not.toContain('wiped')
    expect(isVaultOpen()).toBe(false)
  })

  it('at rest has no visit to tell of', async () => {
    const { kiosk, written } = await start()
    await kiosk.foyer.stop()
    const told = written().filter((entry) => !/^(call|credentialUsed)/.test(entry))
    expect(told).toEqual(['windows closed'])
  })

  it('after a visit tells of its wipe once', async () => {
    const { kiosk, written } = await start()
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    await kiosk.send({ type: 'startOver' })
    await kiosk.send({ type: 'confirmStartOver' })
    await waitFor(() => expect(written()).toContain('wiped'))
    await kiosk.foyer.stop()
    expect(written().filter((entry) => entry === 'wiped')).toHaveLength(1)
    expect(written().filter((entry) => /^visitEnded/.test(entry))).toEqual([
      'visitEnded startedOver',
    ])
  })
})
