import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import { makeDataFolder, sandboxEnvironment } from '../../../../scripts/app-process.ts'
import { seededRandom } from '../../../../e2e/support/seeded-random.ts'
import { saysHandedOver } from '../../../../e2e/support/offline-patient.ts'
import { openRecords } from '../../../../e2e/support/service-records.ts'
import { isTried } from '../../../../src/main/offline/outbox/schedule.ts'
import { personOf, recordsOf, visitOffline } from './offline-visit.ts'
import { findKillFaults, readLeftBehind, type TriedIntake } from './kill-invariants.ts'
import { startLife, type KioskLife } from './kiosk-life.ts'
import type { ArmedKill } from './kill-marks.ts'

/** ms in which a hand-over ends, is killed or is in doubt, on a busy machine too; in doubt it goes on meanwhile. */
const handOverMs = 60_000
/** ms until all is settled at last. */
const settleMs = 300_000

/**
 * Lets one patient after another be taken in without the network by a whole kiosk that has no windows, kills it by
 * `kill -9` or as a loss of power does at steps that `seed` decides, starts it again on what is left, and looks at the
 * end what the vault and the service hold.
 */
export async function killOfflineKiosk(
  runs: number,
  seed: string,
  onRun: (run: number) => void = () => {},
) {
  const random = seededRandom(seed)
  const people = Array.from({ length: runs }, (_, index) => personOf(index))
  const sandbox = await startSandbox({ newcomers: recordsOf(people) })
  const folder = await makeDataFolder('foyer-kills-')
  const records = openRecords(sandbox)
  const environment = {
    ...sandboxEnvironment(sandbox, folder),
    FOYER_CONFIG: '/nonexistent',
    FOYER_OFFLINE_ENABLED: 'true',
    FOYER_OFFLINE_NEW_PATIENTS: 'create',
    FOYER_OFFLINE_AFTER_MS: '5000',
  }
  const tried: TriedIntake[] = []
  const kills = { capture: 0, outbox: 0, idle: 0 }
  const marks = { capture: 0, outbox: 0 }
  let lives = 0
  let life: KioskLife | undefined

  const network = (isThere: boolean) => void sandbox.control.switchNetwork('down', !isThere)
  const draw = (most: number): ArmedKill => ({
    at: 1 + Math.floor(random() * most),
    how: random() < 0.5 ? 'kill' : 'power',
  })
  const start = (first: ArmedKill | null = null) =>
    (life = startLife(environment, `${seed} ${lives++}`, first))
  const living = () => (life && !life.hasEnded() ? life : start())
  const handsOver = (of: KioskLife) => {
    const ends = (line: string) =>
      saysHandedOver(line) || (line.includes('"intakeStep"') && line.includes('"inDoubt"'))
    const seen = of.log.length
    const isOver = () => of.log.slice(seen).some(ends)
    return Promise.race([of.until(isOver).catch(() => false), setTimeout(handOverMs, false)])
  }

  try {
    // What a kiosk knows without the network it has read before.
    const reader = start()
    await reader.until(() => reader.log.some((line) => line.includes('"offlineKnowledgeRead"')))
    for (const [run, person] of people.entries()) {
      network(false)
      for (let attempt = 0; ; attempt++) {
        const kiosk = living()
        kiosk.arm(run > 0 && attempt === 0 && random() < 0.6 ? draw(marks.capture) : null)
        const tag = `run ${run} of ${seed}, try ${attempt}`
        const isDone = await visitOffline(kiosk, person, tag)
        tried.push({ person, tag, isDone })
        if (isDone && run === 0) marks.capture = (await kiosk.marks()) ?? 0
        kiosk.arm(null)
        if (isDone) break
        if (!kiosk.hasEnded()) throw new Error(`${tag}: the visit ended, and nobody was told so`)
        kills.capture += 1
      }
      const kiosk = living()
      if (random() < 0.8) {
        await kiosk.end('SIGKILL')
        kills.idle += 1
        network(true)
        const next = start(run > 0 && random() < 0.85 ? draw(marks.outbox) : null)
        await handsOver(next)
      } else {
        if (run > 0) kiosk.arm(draw(marks.outbox))
        network(true)
        await handsOver(kiosk)
      }
      const after = life
      if (run === 0) marks.outbox = Math.max(12, (await after?.marks()) ?? 0)
      if (after?.hasEnded()) kills.outbox += 1
      else after?.arm(null)
      onRun(run + 1)
    }
    network(true)
    living()
    const deadline = performance.now() + settleMs
    let left = await readLeftBehind(environment)
    const isOpen = () => left.rows.length < left.finished.length || left.rows.some(isTried)
    while (isOpen() && performance.now() < deadline) {
      await setTimeout(1_000)
      left = await readLeftBehind(environment)
    }
    await life?.end('SIGTERM')
    return {
      runs,
      /** Kills in the midst of a capture, in the midst of handing over, and while nothing was done. */
      kills,
      /** Steps at which a capture, and at which a hand-over can be killed. */
      marks,
      /** Intakes of which a patient was told that they are done. */
      done: tried.filter(({ isDone }) => isDone).length,
      delivered: left.rows.filter(({ state }) => state.step === 'delivered').length,
      needPerson: left.rows.filter(({ attention }) => attention !== null).length,
      faults: await findKillFaults(tried, left, records),
    }
  } finally {
    await life?.end('SIGKILL')
    await records.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
