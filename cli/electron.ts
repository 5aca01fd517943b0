import { join } from 'node:path'
import { harden } from '../src/main/app/hardening.ts'
import { startInElectron } from '../src/main/app/run-in-electron.ts'
import { electron } from '../src/main/windows/electron/real-electron.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

/** Commands of `foyer` that read the vault, whose library a packaged Foyer has for Electron alone. */
const commands = {
  doctor: async () => (await import('./run-doctor.ts')).doctor,
  vault: async () => (await import('./run-vault.ts')).vault,
  audit: async () => (await import('./run-audit.ts')).audit,
}

/** Switch with which `resources/linux/foyer` starts a command where there is no display. */
const headless = '--ozone-platform=headless'

async function runCommand(name: keyof typeof commands, args: readonly string[]): Promise<void> {
  const [command, { processTerminal }] = await Promise.all([
    commands[name](),
    import('./terminal.ts'),
  ])
  electron.app.exit(await command.run(args, processTerminal()))
}

harden()
const [name = '', ...args] = process.argv.slice(1).filter((word) => word !== headless)
if (Object.hasOwn(commands, name))
  runCommand(name as keyof typeof commands, args).catch((error: unknown) => {
    process.stderr.write(`foyer: ${String(error)}\n`)
    electron.app.exit(1)
  })
else
  void startInElectron(electron, root, process.env, () =>
    import('../src/main/windows/electron/settings-file.ts').then((file) => file.openElectronStore),
  )
