import type { CompletionPacket } from '../../../../src/patient-page/store.ts'
import type { AnswerValue, FormElementModel } from '../../../../src/forms/model.ts'
import type { Screen } from '../../../../src/shared/ipc.ts'
import type { KioskLife } from './kiosk-life.ts'
import type { Newcomer } from '../../../../sandbox/seeds/seed.ts'

/** Who comes. */
export interface Comer {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
  /** E.164. */
  readonly phone: string
}

/** What this patient answers a field with; `tag` tells this intake from every other. */
function answerOf(field: FormElementModel, who: Comer, tag: string): AnswerValue {
  const known: Record<string, string> = {
    first_name: who.firstName,
    last_name: who.lastName,
    date_of_birth: who.dateOfBirth,
    mobile_phone: who.phone,
    reason_for_visit: tag,
  }
  const given = known[field.attribute ?? '']
  if (given !== undefined) return given
  if (field.type === 'checkbox') return field.options.length > 0 ? [...field.options] : true
  // The last of the choices asks no further question.
  return field.options.at(-1) ?? `${who.firstName} ${who.lastName}`
}

/** A visit without the network, from wherever the kiosk stands. Whether the patient was told that it is done. */
export async function visitOffline(life: KioskLife, who: Comer, tag: string): Promise<boolean> {
  let seen: Screen | undefined
  for (;;) {
    const isNew = () => life.screen() !== seen && life.screen() !== undefined
    if (!(await life.until(isNew))) return false
    seen = life.screen()
    if (seen?.name === 'finished' && seen.kind === 'kept') {
      life.send({ type: 'done' })
      await life.until(() => life.screen()?.name === 'welcome')
      return true
    }
    if (seen?.name === 'completing') {
      if (!(await life.until(() => life.form() !== undefined))) return false
      // Keeps and finishes; a kiosk that is killed breaks off, and the form with it.
      const isSent = await fillAll(life.form() ?? '', who, tag).catch(() => false)
      if (!isSent && !(await life.until(() => life.hasEnded()))) return false
    } else if (seen) answer(life, seen, who)
  }
}

function answer(life: KioskLife, screen: Screen, who: Comer): void {
  if (screen.name === 'welcome') life.send({ type: 'begin' })
  if (screen.name === 'contact') life.send({ type: 'submitContact', value: who.phone })
  if (screen.name === 'unavailable' && screen.canGoOffline) life.send({ type: 'goOffline' })
  if (screen.name === 'offlineName') {
    const { firstName, lastName } = who
    life.send({ type: 'submitName', firstName, lastName })
  }
  if (screen.name === 'dateOfBirth') {
    const [year = '', month = '', day = ''] = who.dateOfBirth.split('-')
    life.send({ type: 'submitDateOfBirth', year, month, day })
  }
}

/** Answers each page and submits each form, as the page does. Whether all of it was taken. */
async function fillAll(url: string, who: Comer, tag: string): Promise<boolean> {
  const packet = (await (await fetch(`${url}/packet`)).json()) as CompletionPacket
  for (const { formId, form } of packet.forms) {
    const at = `${url}/forms/${formId}`
    for (const { elements } of form.sections) {
      const answers = elements.map((field) => [field.id, answerOf(field, who, tag)] as const)
      const kept = await fetch(`${at}/answers`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ answers: Object.fromEntries(answers) }),
      })
      if (!kept.ok) throw new Error(`answers were not kept: ${kept.status}`)
    }
    const sent = await fetch(`${at}/submission`, { method: 'POST' })
    if (!sent.ok) throw new Error(`a form was not taken: ${sent.status} ${await sent.text()}`)
  }
  return true
}

/** Somebody whom the clinic may know before. */
export type Person = Comer & { readonly isKnown: boolean }

/** As many for each: a name that another one begins with would be found for both. */
const letters = (index: number) =>
  String(index)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Person number `index` of many, each with a name, a day and a phone of their own; the clinic knows every other one. */
export function personOf(index: number): Person {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    firstName: 'Kit',
    lastName: `Quorn${letters(index)}`,
    dateOfBirth: `${1930 + (index % 60)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    phone: `+1206555${String(2_000 + index)}`,
    isKnown: index % 2 === 0,
  }
}

/** Those whom the clinic knows, as patients of a sandbox. */
export function recordsOf(people: readonly Person[]): Newcomer[] {
  return people.flatMap(({ isKnown, ...person }, index) =>
    isKnown
      ? [{ ...person, id: 910_000 + index, email: `kit${index}@example.com`, packets: 0 }]
      : [],
  )
}
