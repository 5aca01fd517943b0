import { elementTypes } from '../../../../shared/form-elements.ts'
import { type Id, sameId } from '../../../../contract/values.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type {
  Agreement,
  AnswerShown,
  AnsweredForm,
  IntakeFault,
  IntakeShown,
  IntakesShown,
  SettlingCommand,
} from '../../../../shared/staff-intakes.ts'
import { elementsOf, type Intake } from '../../offline/intake.ts'
import { type Given, givenIn } from '../../offline/outbox/answers.ts'
import type { OutboxDesk } from '../../offline/outbox/outbox-desk.ts'
import { labelOf } from '../../offline/outbox/outbox-view.ts'
import { isSameEmail, isSamePhone } from '../../../intake/resources/same-person.ts'
import type { Candidate } from '../../offline/outbox/row.ts'
import type { IntakePdfs } from '../../offline/intake-pdf/intake-pdfs.ts'
import type { ConnectionState } from '../../../../shared/connection.ts'
import { mostDrawnBytes } from '../../../stations/intake-questions.ts'
import type { IntakeAsk, IntakeDoor, IntakeResult } from '../../../stations/intake-questions.ts'
import type { Audit } from '../../../vault/audit/audit.ts'
import type { ActingMember } from '../audited-acts.ts'

/** Lists the answers of each form of an intake, in the order of the form; empty ones are left out. */
export function answersShown(intake: Intake): readonly AnsweredForm[] {
  const given = givenIn(intake)
  return intake.forms.map(({ template }, form) => {
    const fields = elementsOf(template)
    const places = new Map(fields.map(({ id }, place) => [String(id), place]))
    const placeOf = ({ element }: Given) => places.get(element) ?? fields.length
    const answers = given
      .filter((each) => each.form === form)
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map((each) => ({ label: fields[placeOf(each)]?.label ?? null, answer: answerShown(each) }))
    return { name: template.name, answers }
  })
}

const payments = ['card', 'cash', 'talk'] as const

function answerShown({ type, value }: Given): AnswerShown {
  if (typeof value === 'boolean') return { kind: 'flag', is: value }
  if (typeof value === 'string') return textShown(type, value)
  if ('dataUrl' in value) return { kind: 'file', name: value.fileName }
  if ('address1' in value) {
    const { address1, address2, city, stateProvince, postalCode, country = '' } = value
    const town = [city, stateProvince, postalCode, country].filter((part) => part !== '')
    const lines = [address1, address2, town.join(' ')].filter((line) => line !== '')
    return { kind: 'several', texts: lines }
  }
  const texts = value.filter((each) => typeof each === 'string')
  return texts.length > 0 ? { kind: 'several', texts } : { kind: 'marks' }
}

function textShown(type: number | null, text: string): AnswerShown {
  if (text.startsWith('data:')) return { kind: 'drawn' }
  // The patient brings the paper: what the page leaves there is no name.
  if (type === elementTypes.fileUpload) return { kind: 'file', name: null }
  const by = payments.find((each) => type === elementTypes.paymentField && each === text)
  if (by) return { kind: 'payment', by }
  const isDate = type === elementTypes.datePicker && /^\d{4}-\d{2}-\d{2}$/.test(text)
  return isDate ? { kind: 'date', date: text } : { kind: 'text', text }
}

const minuteMs = 60_000
const shownDigits = 4

const agreementOf = (recorded: string | null, isSame: boolean): Agreement =>
  recorded === null ? 'none' : isSame ? 'same' : 'other'

export interface OpenIntake {
  readonly shown: IntakeShown
  /** Without its answers; null where it cannot be read. */
  readonly told: Intake | null
}

type Fault = { readonly kind: IntakeFault }

export type IntakesService = ReturnType<typeof createIntakesService>

/** Adapts the outbox for staff's screens: they get no id of a record. Without `savePdf` they are not offered to save one. */
export function createIntakesService(
  desk: OutboxDesk,
  ready: () => IntakesShown['ready'],
  savePdf?: IntakePdfs['save'],
) {
  const candidates: Id[] = []

  /** Says nothing about the record, and stays the same however the candidates change. */
  function keyOf(id: Id): string {
    const known = candidates.findIndex((each) => sameId(each, id))
    return String(known < 0 ? candidates.push(id) : known + 1)
  }
  const candidateShown = (
    { id, name, dateOfBirth, phone, email, isActive }: Candidate,
    told: Intake | null,
  ) => ({
    key: keyOf(id),
    name,
    dateOfBirth,
    phone: {
      is: agreementOf(phone, isSamePhone(phone, told?.person.phone ?? null)),
      ending: phone?.replace(/\D/g, '').slice(-shownDigits) ?? null,
    },
    email: agreementOf(email, isSameEmail(email, told?.person.email ?? null)),
    isActive,
  })

  function shown(id: string, told: Intake | null): IntakeShown {
    const view = desk.view()
    const is = (row: { readonly id: string }) => row.id === id
    const waiting = view.waiting.find(is)
    const stuck = view.needsPerson.find(is)
    const rest = view.remaining.find(is)
    const row = waiting ?? stuck ?? rest ?? view.complete.find(is) ?? rowOf(id, told)
    return {
      ...rowShown(row),
      stands: stuck ? 'needsPerson' : waiting ? 'waiting' : rest ? 'remaining' : 'complete',
      person: told && personShown(told),
      reason: stuck?.reason ?? null,
      candidates: (stuck?.candidates ?? []).map((each) => candidateShown(each, told)),
      delivered: rest?.delivered ?? 0,
      of: rest?.of ?? 0,
      remains: (rest?.remains ?? []).map((remain) => ({
        label: (told && labelOf(told, remain)) ?? null,
        why: remain.why,
      })),
      isOtherVersion: rest?.isOtherVersion ?? false,
      can: [...row.can],
    }
  }

  return {
    list(): IntakesShown {
      const { waiting, oldest, nextTryAt, needsPerson, remaining, complete } = desk.view()
      return {
        waiting: waiting.map(rowShown),
        oldest: momentOf(oldest),
        nextTryAt: nextTryAt === null ? null : Math.ceil(nextTryAt / minuteMs) * minuteMs,
        needsPerson: needsPerson.map((row) => ({ ...rowShown(row), reason: row.reason })),
        remaining: remaining.map((row) => ({
          ...rowShown(row),
          delivered: row.delivered,
          of: row.of,
          why: [...new Set(row.remains.map(({ why }) => why))],
        })),
        complete: complete.map(rowShown),
        ready: ready(),
      }
    },
    open(id: string): Result<OpenIntake, Fault> {
      const opened = desk.open(id)
      if (!opened.ok) return opened
      return ok({ shown: shown(id, opened.value), told: opened.value })
    },
    /** No further access, and no entry of the audit. */
    again: ({ shown: { id }, told }: OpenIntake): OpenIntake => ({ shown: shown(id, told), told }),
    read(id: string): Result<readonly AnsweredForm[], Fault> {
      const read = desk.read(id)
      return read.ok ? ok(answersShown(read.value)) : read
    },
    settle(command: SettlingCommand): Result<null, Fault> {
      const { intake: id } = command
      if (command.type === 'actOnIntake') return desk[command.act](id)
      if (command.type === 'discardIntake') return desk.discard(id, command.reason)
      const stuck = desk.view().needsPerson.find((row) => row.id === id)
      const chosen = stuck?.candidates.find((each) => keyOf(each.id) === command.candidate)
      return chosen ? desk.choose(id, chosen.id) : err({ kind: 'notPossible' })
    },
    savePdf,
  }
}

/** Lists the intakes that are settled, and only kept for a while. */
export const settledIn = (intakes: Pick<IntakesService, 'list'>) =>
  intakes.list().complete.map(({ id }) => id)

type Row = Omit<ReturnType<typeof rowOf>, 'can'>
const rowShown = ({ finishedAt, id, helpNumber }: Row) => ({
  id,
  helpNumber,
  at: momentOf(finishedAt),
})
const rowOf = (id: string, told: Intake | null) => ({
  id,
  helpNumber: told?.helpNumber ?? '',
  finishedAt: told?.finishedAt ?? null,
  can: [],
})

/** ms since 1970; null where the text is no date-time, as of an intake that cannot be read. */
function momentOf(text: string | null): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

function personShown({ person, proved }: Intake) {
  const { firstName, lastName, dateOfBirth, phone, email } = person
  const name = `${firstName} ${lastName}`.trim()
  return { name, dateOfBirth, phone, email, proved: [...proved] }
}

/** Lets the desk's members see and settle this kiosk's intakes; each look and act is audited with the member before. */
export function openIntakesToDesk({
  intakes,
  ...parts
}: {
  readonly intakes: IntakesService | undefined
  readonly drawPdf: IntakePdfs['draw'] | undefined
  readonly kept: () => number
  readonly connection: () => { readonly state: ConnectionState; readonly since: number | null }
  readonly audit: Pick<Audit, 'append'>
  readonly acting: Pick<ActingMember, 'as'>
}): IntakeDoor {
  function carryOut(ask: IntakeAsk): IntakeResult<typeof ask.type> | ReturnType<typeof draw> {
    switch (ask.type) {
      case 'listIntakes': {
        const { state: connection, since: connectionSince } = parts.connection()
        return {
          connection,
          connectionSince,
          intakes: intakes?.list() ?? null,
          kept: parts.kept(),
        }
      }
      case 'openIntake': {
        const opened = intakes?.open(ask.intake)
        return opened?.ok ? opened.value.shown : null
      }
      case 'readIntake': {
        const read = intakes?.read(ask.intake)
        return read?.ok ? [...read.value] : null
      }
      case 'drawIntakePdf':
        return draw([ask.intake])
      case 'drawSettledPdf':
        return draw(intakes ? settledIn(intakes) : [])
      case 'chooseCandidate':
      case 'actOnIntake':
      case 'discardIntake': {
        const done = intakes?.settle(ask)
        return { outcome: done?.ok ? 'done' : (done?.error.kind ?? 'unknown') }
      }
    }
  }
  async function draw(ids: readonly string[]): Promise<IntakeResult<'drawIntakePdf'>> {
    const drawn = await parts.drawPdf?.(ids)
    return drawn?.ok && drawn.value.length <= mostDrawnBytes
      ? { base64: Buffer.from(drawn.value).toString('base64') }
      : null
  }
  return (station, { id: member, name: by }, ask) => {
    if (ask.type !== 'listIntakes')
      parts.audit.append('deskCommand', { station, act: ask.type, by, member })
    return parts.acting.as(member, () => carryOut(ask))
  }
}
