import { contract } from '../../src/contract/index.ts'
import type { PacketStatus } from '../../src/contract/partner-v2/form-packets.ts'
import { sameId, type Id } from '../../src/contract/values.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { completionUrl } from '../completion/links.ts'
import { signedPdfUrl } from '../files/files.ts'
import { unprocessable, type Refusal } from '../http/refusal.ts'
import { readRoutes, recordRoute, type Resource } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { inAccount } from '../state/lookup.ts'
import {
  addForms,
  createPacket,
  fill,
  isBegun,
  presentPacket,
  presentPacketInFull,
  submitForm,
} from '../state/packets.ts'
import type { Location, Packet, State, Template } from '../state/types.ts'
import { latestTemplate, templatesOf } from './templates.ts'

const { formPackets } = contract.partner

const packetResource: Resource<Packet> = {
  name: 'form packet',
  table: ({ packets }) => packets,
  view: (packet, { state }) => presentPacket(state, packet),
  whole: (packet, { state }) => presentPacketInFull(state, packet),
  isListed: ({ archivedAt }, { archived }) => (archived ?? false) === (archivedAt !== null),
  sortBy: 'createdAt',
  newestFirst: true,
}

function templatesByIds(state: State, accountId: number, ids: readonly Id[]) {
  const found = ids.map((id) => latestTemplate(state, accountId, id))
  return found.every((template) => template?.isActive)
    ? ok(found.flatMap((template) => template ?? []))
    : unprocessable('unknown_form_template', 'A form template is unknown or no longer active.')
}

function contentsOf(
  state: State,
  location: Location,
  body: { readonly formTemplateIds: readonly Id[] } | { readonly formTemplateGroupId: Id },
): Result<{ name: string; templates: Template[] }, Refusal> {
  if ('formTemplateIds' in body) {
    const templates = templatesByIds(state, location.accountId, body.formTemplateIds)
    if (!templates.ok) return templates
    const name = templates.value.map((template) => template.name).join(', ')
    return ok({ name, templates: templates.value })
  }
  const group = inAccount(state.templateGroups, location.accountId, body.formTemplateGroupId)
  if (!group?.active || group.locationId !== location.id)
    return unprocessable('unknown_template_group', 'The location has no such active group.')
  const templates = templatesOf(state, group).filter(({ isActive }) => isActive)
  return ok({ name: group.name, templates })
}

/** Carries out a status that a caller sets; see the assumption `form-packet-status`. */
function setStatus(state: State, packet: Packet, status: PacketStatus, now: number): void {
  for (const form of packet.forms) {
    if (status === 'COMPLETED' && !form.submittedAt) submitForm(state, packet, form, now)
    if (status === 'IN_PROGRESS') {
      form.submittedAt = null
      form.startedAt ??= iso(now)
    }
  }
}

export const formPacketRoutes = [
  ...readRoutes(formPackets, packetResource),

  route(formPackets.create, ({ state, account, location, body, now }) => {
    if (body.locationId !== undefined && !sameId(body.locationId, location.id))
      return unprocessable('other_location', 'The location of the body is not that of the path.')
    const patient = inAccount(state.patients, account.id, body.patientId)
    if (!patient) return unprocessable('unknown_patient', 'The account has no such patient.')
    const contents = contentsOf(state, location, body)
    if (!contents.ok) return contents
    const fields = {
      accountId: account.id,
      locationId: location.id,
      patientId: patient.id,
      name: contents.value.name,
      dueDate: body.dueDate ?? null,
    }
    const packet = createPacket(state, fields, contents.value.templates, now, body.prefill)
    return ok(presentPacketInFull(state, packet))
  }),

  recordRoute(formPackets.update, packetResource, (packet, { state, account, body, now }) => {
    const added = templatesByIds(state, account.id, body.addFormTemplateIds ?? [])
    if (!added.ok) return added
    if (body.status === 'NOT_STARTED' && isBegun(packet))
      return unprocessable('already_started', 'The packet has answers, so it is not unstarted.')
    if (body.dueDate !== undefined) packet.dueDate = body.dueDate
    // A status is one of the whole packet, so what is added comes first.
    addForms(state, packet, added.value)
    if (body.status !== undefined) setStatus(state, packet, body.status, now)
    return ok(presentPacketInFull(state, packet))
  }),

  recordRoute(formPackets.archive, packetResource, (packet, { state, now }) => {
    packet.archivedAt ??= iso(now)
    return ok(presentPacketInFull(state, packet))
  }),

  recordRoute(formPackets.getPdf, packetResource, ({ id }, { sandbox }) =>
    ok(signedPdfUrl(sandbox, `form-packets/${id}`)),
  ),

  recordRoute(formPackets.prefill, packetResource, ({ forms }, { state, body }) => {
    const filled = fill(state, forms, body)
    const skipped = Object.keys(body).filter((attribute) => !filled.has(attribute))
    return ok({ filled: [...filled], skipped })
  }),

  recordRoute(formPackets.getUrl, packetResource, (packet, { sandbox }) =>
    ok({ url: completionUrl(sandbox, packet) }),
  ),
]
