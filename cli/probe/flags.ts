import { parseArgs } from 'node:util'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import { rehearsalFlags } from '../rehearsal/read-plan.ts'
import { didYouMean } from '../suggest.ts'
import { reads } from './plan.ts'

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
  rehearse: { type: 'boolean' },
  patient: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string' },
  birth: { type: 'string' },
  code: { type: 'string' },
  yes: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const

type Options = typeof options

/** The flags of `npm run probe`, as they were given. */
export type ProbeFlags = {
  readonly [K in keyof Options]?: Options[K] extends { multiple: true }
    ? string[]
    : Options[K] extends { type: 'boolean' }
      ? boolean
      : string
}

/** What `npm run probe -- --help` says. */
export const probeHelp = `Says whether a visit would work at a service: tries each step of a visit that only reads, with the
visit's own code. Then compares all answers with the contract. It only reads (GET), and prints the names and types
of fields, never a value.

  npm run probe -- [flags]

  --json                 the result as JSON, for programs
  --only <name>          these operations alone: partner.patients, partner.labs.get, or visit for the
                         steps of a visit; may be repeated
  --account, --location  where to read, instead of where the settings say
  --id <name>=<value>    a record that no list has: patientId=9, formPacketId=7, groupId=3, invoiceId=…; may be repeated
  --audit <file>         each access to a real service is audited in this file, in the chain that npm run audit verifies;
                         without it in the vault of this machine's kiosk
  --propose <file>       where a wire profile is written that helps; wire-profile.proposal.json without it
  --sandbox              a sandbox for this command alone
  --service <address>    the service, or a sandbox, at this address
  --profile <file>       how it speaks on the wire, instead of the settings' profile
  -q, --quiet            no notes and no progress
  -h, --help             this text

The rehearsal writes: it walks the whole visit of a test patient, and archives the packet that it makes
  --rehearse             at a sandbox, and on the accounts of service.testAccountIds alone; asks before each write
  --patient <id>         the test patient; their record must have your own phone or e-mail address
  --phone, --email       where the code goes: one of them, or both for a proof of both; @file reads one from a file
  --birth <YYYY-MM-DD>   the test patient's date of birth, instead of asking for it
  --code <code>          the code, instead of asking for it; @file waits until somebody writes it into that file.
                         A sandbox's inbox is read without it
  --yes                  write without asking; needed where there is no terminal
  --id groupId=<id>      template group of the packet, instead of packets.defaultTemplateGroupId

  npm run probe -- --sandbox --rehearse --patient 5001 --phone +12065550101 --birth 1984-03-07

Without --sandbox and --service: as for npm run api.

The exit status is 7 when a visit would not work, 6 when it would with the proposed wire profile alone, 1 when it would
and an answer contradicts what the documents state; else 0, whatever was assumed; where nothing could be read 3
(refused) or 4 (unreachable); 2 for a wrong command line, 78 for wrong settings.
`

/** Reads the arguments. Every fault is told, each naming its flag, and no value is repeated. */
export function readFlags(args: readonly string[]): Result<ProbeFlags, Problem> {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const faults = tokens.flatMap((token): string[] => {
    if (token.kind === 'positional') return ['A value stands alone, without a flag.']
    if (token.kind !== 'option') return []
    const option = Object.hasOwn(options, token.name)
      ? options[token.name as keyof Options]
      : undefined
    const names = Object.keys(options).map((name) => `--${name}`)
    if (!option) return [`There is no flag ${token.rawName}${didYouMean(token.rawName, names)}.`]
    if (option.type === 'string' && (token.value === undefined || /^--/.test(token.value)))
      return [`${token.rawName} needs a value.`]
    return option.type === 'boolean' && token.value !== undefined
      ? [`${token.rawName} takes no value.`]
      : []
  })
  const flags = values as ProbeFlags
  faults.push(...unknownReads(flags), ...misplaced(flags))
  return faults.length > 0 ? err(usage(...faults)) : ok(flags)
}

function unknownReads({ only = [] }: ProbeFlags): string[] {
  const ids = reads.map(({ id }) => id)
  const areas = ids.map((id) => id.slice(0, id.lastIndexOf('.')))
  const names = [...ids, ...areas, 'partner', 'developer', 'visit']
  return only
    .filter((name) => typeof name === 'string' && !names.includes(name))
    .map((name) => `--only: no read has this name${didYouMean(name, names)}.`)
}

/** A rehearsal walks the whole visit, and nothing but it. */
function misplaced(flags: ProbeFlags): string[] {
  if (flags.rehearse)
    return flags.only ? ['--only and --rehearse do not go together: choose one.'] : []
  return rehearsalFlags
    .filter((name) => flags[name] !== undefined)
    .map((name) => `--${name} is for --rehearse.`)
}
