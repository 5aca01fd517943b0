// `npm test`: the set-up, the tests that a change may break, and the checks beside them.
import { parseArgs } from 'node:util'
import { buildIfNeeded } from './build.mjs'
import { hasElectron, setUp } from './setup.mjs'
import { everyStep, runSteps, stepNames } from './test-steps.mjs'

const help = `Foyer's checks and tests

  npm test                   set up, then everything that a change is likely to break
  npm run test:full          all of it: every matrix, hostile catalogues, real brokers, 2,000 runs of each property
  npm run test:changed       what the difference to main touches, for the time between two edits

  npm test -- --only NAME    one step, or several: types, lint, format; unit, contract, components, conformance, e2e;
                             of the full tier sbom, electron (is it still supported), signatures (of the
                             packages); e2e-electron where Electron's binary is: the installed one, or an unpacked
                             Electron in the folder FOYER_ELECTRON_DIST
  npm test -- --shard 1/4    the first quarter of each step's tests
  npm test -- --help         this text`

function optionsOf() {
  const options = {
    help: { type: 'boolean', short: 'h' },
    full: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    shard: { type: 'string' },
  }
  const { values } = parseArgs({ options })
  const unknown = values.only?.find((name) => !everyStep.includes(name))
  if (unknown) throw new Error(`there is no step "${unknown}". The steps: ${everyStep.join(', ')}.`)
  const [part, parts] =
    /^(\d+)\/(\d+)$/
      .exec(values.shard ?? '1/1')
      ?.slice(1)
      .map(Number) ?? []
  if (!part || part > parts)
    throw new Error(`"${values.shard}" is no part such as 1/4, for --shard.`)
  return values
}

let options
try {
  options = optionsOf()
} catch (error) {
  console.error(`foyer: ${error.message}\n\n${help}`)
  process.exit(2)
}
if (options.help) {
  console.log(help)
  process.exit(0)
}

const { full = false, only, shard } = options
setUp({ displayServer: process.platform === 'linux', everyShell: true })
await buildIfNeeded()
process.exit(
  (await runSteps(only ?? stepNames({ electron: hasElectron(), full }), { full, shard })) ? 0 : 1,
)
