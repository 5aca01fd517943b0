import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../src/contract/values.ts'
import { helpOf } from './command.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { isTestAccount, onlyForTests } from './operation/unchecked.ts'
import { readValue } from './operation/value.ts'
import { findForm } from './page/find-form.ts'
import { formViewSection, judgeOrigins } from './page/judge-origin.ts'
import { watchCompletionPage } from './page/open-page.ts'
import { pageCommand, readPageFlags, type PageFlags } from './page/page-flags.ts'
import { drawPage, pageAsJson } from './page/page-report.ts'
import { complain, usage } from './problem.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget } from './service/target.ts'
import type { Terminal } from './terminal.ts'

const idOf = (text: string) =>
  readValue(text, { variants: [{ type: 'integer' }, { type: 'string' }] }) as Id

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
  const wish = { sandbox: values.sandbox, service: values.service, profile: values.profile }
  const target = await chooseTarget(wish, terminal.environment)
  if (!target.ok) return complain(target.error, terminal, said)
  const { scope, testAccountIds, allowedOrigins = [], name } = target.value
  const accountId = values.account === undefined ? scope.accountId : idOf(values.account)
  const locationId = values.location === undefined ? scope.locationId : idOf(values.location)
  if (accountId === undefined || locationId === undefined)
    return refuse('--account and --location are missing: nothing says where the patient is.')
  const opened = await openAudited(target.value, { file: values.audit, command: 'probe-page' })
  if (!opened.ok) return complain(opened.error, terminal, said)
  try {
    if (!opened.value.isSandbox && !isTestAccount(accountId, testAccountIds))
      return refuse(onlyForTests('probe-page'))
    if (!(await isWanted(flags, terminal, name))) {
      terminal.note('Nothing was opened.\n')
      return exitCodes.ok
    }
    const whom = {
      patientId: idOf(values.patient ?? ''),
      packetId: values.packet === undefined ? undefined : idOf(values.packet),
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
