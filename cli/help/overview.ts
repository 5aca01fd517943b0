import type { Operation } from '../../src/contract/operation.ts'
import { areas, operations } from '../operation/find.ts'
import { cut, pad } from '../output/text.ts'

/** Returns the help of the command itself: how to call, all operations by area, common flags, exit codes. */
export function overview(width?: number): string {
  return `Calls any of the ${operations.length} operations of the intake service.

  npm run api -- <operation> [flags]
  npm run api -- partner.formPackets.list --location 301
  npm run api -- partner form-packets list --location 301      the same in words
  npm run --silent api -- partner.patients.get --patient 5001 --json
  npm run api -- <operation> --help      parameters, body and answer of one operation

${[...areas.keys()].map((area) => areaHelp(area, width)).join('\n')}
${commonHelp}

The exit status is 0 when the call succeeded, 2 for a wrong command line, 3 when the service said no,
4 when it cannot be reached or has a fault, 5 for an answer out of contract, 78 for wrong settings.
`
}

/** Lists the operations of an area, one a line, cut if the width of the terminal is known. */
export function areaHelp(area: string, width?: number): string {
  const within = areas.get(area) ?? []
  const widest = Math.max(...operations.map(({ id }) => id.length))
  const line = ({ id, summary }: Operation) => {
    const whole = `  ${pad(id, widest)}  ${summary}`
    return width === undefined ? whole : cut(whole, width)
  }
  return `${area}\n${within.map((operation) => `${line(operation)}\n`).join('')}`
}

/** Help text of the common flags. */
const commonHelp = `Flags of every operation
  --json                 the whole answer as JSON, for programs
  --all                  every page of a list, not only the first
  --columns <names>      columns of the table: id,name,status
  -o, --output <file>    write the answer to a file that only you can read
  --body <file>          the body as JSON; - is standard input. A flag is stronger than the body
  --dry-run              show the request and send nothing
  --strict               take the answer only exactly as the contract states it
  --unchecked            send what the contract would refuse; at a sandbox, and on service.testAccountIds alone
  --audit <file>         audit the access in this file, in the chain that npm run audit verifies; without it the
                         vault of this machine's kiosk is used, and a real service is not called where neither can be
  -q, --quiet            no notes and no progress
  -h, --help             help, also for one operation

  A value @file is read from that file, so that a secret does not stand in the command line.

Which service
  --sandbox              a sandbox for this command alone
  --service <address>    the service, or a sandbox, at this address
  --profile <file>       how it speaks on the wire (docs/wire-profile.md), instead of the settings' profile
  Without these: the service of foyer.config.json and FOYER_SERVICE_*, with the credentials of
  FOYER_PARTNER_CLIENT_ID, FOYER_PARTNER_CLIENT_SECRET, FOYER_DEVELOPER_CLIENT_ID and
  FOYER_DEVELOPER_CLIENT_SECRET; else the sandbox that \`npm run sandbox\` started; else --sandbox.`
