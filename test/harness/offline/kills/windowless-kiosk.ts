// A whole kiosk in a process of its own, but for its windows: `kill-runs.ts` is its patient, and kills it at its steps.
import { join } from 'node:path'
import { runStation } from '../../../../src/main/app/run-station.ts'
import { readStartupConfiguration } from '../../../../src/main/app/start-up.ts'
import type { CommandHandler, Shell } from '../../../../src/main/windows/port.ts'
import type { FormView } from '../../../../src/shared/windows.ts'
import { seededRandom } from '../../../../e2e/support/seeded-random.ts'
import { installKillMarks, type ArmedKill, type FromKiosk, type ToKiosk } from './kill-marks.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const marks = installKillMarks(seededRandom(process.env['KILL_SEED'] ?? ''))
marks.arm(JSON.parse(process.env['KILL_FIRST'] ?? 'null') as ArmedKill | null)
const tell = (message: FromKiosk) => void process.send?.(message)
const done = () => Promise.resolve()

let handler: CommandHandler | undefined
process.on('message', (message: ToKiosk) => {
  if (message.kind === 'arm') marks.arm(message.kill)
  if (message.kind === 'count') tell({ kind: 'marks', count: marks.count() })
  if (message.kind === 'command') void handler?.(message.command, { isKioskPage: true })
})
// The process that started it is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const form: FormView = {
  setVisible: done,
  setInsets: done,
  setZoom: done,
  setTheme: done,
  setLanguage: done,
  showKeys: done,
  enter: done,
  press: () => undefined,
  closePaper: () => undefined,
  close() {
    tell({ kind: 'form', url: null })
    return done()
  },
}
const shell: Shell = {
  kind: 'browser',
  openKiosk(options) {
    handler = options.handler
    return Promise.resolve({ show: (view) => tell({ kind: 'view', view }), renew: done })
  },
  screenSize: () => ({ width: 1080, height: 1920 }),
  openForm({ url }) {
    tell({ kind: 'form', url })
    return Promise.resolve({ ok: true, value: form })
  },
  drawPdf: () => Promise.resolve({ ok: false, error: { kind: 'failed' } }),
  close: done,
}

const configuration = readStartupConfiguration(root, process.env)
if (!configuration.ok) throw new Error(configuration.error)
await runStation(configuration.value, {
  openShell: () => Promise.resolve(shell),
  openDeskShell: () => Promise.reject(new Error('this is a kiosk')),
  exit: (code) => process.exit(code),
})
