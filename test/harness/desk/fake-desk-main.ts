import type { DeskMessage, DeskReply } from '../../../src/shared/desk/messages.ts'
import type { Member, MemberRole, SignedInMember } from '../../../src/shared/desk/members.ts'
import type { DeskOperation } from '../../../src/shared/desk/operation.ts'
import { allowedCommands, deskCommands, deskQueries } from '../../../src/shared/desk/operations.ts'
import { hasRight } from '../../../src/shared/desk/rights.ts'
import type { TodayList, TodayRow } from '../../../src/shared/desk/today.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { shownClinic } from '../../../src/main/kiosk/visit/view/view-frame.ts'
import { clinic } from '../renderer/views.ts'

const anaId = '6d1c2c1e-8a5f-4c58-9b1c-2f2f7f5f3a10'
export const benId = '0b6b0c52-7a35-4f0e-a6d4-1f0d5c9d7e21'

export const members = [
  { id: anaId, name: 'Ana Ruiz' },
  { id: benId, name: 'Ben Cole' },
]

/** Ana as the list of members shows her, but for what is said otherwise. */
export const sampleMember = (more: Partial<Member>): Member => ({
  id: anaId,
  name: 'Ana Ruiz',
  roles: ['administrator'],
  isActive: true,
  secret: 'own',
  since: 0,
  ...more,
})

export const ana = (...roles: MemberRole[]): SignedInMember => ({
  id: anaId,
  name: 'Ana Ruiz',
  roles,
  mustChangeSecret: false,
})

/** View that main shows a desk whose user is signed in, unless `session` says something else. */
export const deskViewOf = (
  session: DeskView['session'] = { state: 'open', member: ana('reception') },
  locale: Locale = 'en',
  kiosks: Partial<DeskView['kiosks']> = {},
): DeskView => ({
  clinic: shownClinic(clinic),
  locale,
  isPractice: true,
  session,
  commands: allowedCommands(
    (right) => session.state === 'open' && hasRight(session.member.roles, right),
  ),
  kiosks: { hears: 'yes', calls: 0, told: 0, arrived: 0, formsDone: 0, changes: 0, ...kiosks },
})

const minuteMs = 60_000
const [chen, bell] = ['Dr. Maya Chen', 'Dr. Sam Bell']
/** Name, practitioner, type, state, and how many forms are open, started and completed. */
const people = [
  ['Olivia Nguyen', chen, 'Check-up', 'formsDone', [0, 0, 3]],
  ['José Ruiz-Peña', chen, 'Vaccine', 'inForms', [1, 1, 1]],
  ['Lena Fischer', bell, 'Check-up', 'expected', [2, 0, 0]],
  ['Amara Okafor', bell, 'New patient', 'needsHelp', [0, 1, 0]],
  ['Tomás Herrera', chen, 'Follow-up', 'arrived', [0, 0, 0]],
  ['Grace Kim', bell, 'Follow-up', 'completed', null],
  ['Noah Smith', chen, 'Check-up', 'cancelled', null],
  [null, null, null, 'expected', null],
] as const

/** A day at `now` (ms since 1970): patients in every state; the third is 19 and a half minutes late. */
export function sampleToday(now: number): TodayList {
  const rows = people.map(([patient, practitioner, type, state, counts], index): TodayRow => ({
    appointment: `appointment-${index + 1}`,
    startsAt: now + (index - 4) * 10 * minuteMs + 30_000,
    patient,
    practitioner,
    type,
    state,
    saidAt: state === 'arrived' ? 'Front door' : null,
    isTelehealth: index === 7,
    forms: counts && { open: counts[0], started: counts[1], completed: counts[2] },
  }))
  return { rows, readAt: now }
}

const failed: DeskReply = { ok: false, error: { kind: 'failed' } }
const done: DeskReply = { ok: true, value: null }
const commands: Readonly<Record<string, DeskOperation>> = deskCommands
const operations: Readonly<Record<string, DeskOperation>> = { ...deskQueries, ...deskCommands }

/** A stand-in for main: shows views, answers what the page says, and notes it. */
export class FakeDeskMain {
  readonly said: DeskMessage[] = []
  /** Answers queries and commands by name. What is not here is refused as `failed`, but a command that brings nothing is done. */
  answers: Record<string, () => DeskReply | Promise<DeskReply>> = {}
  onSession: DeskReply = done
  #listener: (view: DeskView) => void = () => undefined
  readonly bridge = {
    // Electron takes what can be cloned, and nothing else: no proxy of Svelte's.
    send: async (said: DeskMessage): Promise<DeskReply> => {
      const message = structuredClone(said)
      if (message.type !== 'session' || message.session.act !== 'activity') this.said.push(message)
      if (message.type === 'session') return this.onSession
      const isDone = commands[message.name]?.output.safeParse(null).success
      const reply = (await this.answers[message.name]?.()) ?? (isDone ? done : failed)
      const operation = operations[message.name]
      // As main's gate: nothing leaves it that the operation does not describe.
      return reply.ok && operation
        ? { ok: true, value: operation.output.parse(reply.value) }
        : reply
    },
    onView: (listener: (view: DeskView) => void) => {
      this.#listener = listener
      return () => undefined
    },
  }

  show(view: DeskView): void {
    this.#listener(view)
  }
}
