import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '../../sandbox/state/types.ts'
import { e164, type Id } from '../../src/contract/values.ts'
import { calendarDate, type CalendarDate } from '../../src/shared/calendar-date.ts'
import type { Channel } from '../../src/shared/ipc.ts'
import { textOf } from '../operation/texts.ts'
import { readTypedId } from '../operation/value.ts'
import type { ProbeFlags } from '../probe/flags.ts'
import type { TrialPlace } from '../probe/visit/try-visit.ts'
import { drawVerdict, type StepVerdict } from '../probe/visit/verdict.ts'
import { refuse } from '../problem.ts'
import type { Terminal } from '../terminal.ts'

export interface RehearsalPlan {
  readonly place: TrialPlace
  /** The test patient; a proof that finds another one is a fault. */
  readonly patientId: Id
  /** The integrator's own phone (E.164) and e-mail address: one of them, or both. */
  readonly contacts: Readonly<Partial<Record<Channel, string>>>
  readonly templateGroupId: Id | undefined
  readonly createWhenNone: boolean
}

/** Lists every write of a rehearsal, for a person. */
export function writesOf({ contacts, templateGroupId, createWhenNone }: RehearsalPlan): string[] {
  const channels = Object.keys(contacts) as Channel[]
  return [
    'an identity proof, which ends by itself',
    ...channels.map((channel) => `a code to your ${contactWords[channel]}`),
    'a wrong code, and the right one',
    ...(createWhenNone && templateGroupId !== undefined
      ? ['a form packet of the test patient where none waits, and its archive']
      : []),
  ]
}

export const contactWords = { sms: 'phone', email: 'e-mail address' } as const

export type GivenPlan = Awaited<ReturnType<typeof readPlan>>

/** Reads the flags; `@file` is read from the file. Throws a `Refusal` with every fault by its flag, without the value. */
export async function readPlan(flags: ProbeFlags, terminal: Pick<Terminal, 'readInput'>) {
  const faults: string[] = []
  const textFor = async (name: 'phone' | 'email' | 'birth' | 'patient') => {
    const given = flags[name]
    return given === undefined ? undefined : (await textOf(`--${name}`, given, terminal)).trim()
  }
  const patient = await textFor('patient')
  const phone = await textFor('phone')
  const email = await textFor('email')
  const birth = await textFor('birth')
  if (flags.patient === undefined)
    faults.push('--patient is missing: the id of a test patient with your own contact on record.')
  if (flags.phone === undefined && flags.email === undefined)
    faults.push(
      '--phone or --email is missing: your own, as the record of the test patient has it.',
    )
  if (phone !== undefined && !e164.safeParse(phone).success)
    faults.push('--phone: expected a number such as +12065550101.')
  if (email !== undefined && !/^\S+@\S+$/.test(email))
    faults.push('--email: expected an e-mail address.')
  const date = birth === undefined ? undefined : dateOf(birth)
  if (birth !== undefined && !date) faults.push('--birth: expected a date such as 1984-03-07.')
  if (faults.length > 0) refuse(...faults)
  const contacts = {
    ...(phone !== undefined && { sms: phone }),
    ...(email !== undefined && { email }),
  }
  return { patientId: readTypedId(patient ?? ''), contacts, birth: date }
}

function dateOf(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return calendarDate(Number(year), Number(month), Number(day))
}

/** Columns of a step's name. */
const nameWidth = 38
const mostAsked = 3

export type RehearsalPerson = ReturnType<typeof createPerson>

/** Creates the source of a rehearsal's answers: the person at the terminal, or what was given beforehand. Throws a `Refusal`. */
export function createPerson(
  flags: ProbeFlags,
  plan: GivenPlan,
  terminal: Terminal,
  sandboxUrl: string | undefined,
) {
  const { ask } = terminal
  const source = codeSource(flags, sandboxUrl)
  const faults = [
    flags.yes ? [] : '--yes is missing: nobody is here to be asked before each write.',
    plan.birth ? [] : '--birth is missing: nobody is here to be asked for it.',
    source ? [] : '--code is missing: nobody is here to type it.',
  ].flat()
  if (!ask && faults.length > 0) refuse(...faults)
  let hasLeft = false
  const asked = async (question: string) => {
    const answer = hasLeft ? undefined : (await ask?.(question))?.trim()
    hasLeft ||= answer === undefined
    return answer
  }
  return {
    /** Asks if this may be written now; `isCleanUp`: it takes back created records. */
    async allows(what: string, isCleanUp = false): Promise<boolean> {
      if (flags.yes || hasLeft) {
        const isWritten = flags.yes === true || isCleanUp
        if (isWritten) terminal.note(`To be written: ${what}.\n`)
        return isWritten
      }
      const answer = await asked(`Write this now: ${what}? [y/N] `)
      // Created records are put away, even if the person left during the question.
      return answer === undefined ? isCleanUp : /^y(es)?$/i.test(answer)
    },
    /** Called before a code is sent: earlier messages hold no code. */
    beforeCode: async () => source?.begin?.(),
    /** The code that came; undefined: none did, or they left. */
    async code(channel: Channel): Promise<string | undefined> {
      if (source) return source.take(plan.contacts[channel] ?? '')
      const code = await asked(`The code that came to your ${contactWords[channel]}: `)
      return code || undefined
    },
    async name() {
      const firstName = await asked('First name of the test patient: ')
      const lastName = await asked('Last name: ')
      return firstName && lastName ? { firstName, lastName } : undefined
    },
    async birthDate(): Promise<CalendarDate | undefined> {
      let date = plan.birth
      for (let times = 0; !date && !hasLeft && times < mostAsked; times++)
        date = dateOf((await asked('Date of birth of the test patient (YYYY-MM-DD): ')) ?? '')
      return date
    },
    onStep: (step: StepVerdict) => {
      const said = flags.quiet || step.said === undefined ? '' : `    ${step.said}\n`
      if (!flags.json) terminal.out(drawVerdict(step, nameWidth) + said)
    },
  }
}

function codeSource({ code }: ProbeFlags, sandboxUrl: string | undefined): CodeSource | undefined {
  if (code?.startsWith('@')) return codeInFile(code.slice(1))
  // One that is always the same, as some services have it for tests.
  if (code !== undefined) return { take: () => Promise.resolve(code) }
  return sandboxUrl === undefined ? undefined : codeInInbox(sandboxUrl)
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
  const read = async () => (await readFile(path, 'utf8').catch(() => '')).trim()
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
      const messages = (await answer.json()) as readonly Message[]
      return messages.find(({ to }) => to === contact)?.code
    },
  }
}
