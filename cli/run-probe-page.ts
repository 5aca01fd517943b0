import { setTimeout as pause } from 'node:timers/promises'
import { sameId, type Id } from '../src/contract/values.ts'
import { createCheckInService } from '../src/main/service/check-in-service.ts'
import { createIntakeClient } from '../src/main/service/client/client.ts'
import type { IntakeClientOptions } from '../src/main/service/client/call-types.ts'
import type { CheckInPlace } from '../src/main/service/place.ts'
import { err, type Result } from '../src/shared/result.ts'
import { helpOf } from './command.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { explain } from './explain.ts'
import { isTestAccount, onlyForTests } from './operation/unchecked.ts'
import { readTypedId } from './operation/value.ts'
import { formViewSection, judgeOrigins } from './page/judge-origin.ts'
import { watchCompletionPage } from './page/open-page.ts'
import { pageCommand, readPageFlags, type PageFlags } from './page/page-flags.ts'
import { drawPage, pageAsJson } from './page/page-report.ts'
import { complain, usage } from './problem.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget } from './service/target.ts'
import type { Terminal } from './terminal.ts'

/** Carries out `npm run probe-page`; gives the exit code. `display` is an X display other than the environment's. */
export async function runProbePage(
  args: readonly string[],
  terminal: Terminal,
  display?: string,
): Promise<ExitCode> {
  const said = { args, command: 'probe-page', help: '--help' }
  const refuse = (...messages: string[]) => complain(usage(...messages), terminal, said)
  const read = readPageFlags(args)
  if (!read.ok) return complain(read.error, terminal, said)
  const flags = read.value
  if (!flags) {
    terminal.out(helpOf(pageCommand))
    return exitCodes.ok
  }
  const { values } = flags
  if (!terminal.ask && !(values.yes && flags.seconds !== undefined))
    return refuse('--yes and --seconds are needed where there is no terminal to ask at.')
  const target = await chooseTarget(values, terminal.environment)
  if (!target.ok) return complain(target.error, terminal, said)
  const { scope, testAccountIds, allowedOrigins = [], name } = target.value
  const accountId = values.account === undefined ? scope.accountId : readTypedId(values.account)
  const locationId = values.location === undefined ? scope.locationId : readTypedId(values.location)
  if (accountId === undefined || locationId === undefined)
    return refuse('--account and --location are missing: nothing says where the patient is.')
  const opened = await openAudited(target.value, values.audit, 'probe-page')
  if (!opened.ok) return complain(opened.error, terminal, said)
  try {
    if (!opened.value.isSandbox && !isTestAccount(accountId, testAccountIds))
      return refuse(onlyForTests('probe-page'))
    if (!(await isWanted(flags, terminal, name))) {
      terminal.note('Nothing was opened.\n')
      return exitCodes.ok
    }
    const whom = {
      patientId: readTypedId(values.patient ?? ''),
      packetId: values.packet === undefined ? undefined : readTypedId(values.packet),
    }
    const form = await findForm(opened.value.options, { accountId, locationId }, whom)
    if (!form.ok) {
      terminal.note(`probe-page: ${form.error.message}\n`)
      return form.error.code
    }
    return await watch(form.value, [...allowedOrigins, ...flags.allow], flags, terminal, display)
  } finally {
    await opened.value.close()
  }
}

const { signal } = new AbortController()

/** Finds the address of a patient's waiting form: of the named packet, or of the first. */
async function findForm(
  options: IntakeClientOptions,
  place: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  { patientId, packetId }: { readonly patientId: Id; readonly packetId: Id | undefined },
): Promise<Result<string, ReturnType<typeof explain>>> {
  const client = createIntakeClient(options)
  const lists = options.profile?.lists
  const checkIn = createCheckInService(client, {
    ...place,
    defaultTemplateGroupId: null,
    ...(lists && { lists }),
  })
  try {
    const waiting = await checkIn.openPackets(patientId, signal)
    if (!waiting.ok) return err(explain(waiting.error))
    const packet = waiting.value.find(({ id }) => packetId === undefined || sameId(id, packetId))
    if (!packet)
      return err({
        message:
          'No such form packet waits for this patient: npm run api -- partner.formPackets.create makes one.',
        code: exitCodes.refused,
      })
    const address = await checkIn.completionUrl(packet.id, signal)
    return address.ok ? address : err(explain(address.error))
  } finally {
    await client.close()
  }
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
  display: string | undefined,
): Promise<ExitCode> {
  const until = async (gone: Promise<void>) => {
    const question = 'Walk through the form in its window; press Enter here when you are done. '
    await Promise.race([
      gone,
      seconds === undefined ? terminal.ask?.(question) : pause(seconds * 1_000),
    ])
  }
  const { record, error } = await watchCompletionPage({
    url,
    allowedOrigins,
    size,
    ...(display !== undefined && { display }),
    until,
  })
  const first = new URL(url).origin
  const judged = judgeOrigins(record, first)
  const section = formViewSection(judged, first)
  if (values.json) terminal.out(pageAsJson(record, judged, section))
  else terminal.out(drawPage(record, judged, section, Math.max(terminal.columns ?? 0, 140)))
  if (error) terminal.note(`probe-page: the page cannot be opened: ${error.reason}.\n`)
  return error || record.firstTextMs === undefined ? exitCodes.visitFails : exitCodes.ok
}
