// The floor for "process start to first screen": the same shell's window with nothing in it. Ends by a signal.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchWindow } from '../src/main/windows/chromium/launch.ts'
import { sameUser } from '../src/main/windows/chromium/browser-user.ts'
import { openProfiles } from '../src/main/windows/chromium/profiles.ts'

const root = join(import.meta.dirname, '..')
const profiles = await openProfiles()
const window = await launchWindow({
  root,
  user: sameUser(root),
  env: process.env,
  driver: true,
  profiles,
  proxy: 'http://127.0.0.1:9',
  locale: 'en',
  isForeign: false,
  kiosk: true,
  name: 'bench',
  bounds: { left: 0, top: 0, width: 1080, height: 1920 },
})
const [port, path] = (await readFile(join(window.profile, 'DevToolsActivePort'), 'utf8')).split(
  '\n',
)
process.stdout.write(`FOYER_DRIVER ${JSON.stringify({ kiosk: `ws://127.0.0.1:${port}${path}` })}\n`)
process.once('SIGTERM', () => {
  void window
    .close()
    .then(() => profiles.close())
    .then(() => process.exit(0))
})
