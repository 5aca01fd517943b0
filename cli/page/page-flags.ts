import { readAllowedOrigin } from '../../src/main/form-origins/origin-entry.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { readCommandLine, type CommandLine, type ValuesOf } from '../command.ts'
import { usage, type Problem } from '../problem.ts'

/** The command line of `npm run probe-page`. */
export const pageCommand = {
  name: 'probe-page',
  summary: `Opens the completion page of a practice patient in the kiosk's own form view, lets you walk through it, and prints
what it needs: origins with what each is for, whose it is and what was refused; features, windows, PDFs, downloads,
workers and file fields; failures; and a formView section for the settings. Never a path, never a value.`,
  flags: {
    '--patient <id>':
      'the practice patient; a form packet must wait for them. At a sandbox, and on the accounts of service.testAccountIds alone: what you fill in and send is kept by the service',
    '--packet <id>': 'this form packet, where several wait',
    '--allow <origin...>': 'let this origin through, beside formView.allowedOrigins',
    '--size <WxH>': 'of the window, in CSS px; 1080x1200 without it',
    '--seconds <n>': 'watch so long; without it, until you press Enter here or close the window',
    '--yes': 'open it without asking; needed where there is no terminal',
    '--json': 'the result as JSON, for programs',
    '--account <id>': 'where the patient is, instead of where the settings say',
    '--location <id>': 'the same for the location',
    '--audit <file>': 'as for npm run probe',
    '--sandbox': 'as for npm run probe',
    '--service <address>': 'as for npm run probe',
    '--profile <file>': 'as for npm run probe',
    '-q, --quiet': 'no notes',
  },
  more: `It needs a screen (DISPLAY) and Chromium. The exit status is 7 when the page stays empty or cannot be opened, else 0;
3 or 4 when the service refuses or cannot be reached; 2 for a wrong command line, 78 for wrong settings.`,
} as const satisfies CommandLine

/** Values of the command line's flags. */
export interface PageFlags {
  readonly values: ValuesOf<typeof pageCommand.flags>
  readonly allow: readonly string[]
  readonly size: { readonly width: number; readonly height: number }
  /** s to watch; undefined: until the person says so. */
  readonly seconds: number | undefined
}

/** Reads the arguments; undefined when help is asked for. Every fault names its flag. */
export function readPageFlags(args: readonly string[]): Result<PageFlags | undefined, Problem> {
  const given = readCommandLine(pageCommand, args)
  if (given.kind === 'help') return ok(undefined)
  if (given.kind === 'wrong') return err(usage(given.message))
  const { values } = given
  const { allow = [], size = '1080x1200', seconds } = values
  const faults: string[] = []
  const origins = allow.flatMap((each) => {
    const read = readAllowedOrigin(each)
    if (!read.ok) faults.push(`--allow: expected ${read.error}.`)
    return read.ok ? [read.value] : []
  })
  const [, width, height] = /^(\d{3,5})x(\d{3,5})$/.exec(size) ?? []
  if (width === undefined) faults.push('--size: expected a size such as 1080x1200.')
  const time = seconds === undefined ? undefined : Number(seconds)
  if (time !== undefined && !(time > 0 && time <= 3_600))
    faults.push('--seconds: expected a number from 1 to 3600.')
  if (values.patient === undefined)
    faults.push('--patient is missing: the id of a practice patient.')
  if (faults.length > 0) return err(usage(...faults))
  return ok({
    values,
    allow: origins,
    size: { width: Number(width), height: Number(height) },
    seconds: time,
  })
}
