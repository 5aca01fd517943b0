import { join } from 'node:path'
import { harden } from './bootstrap/hardening.ts'
import { electron } from './shell/electron/real-electron.ts'
import { startInElectron } from './bootstrap/run-in-electron.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

harden()
void startInElectron(electron, root, process.env, () =>
  import('./shell/electron/settings-file.ts').then((file) => file.openElectronStore),
)
