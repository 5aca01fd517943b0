import { join } from 'node:path'
import { harden } from './app/hardening.ts'
import { electron } from './windows/electron/real-electron.ts'
import { startInElectron } from './app/run-in-electron.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

harden()
void startInElectron(electron, root, process.env, () =>
  import('./windows/electron/settings-file.ts').then((file) => file.openElectronStore),
)
