import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import type { Reachable } from '../../sandbox/seeds/cases.ts'
import { sandboxEnvironment } from '../../scripts/app-process.ts'
import { startTestStation, type TestStart } from './composed-station.ts'
import { fakeShell } from './fake-shell.ts'
import { testFolder } from './test-folder.ts'

export interface KioskStart extends TestStart {
  /** Settings that say something else than those of the place. */
  readonly settings?: NodeJS.ProcessEnv
  readonly onClose?: () => void
}

/** All of a kiosk but its windows, as a test sees it. */
export type ComposedKiosk = Awaited<ReturnType<typeof composeFoyer>>

/** Starts a kiosk with a shell without windows: it records views and the addresses of forms, and opens none. */
async function composeFoyer(
  folder: string,
  environment: NodeJS.ProcessEnv,
  { onClose, ...start }: KioskStart,
) {
  // A start takes it out of its environment.
  const { FOYER_STAFF_PIN: pin = '' } = environment
  const forms: string[] = []
  const { shell, window } = fakeShell({
    openForm({ url }) {
      forms.push(url)
      return Promise.resolve({ ok: false, error: { kind: 'notLoaded', reason: 'no form' } })
    },
    close: () => Promise.resolve(onClose?.()),
  })
  const openShell = () => Promise.resolve(shell)
  const station = await startTestStation('kiosk', folder, environment, { openShell }, start)
  const { send, sees } = window
  /** Opens the staff panel by the PIN, from whatever stands there. */
  async function unlock() {
    await send({ type: 'openStaff' })
    await sees('staffEnterPin')
    await send({ type: 'submitPin', pin })
    await sees('staffHome')
  }
  async function enterPanel() {
    await sees('welcome')
    await unlock()
  }
  return {
    ...station,
    send,
    sees,
    unlock,
    enterPanel,
    logged: (event: string) =>
      station.lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['event'] === event),
    forms: forms as readonly string[],
  }
}

/** A sandbox, and kiosks that share a folder, one after the other. All ends with the test, but a given sandbox. */
export async function openKioskPlace(options: SandboxOptions = {}, given?: Sandbox) {
  const folder = testFolder()
  const sandbox = given ?? (await startSandbox(options))
  if (!given) onTestFinished(() => sandbox.close())
  const environment: NodeJS.ProcessEnv = {
    ...sandboxEnvironment(sandbox, folder),
    FOYER_CONFIG: join(folder, 'none.json'),
  }
  return {
    sandbox,
    folder,
    environment,
    pin: environment['FOYER_STAFF_PIN'] ?? '',
    start: async ({ settings, ...start }: KioskStart = {}) => {
      const kiosk = await composeFoyer(folder, { ...environment, ...settings }, start)
      const { send, sees } = kiosk
      /** A patient comes, and proves their phone. */
      async function proves(phone: string) {
        await send({ type: 'begin' })
        await send({ type: 'submitContact', value: phone })
        await sees('code')
        await send({ type: 'submitCode', code: sandbox.control.latestCode(phone) ?? '' })
      }
      /** A patient comes, up to the opening of their forms. */
      async function comes({ phone, dateOfBirth }: Pick<Reachable, 'phone' | 'dateOfBirth'>) {
        await proves(phone)
        await sees('dateOfBirth')
        const [year = '', month = '', day = ''] = dateOfBirth.split('-')
        await send({ type: 'submitDateOfBirth', year, month, day })
      }
      return { ...kiosk, proves, comes }
    },
  }
}
