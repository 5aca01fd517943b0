import { setTimeout as pause } from 'node:timers/promises'
import { sameId } from '../src/contract/values.ts'
import { judgedWithinMs } from '../src/main/form-view/useless-page.ts'
import { readAllowedOrigin } from '../src/main/kiosk/form-origins/origin-entry.ts'
import { createCheckInService } from '../src/main/intake/check-in-service.ts'
import type { IntakeClientOptions } from '../src/main/intake/client/call-types.ts'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import type { ServiceError } from '../src/main/intake/http/errors.ts'
import type { Result } from '../src/shared/result.ts'
import type { CheckInPlace } from '../src/main/intake/place.ts'
import { defineCommand, type CommandLine, type ValuesOf } from './command.ts'
import { refuseOnRealPatients } from './operation/unchecked.ts'
import { readTypedId } from './operation/value.ts'
import { drawTable } from './output/table.ts'
import { formViewSection, judgeOrigins, type JudgedOrigin } from './page/judge-origin.ts'
import { watchCompletionPage } from './page/open-page.ts'
import type { Counts, PageRecord } from './page/watch-page.ts'
import { end, exitCodes, explain, refuse, type ExitCode } from './problem.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget, scopeOf } from './service/target.ts'
import { say, type Terminal } from './terminal.ts'

const pageCommand = {
  name: 'foyer probe-page',
  summary: `Open the completion page of a practice patient in the kiosk's own form view, to walk through it, and print
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
    '--audit <file>': 'as for foyer probe',
    '--sandbox': 'as for foyer probe',
    '--service <address>': 'as for foyer probe',
    '--profile <file>': 'as for foyer probe',
    '-q, --quiet': 'no notes',
  },
  more: 'It needs a screen (DISPLAY) and Chromium.',
  exits: {
    0: 'a visit would keep the page',
    2: 'wrong usage',
    3: 'the service said no',
    4: 'the service cannot be reached, or has a fault',
    7: 'a visit would give the page up, or not open it',
    78: 'the settings or the credentials need a correction',
  },
} as const satisfies CommandLine

type PageFlags = ReturnType<typeof readPageFlags>

/** `foyer probe-page`. The terminal's DISPLAY is where its window opens. */
export const probePage = defineCommand(pageCommand, async ({ values }, terminal) => {
  const flags = readPageFlags(values)
  if (!terminal.ask && !(values.yes && flags.seconds !== undefined))
    refuse('--yes and --seconds are needed where there is no terminal to ask at.')
  const target = await chooseTarget(values, terminal.environment)
  const { testAccountIds, allowedOrigins = [], name } = target
  const { accountId, locationId } = scopeOf(target, values)
  if (accountId === undefined || locationId === undefined)
    return refuse('--account and --location are missing: nothing says where the patient is.')
  const { options, isSandbox, close } = await openAudited(target, values.audit, 'probe-page')
  try {
    refuseOnRealPatients('probe-page', isSandbox, accountId, testAccountIds)
    if (!(await isWanted(flags, terminal, name))) {
      terminal.note('Nothing was opened.\n')
      return exitCodes.ok
    }
    const url = await findForm(options, { accountId, locationId }, flags)
    return await watch(url, [...allowedOrigins, ...flags.allow], flags, terminal)
  } finally {
    await close()
  }
})

const { signal } = new AbortController()

async function findForm(
  options: IntakeClientOptions,
  place: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  { values: { patient = '', packet: wanted } }: PageFlags,
): Promise<string> {
  const client = createIntakeClient(options)
  const lists = options.profile && { lists: options.profile.lists }
  const checkIn = createCheckInService(client, { ...place, defaultTemplateGroupId: null, ...lists })
  try {
    const waiting = valueOf(await checkIn.openPackets(readTypedId(patient), signal))
    const packet = waiting.find(({ id }) => wanted === undefined || sameId(id, wanted))
    if (!packet)
      return end(
        exitCodes.refused,
        'No such form packet waits for this patient: foyer api partner.formPackets.create makes one.',
      )
    return valueOf(await checkIn.completionUrl(packet.id, signal))
  } finally {
    await client.close()
  }
}

function valueOf<T>(answer: Result<T, ServiceError>): T {
  if (answer.ok) return answer.value
  const { code, message } = explain(answer.error)
  return end(code, message)
}

async function isWanted({ values }: PageFlags, terminal: Terminal, at: string) {
  if (values.yes) return true
  const question = `Open the forms that wait for patient ${values.patient} at ${at}? What you send is kept there. [y/N] `
  return /^y(es)?$/i.test((await terminal.ask?.(question))?.trim() ?? '')
}

async function watch(
  url: string,
  allowedOrigins: readonly string[],
  { values, size, seconds }: PageFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { DISPLAY: display } = terminal.environment
  const until = async (gone: Promise<void>) => {
    const question = 'Walk through the form in its window; press Enter here when you are done. '
    const watched = seconds === undefined ? terminal.ask?.(question) : pause(seconds * 1_000)
    // No verdict comes before a visit's.
    await Promise.race([gone, Promise.all([watched, pause(judgedWithinMs)])])
  }
  const at = display === undefined ? {} : { display }
  const { record, error } = await watchCompletionPage({ url, allowedOrigins, size, ...at, until })
  const first = new URL(url).origin
  const judged = judgeOrigins(record, first)
  const section = formViewSection(judged, first)
  if (values.json)
    terminal.out(`${JSON.stringify({ ...record, origins: judged, ...section }, null, 2)}\n`)
  else terminal.out(drawPage(record, judged, section, Math.max(terminal.columns ?? 0, 140)))
  if (error) say(terminal, `the page cannot be opened: ${error.reason}.`)
  return error || record.isUseless ? exitCodes.visitFails : exitCodes.ok
}

function readPageFlags(values: ValuesOf<typeof pageCommand.flags>) {
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
  if (faults.length > 0) refuse(...faults)
  const pixels = { width: Number(width), height: Number(height) }
  return { values, allow: origins, size: pixels, seconds: time }
}

function drawPage(
  record: PageRecord,
  judged: readonly JudgedOrigin[],
  section: object,
  width: number,
): string {
  const rows = judged.map((each) => [
    each.origin,
    each.whose,
    listed(each.kinds),
    each.refused === 0 ? 'no' : `${each.refused} times`,
    listed(each.failures) || 'none',
    each.isEmptyWithout ? 'the page is empty without it' : '',
  ])
  const headings = ['origin', 'whose', 'for what', 'refused', 'failures', '']
  const { firstTextMs, attempts, pdfs, workers, fileFields, scriptErrors } = record
  return [
    `The page led through: ${record.chain.join(' → ') || 'nothing'}`,
    `It ended at: ${record.lastOrigin}`,
    `First text: ${firstTextMs === undefined ? 'none came' : `after ${firstTextMs} ms`}`,
    `In a visit: ${record.isUseless ? 'given up after ten seconds, there is nothing in it to read or to use' : 'kept'}\n`,
    drawTable(headings, rows, width, 100).text,
    `Features refused: ${listed(record.features) || 'none'}`,
    `It tried: ${listed(attempts) || 'nothing else'}`,
    `PDFs: ${pdfs}; workers: ${workers}; file fields: ${fileFields}; errors of its scripts: ${scriptErrors}\n`,
    'For the settings (trackers are left out; list what you want to let through):',
    `${JSON.stringify(section, null, 2)}\n`,
  ].join('\n')
}

function listed(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}
