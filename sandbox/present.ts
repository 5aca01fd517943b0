import { completedAt, elementsOf, statusOf } from './state/packets.ts'
import { latestTemplate, templateOf } from './state/lookup.ts'
import type {
  Form,
  Packet,
  State,
  Template,
  TemplateElement,
  TemplateGroup,
} from './state/types.ts'
import type { SandboxContext } from './sandbox-context.ts'

/** A record as it is sent: whose it is goes without saying. */
export function ownFields<T extends { readonly accountId: number }>({
  accountId: _,
  ...fields
}: T) {
  return fields
}

/** An element as it is sent; where its attribute's answers travel is not shown. */
export function presentElement({ lifecycle: _, children, ...element }: TemplateElement): object & {
  id: number
  label: string
  required: boolean
  elementType: number
} {
  return {
    ...element,
    ...(element.options && { options: [...element.options] }),
    ...(children && { children: children.map(presentElement) }),
  }
}

/** A template as lists carry it. */
export function presentTemplateSummary(template: Template) {
  const { id, name, isActive, isStaffOnly, sortOrder, version } = template
  return { id, name, isActive, isStaffOnly, sortOrder, version }
}

/** A template with its sections. */
export function presentTemplate(sandbox: SandboxContext, template: Template) {
  return {
    ...presentTemplateSummary(template),
    isFillablePDF: false,
    publicLink: publicLink(sandbox, template.publicUuid),
    formTemplateSections: template.formTemplateSections.map((section) => ({
      ...section,
      formElements: section.formElements.map(presentElement),
    })),
  }
}

/** The address at which a form or a group of forms is filled in without a record. */
function publicLink(sandbox: SandboxContext, uuid: string): string {
  return `${sandbox.urls.pages}/public/${uuid}`
}

/** A template group as lists carry it. */
export function presentGroupSummary(sandbox: SandboxContext, group: TemplateGroup) {
  const { id, name, active, publicUuid, locationId, practitionerId } = group
  const { createdOn, lastUpdatedOn } = group
  const staticLink = publicLink(sandbox, publicUuid)
  return {
    id,
    name,
    active,
    publicUuid,
    staticLink,
    locationId,
    practitionerId,
    createdOn,
    lastUpdatedOn,
  }
}

/** The newest versions of a group's templates, by their sort order. */
export function templatesOf(state: State, group: TemplateGroup): Template[] {
  return group.formTemplateIds
    .flatMap((id) => latestTemplate(state, group.accountId, id) ?? [])
    .sort((a, b) => a.sortOrder - b.sortOrder)
}

/** A template group with its templates. */
export function presentGroup(sandbox: SandboxContext, group: TemplateGroup) {
  return {
    ...presentGroupSummary(sandbox, group),
    formTemplates: templatesOf(sandbox.state, group).map((template) => {
      const { version: _, ...item } = presentTemplateSummary(template)
      return item
    }),
  }
}

function presentForm(state: State, form: Form) {
  const open = form.startedAt ? 'IN_PROGRESS' : 'NOT_STARTED'
  return {
    id: form.id,
    formTemplateId: form.templateId,
    version: form.version,
    name: templateOf(state, form).name,
    status: form.submittedAt ? 'COMPLETED' : open,
    submittedAt: form.submittedAt,
  }
}

/** A packet as lists carry it. */
export function presentPacket(state: State, packet: Packet) {
  const { id, name, patientId, locationId, dueDate, createdAt, archivedAt } = packet
  return {
    id,
    name,
    status: statusOf(packet),
    patientId,
    locationId,
    dueDate,
    createdAt,
    completedAt: completedAt(packet),
    archivedAt,
    forms: packet.forms.map((form) => presentForm(state, form)),
  }
}

/** A packet with what was answered. */
export function presentPacketInFull(state: State, packet: Packet) {
  return {
    ...presentPacket(state, packet),
    forms: packet.forms.map((form) => ({
      ...presentForm(state, form),
      answers: elementsOf(templateOf(state, form)).flatMap(({ id, attribute, label }) => {
        const value = form.answers[id]
        return value === undefined || value === null
          ? []
          : [{ elementId: id, attribute: attribute ?? null, label, value }]
      }),
    })),
  }
}
