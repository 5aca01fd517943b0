import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../../src/contract/values.ts'
import { isTestAccount, onlyForTests } from '../operation/unchecked.ts'
import type { ProbeFlags } from '../probe/flags.ts'
import { exitCodeFor, summarize } from '../probe/result.ts'
import { writeProposal } from '../probe/visit/propose.ts'
import { drawConclusion, drawVerdict, outcomeOf, type StepVerdict } from '../probe/visit/verdict.ts'
import { watchClient } from '../probe/visit/watched-client.ts'
import { refuse, type ExitCode } from '../problem.ts'
import type { AuditedTarget } from '../service/open-audited.ts'
import type { Target } from '../service/target.ts'
import type { Terminal } from '../terminal.ts'
import { contactWords, dateOf, writesOf, type GivenPlan, type RehearsalPerson } from './plan.ts'
import { rehearse, type Rehearsed } from './rehearse.ts'

interface RehearsalRun {
  readonly flags: ProbeFlags
  readonly given: GivenPlan
  /** Records that were named by `--id`. */
  readonly ids: Readonly<Record<string, Id>>
  readonly target: Target
  readonly opened: AuditedTarget
  readonly scope: Target['scope']
}

/** Carries out `foyer probe --rehearse` at a service that is ready; gives the exit code. */
export async function runRehearsal(run: RehearsalRun, terminal: Terminal): Promise<ExitCode> {
  const { flags, given, ids, target, opened, scope } = run
  const { accountId, locationId } = scope
  if (accountId === undefined || locationId === undefined)
    return refuse('--location is missing: nothing says where the visit is rehearsed.')
  if (!opened.isSandbox && !isTestAccount(accountId, target.testAccountIds))
    refuse(onlyForTests('--rehearse'))
  const sandboxUrl = opened.isSandbox ? opened.options.partnerUrl : undefined
  const person = createPerson(flags, given, terminal, sandboxUrl)
  const plan = {
    place: { accountId, locationId },
    patientId: given.patientId,
    contacts: given.contacts,
    templateGroupId: ids['groupId'] ?? ids['formTemplateGroupId'] ?? target.templateGroupId,
    createWhenNone: 'groupId' in ids || target.createWhenNone === true,
  }
  if (!flags.quiet) terminal.note(`A rehearsal writes: ${writesOf(plan).join('; ')}.\n`)
  const watched = watchClient(opened.options, opened.recorder)
  try {
    const rehearsed = await rehearse({ watched, plan, person })
    return await conclude(rehearsed, run, terminal)
  } finally {
    await watched.close()
  }
}

async function conclude(
  rehearsed: Rehearsed,
  { flags: { json, propose } }: RehearsalRun,
  terminal: Terminal,
): Promise<ExitCode> {
  const { steps, proposal, left } = rehearsed
  const visit = { outcome: outcomeOf(rehearsed), steps }
  if (json) terminal.out(`${JSON.stringify({ visit }, null, 2)}\n`)
  else terminal.out(drawConclusion(rehearsed))
  if (left !== undefined)
    terminal.note(
      `The form packet ${left} was made and is not archived: foyer api partner.formPackets.archive --form-packet ${left}\n`,
    )
  if (proposal) await writeProposal(propose, proposal, terminal)
  return exitCodeFor(rehearsed, summarize([]), [])
}

const nameWidth = 38
const mostAsked = 3

function createPerson(
  flags: ProbeFlags,
  plan: GivenPlan,
  terminal: Terminal,
  sandboxUrl: string | undefined,
): RehearsalPerson {
  const { ask } = terminal
  const source = codeSource(flags, sandboxUrl)
  if (!ask) {
    const faults = [
      ...(flags.yes ? [] : ['--yes is missing: nobody is here to be asked before each write.']),
      ...(plan.birth ? [] : ['--birth is missing: nobody is here to be asked for it.']),
      ...(source ? [] : ['--code is missing: nobody is here to type it.']),
    ]
    if (faults.length > 0) refuse(...faults)
  }
  let hasLeft = false
  const asked = async (question: string) => {
    const answer = hasLeft ? undefined : await ask?.(question)
    hasLeft ||= answer === undefined
    return answer
  }
  return {
    async allows(what, isCleanUp = false) {
      if (flags.yes || hasLeft) {
        const isWritten = flags.yes === true || isCleanUp
        if (isWritten) terminal.note(`To be written: ${what}.\n`)
        return isWritten
      }
      const answer = await asked(`Write this now: ${what}? [y/N] `)
      // Created records are put away, even if the person left during the question.
      return answer === undefined ? isCleanUp : /^y(es)?$/i.test(answer.trim())
    },
    beforeCode: async () => source?.begin?.(),
    async code(channel) {
      if (source) return source.take(plan.contacts[channel] ?? '')
      const code = await asked(`The code that came to your ${contactWords[channel]}: `)
      return code?.trim() || undefined
    },
    async name() {
      const firstName = (await asked('First name of the test patient: '))?.trim()
      const lastName = (await asked('Last name: '))?.trim()
      return firstName && lastName ? { firstName, lastName } : undefined
    },
    async birthDate() {
      if (plan.birth) return plan.birth
      for (let times = 0; times < mostAsked; times++) {
        const text = await asked('Date of birth of the test patient (YYYY-MM-DD): ')
        if (text === undefined) return undefined
        const date = dateOf(text.trim())
        if (date) return date
      }
      return undefined
    },
    onStep: (step) => {
      if (flags.json !== true) terminal.out(lineOf(step, flags.quiet === true))
    },
  }
}

function codeSource({ code }: ProbeFlags, sandboxUrl: string | undefined): CodeSource | undefined {
  if (code?.startsWith('@')) return codeInFile(code.slice(1))
  // One that is always the same, as some services have it for tests.
  if (code !== undefined) return { take: () => Promise.resolve(code) }
  return sandboxUrl === undefined ? undefined : codeInInbox(sandboxUrl)
}

function lineOf(verdict: StepVerdict, isQuiet: boolean): string {
  const line = drawVerdict(verdict, nameWidth)
  return isQuiet || verdict.said === undefined ? line : `${line}    ${verdict.said}\n`
}

interface CodeSource {
  /** Remembers what is there before a code is sent. */
  readonly begin?: () => Promise<void>
  /** The code; undefined when none came in time. */
  readonly take: (contact: string) => Promise<string | undefined>
}

/** ms that a file is waited for, and ms between two looks at it. */
const longestWaitMs = 10 * 60_000
const lookEveryMs = 100

/** Waits for a person to write the code into a file; content from before the code was sent does not count. */
function codeInFile(path: string): CodeSource {
  let before = ''
  const read = () =>
    readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => '',
    )
  return {
    begin: async () => void (before = await read()),
    async take() {
      for (const end = performance.now() + longestWaitMs; performance.now() < end;) {
        const code = await read()
        if (code !== '' && code !== before) {
          before = code
          return code
        }
        await pause(lookEveryMs)
      }
      return undefined
    },
  }
}

function codeInInbox(sandboxUrl: string): CodeSource {
  return {
    async take(contact) {
      const answer = await fetch(`${sandboxUrl}/sandbox/inbox.json`)
      const messages = (await answer.json()) as readonly {
        readonly to?: unknown
        readonly code?: unknown
      }[]
      const code = messages.find(({ to }) => to === contact)?.code
      return typeof code === 'string' ? code : undefined
    },
  }
}
