// `npm test`: the set-up, then every test, and every check beside them. Ends with one line, `N passed, N failed`.
import { parseArgs } from 'node:util'
import { buildIfNeeded } from './build.mjs'
import { hasElectron, setUp } from './setup.mjs'
import { runSteps, stepNames } from './test-steps.mjs'

const help = `Foyer's checks and tests

  npm test                   set up, then everything
  npm test -- --only NAME    one step: types, lint, format, electron (is it still supported), sbom,
                             signatures (of the packages), unit, contract, components, conformance, e2e, and
                             e2e-electron where Electron's binary is: the installed one, or an unpacked Electron
                             in the folder FOYER_ELECTRON_DIST
  npm test -- --help         this text`

let options
try {
  options = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, only: { type: 'string', multiple: true } },
  }).values
} catch (error) {
  console.error(`foyer: ${error.message}\n\n${help}`)
  process.exit(2)
}
if (options.help) {
  console.log(help)
  process.exit(0)
}

setUp({ displayServer: process.platform === 'linux', everyShell: true })
const names = stepNames({ electron: hasElectron() })
const unknown = (options.only ?? []).find((name) => !names.includes(name))
if (unknown) {
  console.error(`foyer: there is no step "${unknown}". The steps: ${names.join(', ')}.`)
  process.exit(2)
}
buildIfNeeded()
process.exit((await runSteps(options.only ?? names)) ? 0 : 1)
