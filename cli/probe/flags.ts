import { err, ok, type Result } from '../../src/shared/result.ts'
import { readCommandLine, type CommandLine, type ValuesOf } from '../command.ts'
import { usage, type Problem } from '../problem.ts'
import { didYouMean } from '../suggest.ts'
import { reads } from './plan.ts'

/** The command line of `npm run probe`. */
export const probeCommand = {
  name: 'probe',
  summary: `Says whether a visit would work at a service: plays the kiosk's own visit as far as it only
reads. Then compares all answers with the contract. It only reads (GET), and prints the names and types
of fields, never a value.`,
  flags: {
    '--json': 'the result as JSON, for programs',
    '--only <name...>':
      'these operations alone: partner.patients, partner.labs.get, or visit for the steps of a visit',
    '--account <id>': 'where to read, instead of where the settings say',
    '--location <id>': 'the same for the location',
    '--id <name=value...>':
      'a record that no list has: patientId=9, formPacketId=7, groupId=3; groupId is also the template group of a packet that a rehearsal makes where none waits, instead of packets.defaultTemplateGroupId',
    '--audit <file>':
      "audit each access to a real service in this file, in the chain that npm run audit verifies; without it in the vault of this machine's kiosk",
    '--propose <file>':
      'where a wire profile is written that helps; wire-profile.proposal.json without it',
    '--sandbox': 'a sandbox for this command alone',
    '--service <address>': 'the service, or a sandbox, at this address',
    '--profile <file>': "how it speaks on the wire, instead of the settings' profile",
    '--rehearse':
      'write: play the whole visit of a test patient, and archive the packet that it makes where none waits; at a sandbox, and on the accounts of service.testAccountIds alone; asks before each write',
    '--patient <id>': 'the test patient; their record must have your own phone or e-mail address',
    '--phone <number>': 'where the code goes; @file reads it from a file',
    '--email <address>': 'the same by e-mail; both for a proof of both',
    '--birth <date>': "the test patient's date of birth (YYYY-MM-DD), instead of asking for it",
    '--code <code>':
      "the code, instead of asking for it; @file waits until somebody writes it into that file; a sandbox's inbox is read without it",
    '--yes': 'write without asking; needed where there is no terminal',
    '-q, --quiet': 'no notes and no progress',
  },
  more: `  npm run probe -- --sandbox --rehearse --patient 5001 --phone +12065550101 --birth 1984-03-07

Without --sandbox and --service: as for npm run api.

The exit status is 7 when a visit would not work, nothing waits or none could be tried, 6 when it would with the proposed wire profile alone, 1
when it would and an answer contradicts what the documents state; else 0, whatever was assumed; where nothing could be read 3
(refused) or 4 (unreachable); 2 for a wrong command line, 78 for wrong settings.`,
} as const satisfies CommandLine

/** Flags of a rehearsal alone. */
const rehearsalFlags = ['patient', 'phone', 'email', 'birth', 'code', 'yes'] as const

/** The flags of `npm run probe`, as they were given. */
export type ProbeFlags = ValuesOf<typeof probeCommand.flags>

/** Reads the arguments; undefined when help is asked for. No value is repeated in a fault. */
export function readFlags(args: readonly string[]): Result<ProbeFlags | undefined, Problem> {
  const given = readCommandLine(probeCommand, args)
  if (given.kind === 'help') return ok(undefined)
  if (given.kind === 'wrong') return err(usage(given.message))
  const faults = [...unknownReads(given.values), ...misplaced(given.values)]
  return faults.length > 0 ? err(usage(...faults)) : ok(given.values)
}

function unknownReads({ only = [] }: ProbeFlags): string[] {
  const ids = reads.map(({ id }) => id)
  const areas = ids.map((id) => id.slice(0, id.lastIndexOf('.')))
  const names = [...ids, ...areas, 'partner', 'developer', 'visit']
  return only
    .filter((name) => !names.includes(name))
    .map((name) => `--only: no read has this name${didYouMean(name, names)}.`)
}

/** Finds flags that do not fit: a rehearsal walks the whole visit, and nothing else. */
function misplaced(flags: ProbeFlags): string[] {
  if (flags.rehearse)
    return flags.only ? ['--only and --rehearse do not go together: choose one.'] : []
  return rehearsalFlags
    .filter((name) => flags[name] !== undefined)
    .map((name) => `--${name} is for --rehearse.`)
}
