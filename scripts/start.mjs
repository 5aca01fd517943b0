// `npm start`: sets up, builds what changed, and opens the kiosk on the sandbox (or on the service of foyer.config.json).
import { parseArgs } from 'node:util'
import { buildIfNeeded } from './build.mjs'
import { takeSecrets } from './secrets.mjs'
import { hasDisplay, runNode, runScript, setUp } from './setup.mjs'

// Before anything is started: neither npm nor apt nor the build has any use for them.
const secrets = takeSecrets()

const help = `Foyer: the patient-intake kiosk

  npm start                      open the kiosk, full screen
  npm start -- --walkthrough     let a made-up patient check in, and keep a picture of every screen
  npm start -- --size 1024x768   size of the walkthrough's screen (default 1080x1920)
  npm start -- --language es     language that the walkthrough chooses (en or es)
  npm start -- --page foreign    whose page the walkthrough fills in: the sandbox's own, or a vendor-like site's (foreign)
  npm start -- --help            this text

Without a foyer.config.json that names a service, Foyer starts its own sandbox of the intake service.
FOYER_SHELL=electron|browser chooses the shell. Secrets best stand in files: FOYER_STAFF_PIN_FILE, FOYER_VAULT_PASSPHRASE_FILE,
FOYER_PARTNER_CLIENT_SECRET_FILE and so on. The README says more.`

let options
try {
  options = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      walkthrough: { type: 'boolean' },
      size: { type: 'string' },
      language: { type: 'string' },
      page: { type: 'string' },
    },
  }).values
} catch (error) {
  console.error(`foyer: ${error.message}\n\n${help}`)
  process.exit(2)
}
if (options.help) {
  console.log(help)
  process.exit(0)
}

const walkthrough = options.walkthrough || !hasDisplay()
if (walkthrough && !options.walkthrough)
  console.log(
    'foyer: there is no display here, so a made-up patient checks in instead (--walkthrough).',
  )

if (!walkthrough && (options.size || options.language || options.page)) {
  console.error('foyer: --size, --language and --page go with --walkthrough.')
  process.exit(2)
}

// The walkthrough has a screen of its own, whatever the machine has.
const shell = setUp({ displayServer: walkthrough })
buildIfNeeded()
if (walkthrough) {
  const given = ['size', 'language', 'page'].filter((name) => options[name])
  const args = given.flatMap((name) => [`--${name}`, options[name]])
  process.exit(runScript('start:walkthrough', args, { FOYER_SHELL: shell }))
}
// Not through npm, which would hand the kiosk's secrets on in its environment.
process.exitCode = await runNode('cli/start-kiosk.ts', { FOYER_SHELL: shell }, secrets)
