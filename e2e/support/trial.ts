import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { drivePages } from './drive-pages.ts'
import { Patient } from './patient.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'

const script = join(import.meta.dirname, '..', '..', 'cli', 'start.ts')

/** Starts a trial as `npm start` opens it: kiosk window, phone, and a sandbox. `args` are those of `cli/start.ts`. */
export async function startTrial(
  size: { readonly width: number; readonly height: number },
  args: readonly string[] = [],
) {
  const place = await openPlace({ size })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DISPLAY: place.screen.display,
    FOYER_SHELL: place.shell,
    FOYER_CONFIG: '/nonexistent',
    FOYER_DRIVER: '1',
  }
  const start = () => spawn(process.execPath, [script, ...args], { env, stdio: 'pipe' })
  try {
    const foyer = await startFoyerIn(place, start)
    const pages = drivePages()
    return {
      foyer,
      patient: new Patient(foyer),
      /** The phone's page; waits until it is open. Rejects when the trial has none. */
      async phone() {
        const phone = await pages.pageAt(await endpointIn(foyer), () => true)
        if (!phone) throw new Error('the phone shows no page')
        return phone
      },
      async stop() {
        await pages.close()
        await foyer.stop()
        await place.close()
      },
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

async function endpointIn({ output, process: trial }: RunningFoyer): Promise<string> {
  const deadline = performance.now() + 15_000
  while (performance.now() < deadline && trial.exitCode === null) {
    const [, endpoint] = /^PHONE_DRIVER (\S+)$/m.exec(output.join('\n')) ?? []
    if (endpoint) return endpoint
    await setTimeout(20)
  }
  throw new Error(`the trial opened no phone:\n${output.join('\n')}`)
}
