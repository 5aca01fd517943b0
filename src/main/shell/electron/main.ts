import { join } from 'node:path'
import { harden } from '../../hardening.ts'
import { electron } from './real-electron.ts'
import { startInElectron } from './start.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

harden()
void startInElectron(electron, root, process.env, () =>
  import('./settings-file.ts').then((file) => file.openElectronStore),
)
