// `npm start`: sets up, builds what changed, and opens the kiosk, the front desk, or both as a clinic, on the sandbox (or on the service of foyer.config.json).
import { parseArgs } from 'node:util'
import { buildIfNeeded } from './build.mjs'
import { takeSecrets } from './secrets.mjs'
import { hasDisplay, runNode, runScript, setUp } from './setup.mjs'

// Before anything is started: neither npm nor apt nor the build has any use for them.
const secrets = takeSecrets()

const help = `Foyer: the patient-intake kiosk

  npm start                      open the kiosk as a window, and beside it a phone that gets the codes
  npm start -- --full-screen     let the kiosk fill the screen, as on a service of your own
  npm start -- --offline         let the network go once the kiosk knows the clinic's forms
  npm start -- --desk            open the front desk in place of a kiosk: a window of its own for members of staff
  npm start -- --clinic          open a clinic: two kiosks, and a front desk that they are paired with; where there is no
                                 display, on a screen that nobody sees, with a picture of it
  npm start -- --walkthrough     let a made-up patient check in, and keep a picture of every screen; with --offline the
                                 network goes meanwhile, and comes back; with --desk a member of staff walks through
                                 the places of a front desk
  npm start -- --size 1024x768   size of the kiosk's window, or of the walkthrough's screen (default 1080x1920)
  npm start -- --language es     language that the walkthrough chooses (en or es)
  npm start -- --help            this text

Without a foyer.config.json that names a service, Foyer starts its own sandbox of the intake service. On a configured
service the kiosk is always full screen.
FOYER_SHELL=electron|browser chooses the shell. Secrets best stand in files: FOYER_STAFF_PIN_FILE, FOYER_VAULT_PASSPHRASE_FILE,
FOYER_PARTNER_CLIENT_SECRET_FILE and so on. docs/installation.md says more.`

let options
try {
  options = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      'full-screen': { type: 'boolean' },
      desk: { type: 'boolean' },
      clinic: { type: 'boolean' },
      offline: { type: 'boolean' },
      walkthrough: { type: 'boolean' },
      size: { type: 'string' },
      language: { type: 'string' },
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

/** Refusals of options that do not go together. */
const { clinic, desk, size, offline, language } = options
const isFull = options['full-screen']
const besides = (...names) => Object.keys(options).some((name) => !names.includes(name))
const walkthrough = options.walkthrough || (!hasDisplay() && !clinic)
const refusals = {
  '--full-screen and --walkthrough do not go together: the walkthrough has a screen of its own.':
    isFull && options.walkthrough,
  '--full-screen and --size do not go together.': isFull && size,
  '--size is WIDTHxHEIGHT in px, such as 1024x768.': size && !/^\d{3,4}x\d{3,4}$/.test(size),
  '--clinic goes with no other option.': clinic && besides('clinic'),
  '--desk goes with no other option but --walkthrough.': desk && besides('desk', 'walkthrough'),
  '--desk needs a display (DISPLAY or WAYLAND_DISPLAY), or --walkthrough.':
    desk && !options.walkthrough && !hasDisplay(),
  '--language goes with --walkthrough.': !walkthrough && language,
}
for (const [reason, isSo] of Object.entries(refusals))
  if (isSo) {
    console.error(`foyer: ${reason}`)
    process.exit(2)
  }
if (walkthrough && !options.walkthrough)
  console.log(
    'foyer: there is no display here, so a made-up patient checks in instead (--walkthrough).',
  )

// The walkthrough has a screen of its own, even on a machine with one.
const shell = setUp({ displayServer: walkthrough || !hasDisplay() })
await buildIfNeeded()
if (clinic) {
  const script = hasDisplay() ? 'scripts/clinic/start-clinic.ts' : 'e2e/unseen-clinic.ts'
  process.exit(await runNode(script, [], { FOYER_SHELL: shell }, {}))
}
if (walkthrough && desk)
  process.exit(runScript('start:desk-walkthrough', [], { FOYER_SHELL: shell }))
if (walkthrough) {
  const given = ['size', 'language'].filter((name) => options[name])
  const args = given.flatMap((name) => [`--${name}`, options[name]])
  if (offline) args.push('--offline')
  process.exit(runScript('start:walkthrough', args, { FOYER_SHELL: shell }))
}
if (desk) process.exit(await runNode('cli/start.ts', ['desk'], { FOYER_SHELL: shell }, secrets))
// Not through npm, which would hand the kiosk's secrets on in its environment.
const args = [
  ...(isFull ? ['--full-screen'] : []),
  ...(size ? ['--size', size] : []),
  ...(offline ? ['--offline'] : []),
]
process.exitCode = await runNode(
  'cli/start.ts',
  ['kiosk', ...args],
  { FOYER_SHELL: shell },
  secrets,
)
