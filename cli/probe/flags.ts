import type { Id } from '../../src/contract/values.ts'
import type { CommandLine, ValuesOf } from '../command.ts'
import { readTypedId } from '../operation/value.ts'
import { refuse } from '../problem.ts'
import { didYouMean } from '../suggest.ts'
import { reads } from './plan.ts'

export const probeCommand = {
  name: 'foyer probe',
  summary: `Say whether a visit would work at a service: play the kiosk's own visit as far as it only
reads, then compare all answers with the contract. It only reads (GET), and prints the names and types of fields, never a value.`,
  flags: {
    '--json': 'the result as JSON, for programs',
    '--only <name...>':
      'these operations alone: partner.patients, partner.labs.get, or visit for the steps of a visit',
    '--account <id>': 'where to read, instead of where the settings say',
    '--location <id>': 'the same for the location',
    '--id <name=value...>':
      'a record that no list has: patientId=9, formPacketId=7, groupId=3; groupId is also the template group of a packet that a rehearsal makes where none waits, instead of packets.defaultTemplateGroupId',
    '--audit <file>':
      "audit each access to a real service in this file, in the chain that foyer audit verifies; without it in the vault of this machine's kiosk",
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
  more: `  foyer probe --sandbox --rehearse --patient 5001 --phone +12065550101 --birth 1984-03-07

Without --sandbox and --service: as for foyer api.`,
  exits: {
    0: 'a visit would work, whatever was assumed',
    1: 'it would, and an answer contradicts what the documents state',
    2: 'wrong usage',
    3: 'nothing could be read: the service said no',
    4: 'nothing could be read: the service cannot be reached, or has a fault',
    6: 'a visit would work with the proposed wire profile alone',
    7: 'a visit would not work, nothing waits, or none could be tried',
    78: 'the settings or the credentials need a correction',
  },
} as const satisfies CommandLine

const rehearsalFlags = ['patient', 'phone', 'email', 'birth', 'code', 'yes'] as const

export type ProbeFlags = ValuesOf<typeof probeCommand.flags>

/** Finds reads that are none; no value is repeated. */
export function unknownReads({ only = [] }: ProbeFlags): string[] {
  const ids = reads.map(({ id }) => id)
  const areas = ids.map((id) => id.slice(0, id.lastIndexOf('.')))
  const names = [...ids, ...areas, 'partner', 'developer', 'visit']
  return only
    .filter((name) => !names.includes(name))
    .map((name) => `--only: no read has this name${didYouMean(name, names)}.`)
}

/** Finds flags that do not fit: a rehearsal walks the whole visit, and nothing else. */
export function misplaced(flags: ProbeFlags): string[] {
  if (flags.rehearse)
    return flags.only ? ['--only and --rehearse do not go together: choose one.'] : []
  return rehearsalFlags
    .filter((name) => flags[name] !== undefined)
    .map((name) => `--${name} is for --rehearse.`)
}

/** Reads the ids of `--id NAME=VALUE`, by name. Throws a `Refusal`. */
export function givenIds(texts: readonly string[]): Record<string, Id> {
  const pairs = texts.map((text) => {
    const [, name = '', value] = /^([A-Za-z_]\w*)=(\S+)$/.exec(text) ?? []
    if (value === undefined) refuse('--id: expected name=value, as in --id patientId=9.')
    return [name, readTypedId(value)] as const
  })
  return Object.fromEntries(pairs)
}
