import { z } from 'zod'
import type { WebhookEvent } from '../../src/contract/partner-v2/webhook-event.ts'
import { iso } from '../clock.ts'
import type { SandboxContext, Served } from '../sandbox-context.ts'
import { makeElement } from '../seeds/templates.ts'
import { latestTemplates } from '../state/lookup.ts'
import { elementsOf, statusOf, submitForm } from '../state/packets.ts'
import type { Message, State, Template } from '../state/types.ts'
import { faultSchema, switchNetwork, type FaultInput } from './faults.ts'

export const templateChangeSchema = z.strictObject({
  name: z.string().min(1).optional(),
  sortOrder: z.int().optional(),
  isActive: z.boolean().optional(),
  /** Label of a new question, answered in one line, at the end of the first section. */
  question: z.string().min(1).optional(),
})
export type TemplateChange = z.output<typeof templateChangeSchema>

/** Changes a template as the service does: the version rises by one, and earlier versions stay for their forms. */
function changeTemplate(state: State, id: number, { question, ...fields }: TemplateChange) {
  const latest = latestTemplates(state).get(id)
  if (!latest) return undefined
  const [first, ...others] = latest.formTemplateSections
  const { name = latest.name, sortOrder = latest.sortOrder, isActive = latest.isActive } = fields
  const version = latest.version + 1
  const changed: Template = { ...latest, name, sortOrder, isActive, version }
  if (question !== undefined && first) {
    const next = 1 + Math.max(...elementsOf(latest).map(({ id: elementId }) => elementId))
    const seed = { type: 'textInput', label: question } as const
    const asked = makeElement(seed, first.formElements.length, () => next)
    const longer = { ...first, formElements: [...first.formElements, asked] }
    Object.assign(changed, { formTemplateSections: [longer, ...others] })
  }
  addVersion(state, changed)
  return version
}

function removeTemplate(state: State, id: number): boolean {
  const latest = latestTemplates(state).get(id)
  if (!latest || latest.accountId === nobodys) return false
  addVersion(state, { ...latest, accountId: nobodys })
  return true
}

const addVersion = ({ templates }: State, template: Template) =>
  templates.set(template.id, [...(templates.get(template.id) ?? []), template])

/** No account has this id. */
const nobodys = 0

function viewDeliveries({ deliveries }: State) {
  return [...deliveries.values()].map(({ body, tries, nextTryAt, maxTries: _, ...shown }) => ({
    ...shown,
    event: JSON.parse(body) as WebhookEvent,
    tries: tries.map((made) => ({ ...made, at: iso(made.at) })),
    nextTryAt: shown.status === 'PENDING' ? iso(nextTryAt) : null,
  }))
}

export type Control = ReturnType<typeof createControl>

/** Creates the hand behind the scenes: all that the control endpoints do, for tests in the same process. */
export function createControl(sandbox: SandboxContext) {
  /** Returns messages, newest first. */
  const inbox = (): Message[] => sandbox.state.inbox.toReversed()
  return {
    inbox,
    advanceClock(ms: number): void {
      sandbox.clock.advance(ms)
      sandbox.sender.wake()
    },
    /** Switches a fault on, beside those that are on. Throws when it is not a fault (a bug of the caller). */
    addFault(input: FaultInput): void {
      const fault = faultSchema.parse(input)
      if (fault.expireTokens) sandbox.tokens.expireAll()
      sandbox.faults.push(fault)
    },
    clearFaults: () => void (sandbox.faults.length = 0),
    reset: () => sandbox.reset(),
    /** Answers the new version's number; undefined for an unknown template. */
    changeTemplate: (id: number, change: TemplateChange): number | undefined =>
      changeTemplate(sandbox.state, id, change),
    removeTemplate: (id: number): boolean => removeTemplate(sandbox.state, id),
    switchNetwork: (id: string, on: boolean): boolean => switchNetwork(sandbox.faults, id, on),
    counts() {
      const { state } = sandbox
      const packets: Record<string, number> = {}
      for (const status of [...state.packets.values()].map(statusOf))
        packets[status] = (packets[status] ?? 0) + 1
      return {
        now: iso(sandbox.clock.now()),
        patients: state.patients.size,
        packets,
        appointments: state.appointments.size,
        proofs: state.proofs.size,
        messages: state.inbox.length,
        faults: sandbox.faults.length,
        webhooks: state.webhooks.size,
      }
    },
    /** Submits all open forms behind a completion token, like a service's backend; none where it is unknown. */
    submitForms(token: string): void {
      const { state, clock, sender } = sandbox
      const packet = state.packets.get(state.completionTokens.get(token) ?? -1)
      if (!packet) return
      for (const form of packet.forms)
        if (!form.submittedAt) submitForm(state, packet, form, clock.now())
      sender.wake()
    },
    latestCode: (to: string): string | undefined =>
      inbox().find((message) => message.to === to)?.code,
    served: (): readonly Served[] => sandbox.served,
    secrets: () => [
      ...sandbox.tokens.issued().map((value) => ({ kind: 'access token' as const, value })),
      ...[...sandbox.state.proofs.values()].flatMap(({ id, token }) => [
        { kind: 'proof' as const, value: id },
        { kind: 'proof token' as const, value: token },
      ]),
      // The whole address but for its token is in many places: the token is what opens the forms.
      ...[...sandbox.state.completionTokens.keys()].map((value) => ({
        kind: 'completion URL' as const,
        value,
      })),
    ],
    deliveries: () => viewDeliveries(sandbox.state).toReversed(),
    /** Sends a webhook delivery once more, as a service does that missed the answer. False for an unknown one. */
    replayDelivery(id: string): boolean {
      const { state, clock, sender } = sandbox
      const delivery = state.deliveries.get(id)
      if (!delivery) return false
      const maxTries = delivery.tries.length + 1
      state.deliveries.set(id, { ...delivery, maxTries, status: 'PENDING', nextTryAt: clock.now() })
      sender.wake()
      return true
    },
    /** Resolves when no delivery is being tried; what waits for its next try does not count. */
    settled: (): Promise<void> => sandbox.sender.settled(),
  }
}
