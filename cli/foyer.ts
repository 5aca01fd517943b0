import { Command } from 'commander'
import { defineCommand, type RunnableCommand } from './command.ts'
import { drawCompletion, shells } from './completion.ts'
import { exitCodes, refuse, reportRefusal } from './problem.ts'
import { version } from './vault-place.ts'
import { didYouMean } from './suggest.ts'
import type { Terminal } from './terminal.ts'

/** Every command of `foyer` in the order of its help, with what it is for; each loads its own code alone. */
const commands: Readonly<
  Record<string, readonly [about: string, load: () => Promise<RunnableCommand>]>
> = {
  doctor: [
    'look at all that this station needs, and say what must be put right',
    async () => (await import('./run-doctor.ts')).doctor,
  ],
  'support-bundle': [
    'write a file for whoever helps with this station',
    async () => (await import('./run-support-bundle.ts')).supportBundle,
  ],
  hub: [
    'run the hub, or ask the one that runs',
    async () => (await import('./run-hub-command.ts')).hub,
  ],
  'install-kiosk': [
    'make this machine a kiosk that runs Foyer alone, or undo that',
    async () => (await import('./run-install-kiosk.ts')).installKiosk,
  ],
  policy: [
    "write every setting in the format of a system's policies",
    async () => (await import('./run-policy.ts')).policy,
  ],
  provision: [
    'set up kiosks from a CSV file',
    async () => (await import('./run-provision.ts')).provision,
  ],
  vault: [
    'tell of the vault of this station, give it another key, move or forget it',
    async () => (await import('./run-vault.ts')).vault,
  ],
  audit: [
    'verify or export the audit of this station',
    async () => (await import('./run-audit.ts')).audit,
  ],
  bus: [
    "print what a broker of the clinic's own must know",
    async () => (await import('./run-bus.ts')).bus,
  ],
  api: ['call an operation of the intake service', async () => (await import('./run-api.ts')).api],
  probe: [
    'say whether a visit would work at a service',
    async () => (await import('./run-probe.ts')).probe,
  ],
  'probe-page': [
    'say what a completion page needs',
    async () => (await import('./run-probe-page.ts')).probePage,
  ],
  sandbox: [
    'run a sandbox of the intake service on this machine',
    async () => (await import('./run-sandbox.ts')).sandbox,
  ],
  completion: ['print the completion for a shell', () => Promise.resolve(completion)],
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
  const all = Object.entries(commands).map(
    async ([name, [about, load]]) => [name, about, (await load()).line] as const,
  )
  terminal.out(drawCompletion(shell, await Promise.all(all)))
  return exitCodes.ok
})

export const commandNames: readonly string[] = Object.keys(commands)

function helpOfAll(): string {
  const program = new Command('foyer')
    .usage('<command> [options]')
    .description('Foyer, the patient-intake kiosk: the commands for IT and for integrators')
    .version(version, '-v, --version', 'the version')
    .helpOption('-h, --help', 'this text; foyer <command> --help tells of one')
    .helpCommand(false)
    .configureHelp({ helpWidth: 120 })
  for (const [name, [about]] of Object.entries(commands)) program.command(name).description(about)
  return program.helpInformation()
}

/** Runs `foyer` with its arguments; gives the exit code. */
export async function runFoyer(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  const named = name === 'help' ? rest[0] : name
  const [, load] = (named !== undefined && Object.hasOwn(commands, named) && commands[named]) || []
  if (load) return (await load()).run(name === 'help' ? ['--help'] : rest, terminal)
  if (name === '-v' || name === '--version') terminal.out(`${version}\n`)
  else if (args.length === 0 || ['help', '-h', '--help'].includes(name)) terminal.out(helpOfAll())
  else
    return reportRefusal({ args, help: 'foyer' }, terminal, () =>
      refuse(`There is no command of this name${didYouMean(name, commandNames)}.`),
    )
  return exitCodes.ok
}
