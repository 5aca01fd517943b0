import { contract } from '../../../../contract/index.ts'
import type { ReadVisit } from '../../../../contract/readers/arrival-readers.ts'
import { patientReader } from '../../../../contract/readers/patient-readers.ts'
import {
  attributesReader,
  groupTemplatesReader,
  templateReader,
  templateRowsReader,
  type ReadTemplate,
} from '../../../../contract/readers/template-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import { isReachable, type ConnectionState } from '../../../../shared/connection.ts'
import { err, ok } from '../../../../shared/result.ts'
import type { WallClock } from '../../../base/clock.ts'
import { pause } from '../../../base/timers.ts'
import { runInTurns } from '../../../base/turns.ts'
import type { Call } from '../../../intake/client/call-types.ts'
import type { IntakeClient } from '../../../intake/client/client.ts'
import type { ServiceError } from '../../../intake/http/errors.ts'
import { isForGood, statusOf } from '../../../intake/http/refusal.ts'
import { appointmentsBetween, readAppointment } from '../../../intake/resources/appointments.ts'
import { paramsOf, readList, type Read, type Site } from '../../../intake/resources/site.ts'
import { elementsOf } from '../intake.ts'
import type { KnowledgeStore, KnownAppointments, KnownForms } from './knowledge.ts'

const { patients, formTemplates, formTemplateGroups } = contract.partner
const lookAgainMs = 2_000
const dayMs = 24 * 60 * 60_000
/** Patients and practitioners that are asked for in one refresh at most; the next one goes on. */
const mostLookups = 40

const nobody = { lastName: null, dateOfBirth: null, phone: null, email: null }

const isGone = (error: ServiceError) => [404, 410].includes(statusOf(error) ?? 0)

/** ms to the next refresh after one that went well, and after one that did not. */
export const refreshMs = { known: 60 * 60_000, failed: 10 * 60_000 } as const
export const lookMs = 15_000

interface RefreshParts {
  readonly client: Pick<IntakeClient, 'readUntil'>
  readonly place: { readonly accountId: Id; readonly locationId: Id }
  readonly groupIds: readonly Id[]
  readonly knowledge: KnowledgeStore
  readonly isBusy: () => boolean
  readonly connection: () => ConnectionState
  readonly clock: WallClock
  readonly onRefreshed: (error: ServiceError | undefined) => void
  /** Gets what is no answer: a fault of the audit or the vault, or a bug. */
  readonly onThrown: (error: unknown) => void
}

/** Refreshes the offline knowledge at once, hourly, and 10 min after failures, never during visits; the result ends it. */
export function keepRefreshed(parts: RefreshParts): () => void {
  const { clock, knowledge, connection, onRefreshed, onThrown } = parts
  const turns = runInTurns(clock, async (signal) => {
    try {
      knowledge.dropOld()
      if (!isReachable(connection())) return lookMs
      const error = await refresh({ ...parts, signal })
      if (!signal.aborted) onRefreshed(error)
      return error ? refreshMs.failed : refreshMs.known
    } catch (error) {
      // A call that cannot be audited gave nothing out, and nor did a vault that cannot be written.
      onThrown(error)
      return refreshMs.failed
    }
  })
  return () => void turns.stop()
}

type Refreshing = RefreshParts & { readonly signal: AbortSignal }

async function refresh(parts: Refreshing): Promise<ServiceError | undefined> {
  const { groupIds, knowledge, clock } = parts
  const site = { read: paceCalls(parts), place: parts.place }
  if (groupIds.length > 0) {
    const versions = await readVersions(site)
    if (!versions.ok) return versions.error
    for (const groupId of groupIds) {
      const known = knowledge.formsOf(groupId) ?? []
      const forms = await readForms(site, groupId, { known, versions: versions.value })
      if (!forms.ok) return forms.error
      if (forms.value) knowledge.keepForms(groupId, forms.value)
      else knowledge.forgetForms(groupId)
    }
  }
  const appointments = await readAppointments(site, knowledge, clock.wallTime())
  if (!appointments.ok) return appointments.error
  knowledge.keepAppointments(appointments.value)
  return undefined
}

/** A patient never waits for reading ahead. */
function paceCalls({ client, isBusy, clock, signal }: Refreshing): Call {
  const call = client.readUntil(signal)
  return async (operation, reader, input) => {
    while (isBusy() && !signal.aborted) await pause(clock, lookAgainMs, signal)
    return signal.aborted
      ? err({ kind: 'unreachable', reason: 'aborted', operation: operation.id, attempts: 0 })
      : call(operation, reader, input)
  }
}

/** Asks nothing more about patients whose hashes are known. `now`: ms since 1970. */
async function readAppointments(
  site: Site,
  knowledge: Pick<KnowledgeStore, 'hashes' | 'appointments'>,
  now: number,
): Read<KnownAppointments> {
  const listed = await appointmentsBetween(site, now, now + dayMs)
  if (!listed.ok) return listed
  const soon = listed.value
    .filter(({ state }) => state === 'open' || state === 'arrived')
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const known = [...(knowledge.appointments() ?? [])]
  const found: KnownAppointments = []
  let lookups = 0
  function mayLook(): boolean {
    lookups += 1
    return lookups <= mostLookups
  }

  async function nameOf({ id, practitioner, practitionerId }: ReadVisit): Read<string | null> {
    if (practitioner !== undefined) return ok(practitioner)
    if (practitionerId === undefined) return ok(null)
    const same = known.find((each) => sameId(each.practitionerId ?? '', practitionerId))
    if (same) return ok(same.with)
    const asked = mayLook() ? await readAppointment(site, id) : undefined
    if (asked && !asked.ok && !isForGood(asked.error)) return asked
    return ok((asked?.ok && asked.value.practitioner) || null)
  }

  for (const row of soon) {
    const { patientId } = row
    if (patientId === undefined) continue
    let hashes = known.find((each) => sameId(each.patientId, patientId))?.hashes
    if (!hashes) {
      if (!mayLook()) continue
      const input = { params: { accountId: site.place.accountId, patientId } }
      const asked = await site.read(patients.get, patientReader(patientId), input)
      // A record that cannot be had or read is expected by nobody.
      if (!asked.ok && !isForGood(asked.error)) return asked
      hashes = knowledge.hashes(asked.ok ? asked.value : nobody)
    }
    const practitioner = await nameOf(row)
    if (!practitioner.ok) return practitioner
    const appointment = {
      at: row.startsAt,
      with: practitioner.value,
      patientId,
      practitionerId: row.practitionerId ?? null,
      hashes,
    }
    found.push(appointment)
    known.push(appointment)
  }
  return ok(found)
}

async function readVersions(site: Site): Read<ReadonlyMap<string, number | null>> {
  const params = paramsOf(site)
  const all = await readList(site.read, formTemplates.list, templateRowsReader, { params })
  return all.ok ? ok(new Map(all.value.map(({ id, version }) => [String(id), version]))) : all
}

/** Reads a form again where its version differs or is not given. Null: the group is gone. */
async function readForms(
  site: Site,
  groupId: Id,
  { known, versions }: { known: KnownForms; versions: ReadonlyMap<string, number | null> },
): Read<KnownForms | null> {
  const input = { params: { ...paramsOf(site), groupId } }
  const group = await site.read(formTemplateGroups.getForLocation, groupTemplatesReader, input)
  if (!group.ok) return isGone(group.error) ? ok(null) : group
  const forms: KnownForms = []
  const asked = group.value.filter(({ isActive, isStaffOnly }) => isActive && !isStaffOnly)
  for (const { id: templateId } of asked) {
    const version = versions.get(String(templateId)) ?? null
    const same = known.find((form) => sameId(form.templateId, templateId))
    if (same && version !== null && same.version === version) {
      forms.push(same)
      continue
    }
    const read = await readTemplate(site, templateId)
    if (!read.ok && !isGone(read.error)) return read
    if (!read.ok) continue
    const { template } = read.value
    forms.push({ templateId, version: read.value.version ?? version, template })
  }
  return ok(forms)
}

async function readTemplate(site: Site, formTemplateId: Id): Read<ReadTemplate> {
  const input = { params: { ...paramsOf(site), formTemplateId } }
  const template = await site.read(formTemplates.get, templateReader, input)
  if (!template.ok) return template
  if (elementsOf(template.value.template).some(({ attribute }) => attribute)) return template
  // A service may tell them beside the template alone; what has none of its own is asked without.
  const attributes = await site.read(formTemplates.listAttributes, attributesReader, input)
  if (!attributes.ok) return isGone(attributes.error) ? template : attributes
  return ok(withAttributes(template.value, attributes.value))
}

function withAttributes(
  { version, template }: ReadTemplate,
  attributes: ReadonlyMap<string, string>,
): ReadTemplate {
  const named = <E extends { readonly id: Id }>(element: E): E => {
    const attribute = attributes.get(String(element.id))
    return attribute === undefined ? element : { ...element, attribute }
  }
  const formTemplateSections = template.formTemplateSections.map((section) => ({
    ...section,
    formElements: section.formElements.map((element) => ({
      ...named(element),
      children: element.children?.map(named),
    })),
  }))
  return { version, template: { ...template, formTemplateSections } }
}
