import { parseArgs } from 'node:util'
import { accountId } from '../src/contract/values.ts'
import { err, ok, type Result } from '../src/shared/result.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { readValue } from './operation/value.ts'
import { complain, usage, type Problem } from './problem.ts'
import { neededBy, reads } from './probe/plan.ts'
import { report } from './probe/report.ts'
import { probeExitCode, summarize } from './probe/result.ts'
import { createSampler, type Reading } from './probe/sample.ts'
import { createProgress } from './progress.ts'
import { chooseTarget } from './service/target.ts'
import { didYouMean } from './suggest.ts'
import type { Terminal } from './terminal.ts'

const options = {
  json: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  account: { type: 'string' },
  location: { type: 'string' },
  sandbox: { type: 'boolean' },
  service: { type: 'string' },
  profile: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const

const help = `Reads a service and compares its answers with the contract. It only reads (GET), and prints the names and
types of fields, never a value.

  npm run probe -- [flags]

  --json                 the result as JSON, for programs
  --only <name>          these operations alone: partner.patients, partner.labs.get; may be repeated
  --account, --location  where to read, instead of where the settings say
  --sandbox              a sandbox for this command alone
  --service <address>    the service, or a sandbox, at this address
  --profile <file>       how it speaks on the wire, instead of the settings' profile
  -q, --quiet            no notes and no progress
  -h, --help             this text

Without --sandbox and --service: as for npm run api.

The exit status is 1 when an answer contradicts what the documents state; else 0, whatever was assumed; where
nothing could be read 3 (refused) or 4 (unreachable); 2 for a wrong command line, 78 for wrong settings.
`

/** Carries out `npm run probe`; gives the exit code. */
export async function runProbe(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const said = { args, command: 'probe', help: '--help' }
  const parsed = readFlags(args)
  if (!parsed.ok) return complain(parsed.error, terminal, said)
  const { only = [], ...flags } = parsed.value
  if (flags.help) {
    terminal.out(help)
    return exitCodes.ok
  }
  const chosen = reads.filter(
    ({ id }) => only.length === 0 || only.some((name) => id === name || id.startsWith(`${name}.`)),
  )
  const target = await chooseTarget(flags, terminal.environment)
  if (!target.ok) return complain(target.error, terminal, said)

  const scope = {
    ...target.value.scope,
    ...(flags.account !== undefined && { accountId: idOf(flags.account) }),
    ...(flags.location !== undefined && { locationId: idOf(flags.location) }),
  }
  if (!accountId.safeParse(scope.accountId).success)
    return complain(usage('--account is missing: expected a whole number.'), terminal, said)

  const note = flags.quiet ? () => undefined : terminal.note
  note(`Probing ${target.value.name}.\n`)
  const { options, close } = await target.value.open()
  const sampler = createSampler(options, scope)
  const progress = createProgress(note, terminal.live)
  const readings: Reading[] = []
  try {
    for (const operation of chosen.toSorted((a, b) => neededBy(a).length - neededBy(b).length)) {
      progress.say(`${readings.length + 1} of ${chosen.length} reads: ${operation.id}`)
      readings.push(await sampler.read(operation))
    }
  } finally {
    progress.end()
    await sampler.close()
    await close()
  }
  const result = summarize(
    readings.sort((a, b) => reads.indexOf(a.operation) - reads.indexOf(b.operation)),
  )
  terminal.out(
    flags.json
      ? `${JSON.stringify(result, null, 2)}\n`
      : report(result, Math.max(terminal.columns ?? 0, 160)),
  )
  return probeExitCode(result, readings)
}

function readFlags(args: readonly string[]) {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const faults = tokens.flatMap((token): string[] => {
    if (token.kind === 'positional') return ['A value stands alone, without a flag.']
    if (token.kind !== 'option') return []
    const option = Object.hasOwn(options, token.name)
      ? options[token.name as keyof typeof options]
      : undefined
    const names = Object.keys(options).map((name) => `--${name}`)
    if (!option) return [`There is no flag ${token.rawName}${didYouMean(token.rawName, names)}.`]
    if (option.type === 'string' && (token.value === undefined || /^--/.test(token.value)))
      return [`${token.rawName} needs a value.`]
    return option.type === 'boolean' && token.value !== undefined
      ? [`${token.rawName} takes no value.`]
      : []
  })
  const ids = reads.map(({ id }) => id)
  const names = [
    ...ids,
    ...ids.map((id) => id.slice(0, id.lastIndexOf('.'))),
    'partner',
    'developer',
  ]
  const flags = values as Partial<Record<'json' | 'sandbox' | 'quiet' | 'help', boolean>> &
    Partial<Record<'account' | 'location' | 'service' | 'profile', string>> & { only?: string[] }
  const unknown = (flags.only ?? []).filter(
    (name) => typeof name === 'string' && !names.includes(name),
  )
  for (const name of unknown)
    faults.push(`--only: no read has this name${didYouMean(name, names)}.`)
  return faults.length > 0 ? (err(usage(...faults)) as Result<never, Problem>) : ok(flags)
}

function idOf(text: string) {
  return readValue(text, { variants: [{ type: 'integer' }, { type: 'string' }] }) as string | number
}
