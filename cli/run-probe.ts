import { parseArgs } from 'node:util'
import type { Operation } from '../src/contract/operation.ts'
import { accountId } from '../src/contract/values.ts'
import { err, ok, type Result } from '../src/shared/result.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { readValue } from './operation/value.ts'
import { complain, usage, type Problem } from './problem.ts'
import { neededBy, reads } from './probe/plan.ts'
import { report } from './probe/report.ts'
import { exitCodeFor, summarize } from './probe/result.ts'
import { createSampler, type Reading, type Sampling } from './probe/sample.ts'
import { givenIds, probeVisit, writeProposal } from './probe/visit/probe-visit.ts'
import { drawVerdicts, outcomeOf } from './probe/visit/verdict.ts'
import { createProgress, type Progress } from './progress.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget } from './service/target.ts'
import { didYouMean } from './suggest.ts'
import type { Terminal } from './terminal.ts'

const options = {
  json: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  account: { type: 'string' },
  location: { type: 'string' },
  id: { type: 'string', multiple: true },
  audit: { type: 'string' },
  propose: { type: 'string' },
  sandbox: { type: 'boolean' },
  service: { type: 'string' },
  profile: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const

const help = `Says whether a visit would work at a service: tries each step of a visit that only reads, with the
visit's own code. Then compares all answers with the contract. It only reads (GET), and prints the names and types
of fields, never a value.

  npm run probe -- [flags]

  --json                 the result as JSON, for programs
  --only <name>          these operations alone: partner.patients, partner.labs.get, or visit for the
                         steps of a visit; may be repeated
  --account, --location  where to read, instead of where the settings say
  --id <name>=<value>    a record that no list has: patientId=9, formPacketId=7, groupId=3, invoiceId=…; may be repeated
  --audit <file>         each access to a real service is audited in this file, in the chain that npm run audit verifies
  --propose <file>       where a wire profile is written that helps; wire-profile.proposal.json without it
  --sandbox              a sandbox for this command alone
  --service <address>    the service, or a sandbox, at this address
  --profile <file>       how it speaks on the wire, instead of the settings' profile
  -q, --quiet            no notes and no progress
  -h, --help             this text

Without --sandbox and --service: as for npm run api.

The exit status is 7 when a visit would not work, 6 when it would with the proposed wire profile alone, 1 when it would
and an answer contradicts what the documents state; else 0, whatever was assumed; where nothing could be read 3
(refused) or 4 (unreachable); 2 for a wrong command line, 78 for wrong settings.
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
  const ids = givenIds(flags.id ?? [])
  if (!ids.ok) return complain(ids.error, terminal, said)
  const target = await chooseTarget(flags, terminal.environment)
  if (!target.ok) return complain(target.error, terminal, said)

  const scope = {
    ...target.value.scope,
    ...(flags.account !== undefined && { accountId: idOf(flags.account) }),
    ...(flags.location !== undefined && { locationId: idOf(flags.location) }),
  }
  if (!accountId.safeParse(scope.accountId).success)
    return complain(usage('--account is missing: expected a whole number.'), terminal, said)

  const opened = await openAudited(target.value, flags.audit)
  if (!opened.ok) return complain(opened.error, terminal, said)
  const note = flags.quiet ? () => undefined : terminal.note
  note(`Probing ${target.value.name}.\n`)
  const { options, recorder, close } = opened.value
  try {
    const visit = isVisitAsked(only)
      ? await probeVisit({ options, recorder, scope, ids: ids.value })
      : undefined
    const proposal = visit?.proposal
    if (visit && !flags.json) terminal.out(`${drawVerdicts(visit.steps)}\n`)
    if (proposal) {
      const written = await writeProposal(flags.propose, proposal)
      if (!written.ok) return complain(written.error, terminal, said)
      terminal.note(`The proposed profile is in ${written.value}.\n`)
    }
    const sampling = { options, recorder, scope, ids: ids.value }
    const readings = await readAll(chosen, sampling, createProgress(note, terminal.live))
    const result = summarize(readings)
    if (flags.json) {
      const about = visit && { visit: { outcome: outcomeOf(visit.steps), steps: visit.steps } }
      terminal.out(`${JSON.stringify({ ...about, ...result }, null, 2)}\n`)
    } else if (chosen.length > 0) terminal.out(report(result, Math.max(terminal.columns ?? 0, 160)))
    return exitCodeFor(visit, result, readings)
  } finally {
    await close()
  }
}

/** What a visit comes to is told first, unless some reads alone were asked for. */
function isVisitAsked(only: readonly string[]): boolean {
  return only.length === 0 || only.includes('visit')
}

/** Reads every operation, those first that others need ids of; the readings come back in the contract's order. */
async function readAll(
  chosen: readonly Operation[],
  sampling: Sampling,
  progress: Progress,
): Promise<Reading[]> {
  const sampler = createSampler(sampling)
  const readings: Reading[] = []
  try {
    for (const operation of chosen.toSorted((a, b) => neededBy(a).length - neededBy(b).length)) {
      progress.say(`${readings.length + 1} of ${chosen.length} reads: ${operation.id}`)
      readings.push(await sampler.read(operation))
    }
  } finally {
    progress.end()
    await sampler.close()
  }
  return readings.sort((a, b) => reads.indexOf(a.operation) - reads.indexOf(b.operation))
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
    'visit',
  ]
  const flags = values as Partial<Record<'json' | 'sandbox' | 'quiet' | 'help', boolean>> &
    Partial<Record<'account' | 'location' | 'service' | 'profile', string>> &
    Partial<Record<'audit' | 'propose', string>> & { only?: string[]; id?: string[] }
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
