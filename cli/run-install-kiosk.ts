import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defineCommand } from './command.ts'
import { projectFolder } from './vault-place.ts'

const program = join(projectFolder, 'resources', 'kiosk', 'install-kiosk')

/** `foyer install-kiosk`; exit codes: those of the script, which a packaged Foyer runs without Node. */
export const installKiosk = defineCommand(
  {
    name: 'foyer install-kiosk',
    summary: 'Make this machine a kiosk that runs Foyer alone, or undo that',
    flags: {
      '--call <text>': 'whom to call when the kiosk is out of order',
      '--usb-storage': 'leave USB storage on',
      '--dry-run': 'say what would be done, and do nothing',
      '--undo': 'take it all back',
      '--root <folder>': 'do it to a system that lies in a folder',
    },
    exits: { 0: 'done', 1: 'something is missing or failed', 2: 'wrong usage' },
  },
  (_given, _terminal, args) =>
    Promise.resolve(spawnSync(program, args, { stdio: 'inherit' }).status ?? 1),
)
