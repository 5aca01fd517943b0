import { Command } from 'commander'
import { defineCommand, type RunnableCommand } from './command.ts'
import { drawCompletion, shells } from './completion.ts'
import { exitCodes, refuse, reportRefusal } from './problem.ts'
import { version } from './vault-place.ts'
import { didYouMean } from './suggest.ts'
import type { Terminal } from './terminal.ts'

/** Tells what every command of `foyer` is for, in the order of its help. */
const abouts = {
  doctor: 'look at all that this station needs, and say what must be put right',
  'support-bundle': 'write a file for whoever helps with this station',
  hub: 'run the hub, or ask the one that runs',
  'install-kiosk': 'make this machine a kiosk that runs Foyer alone, or undo that',
  policy: "write every setting in the format of a system's policies",
  provision: 'set up kiosks from a CSV file',
  vault: 'tell of the vault of this station, give it another key, move or forget it',
  audit: 'verify or export the audit of this station',
  bus: "print what a broker of the clinic's own must know",
  api: 'call an operation of the intake service',
  probe: 'say whether a visit would work at a service',
  'probe-page': 'say what a completion page needs',
  sandbox: 'run a sandbox of the intake service on this machine',
  completion: 'print the completion for a shell',
} as const

/** Each command loads its own code alone. */
const loads: Readonly<Record<keyof typeof abouts, () => Promise<RunnableCommand>>> = {
  doctor: async () => (await import('./run-doctor.ts')).doctor,
  'support-bundle': async () => (await import('./run-support-bundle.ts')).supportBundle,
  hub: async () => (await import('./run-hub-command.ts')).hub,
  'install-kiosk': async () => (await import('./run-install-kiosk.ts')).installKiosk,
  policy: async () => (await import('./run-policy.ts')).policy,
  provision: async () => (await import('./run-provision.ts')).provision,
  vault: async () => (await import('./run-vault.ts')).vault,
  audit: async () => (await import('./run-audit.ts')).audit,
  bus: async () => (await import('./run-bus.ts')).bus,
  api: async () => (await import('./run-api.ts')).api,
  probe: async () => (await import('./run-probe.ts')).probe,
  'probe-page': async () => (await import('./run-probe-page.ts')).probePage,
  sandbox: async () => (await import('./run-sandbox.ts')).sandbox,
  completion: () => Promise.resolve(completion),
}

const completionLine = {
  name: 'foyer completion',
  summary: 'Print what completes foyer in a shell, such as: source <(foyer completion bash)',
  argument: ['<shell>', shells.join(', ')],
  flags: {},
  exits: { 0: 'printed', 2: 'wrong usage' },
} as const
const completion = defineCommand(completionLine, async ({ word }, terminal) => {
  const shell = shells.find((each) => each === word) ?? refuse(`say one of ${shells.join(', ')}.`)
  const all = commandNames.map(
    async (name) => [name, abouts[name], (await loads[name]()).line] as const,
  )
  terminal.out(drawCompletion(shell, await Promise.all(all)))
  return exitCodes.ok
})

export const commandNames = Object.keys(abouts) as readonly (keyof typeof abouts)[]

function helpOfAll(): string {
  const program = new Command('foyer')
    .usage('<command> [options]')
    .description('Foyer, the patient-intake kiosk: the commands for IT and for integrators')
    .version(version, '-v, --version', 'the version')
    .helpOption('-h, --help', 'this text; foyer <command> --help tells of one')
    .helpCommand(false)
    .configureHelp({ helpWidth: 120 })
  for (const name of commandNames) program.command(name).description(abouts[name])
  return program.helpInformation()
}

/** Runs `foyer` with its arguments; gives the exit code. */
export async function runFoyer(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  const named = commandNames.find((each) => each === (name === 'help' ? rest[0] : name))
  if (named) return (await loads[named]()).run(name === 'help' ? ['--help'] : rest, terminal)
  if (name === '-v' || name === '--version') terminal.out(`${version}\n`)
  else if (args.length === 0 || ['help', '-h', '--help'].includes(name)) terminal.out(helpOfAll())
  else
    return reportRefusal({ args, help: 'foyer' }, terminal, () =>
      refuse(`There is no command of this name${didYouMean(name, commandNames)}.`),
    )
  return exitCodes.ok
}
