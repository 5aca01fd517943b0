import type {
  ReadClinicLocation,
  ReadGroup,
  ReadGroupRow,
  ReadLocationRow,
  ReadTemplateRow,
} from '../../../contract/readers/clinic-readers.ts'
import type { ReadTemplate } from '../../../contract/readers/offline-readers.ts'
import { sameId } from '../../../contract/values.ts'
import type {
  GroupDetails,
  GroupRow,
  LocationDetails,
  TemplateDetails,
  TemplateRow,
} from '../../../shared/desk/clinic.ts'
import { wholeNumber } from '../whole-number.ts'
import type { References } from '../references.ts'
import { drawLink } from './draw-link.ts'

/** A location as the page sees it. `staff`: as this session knows it. */
export function shownLocation(
  references: References,
  location: ReadClinicLocation,
  staff: readonly number[] | undefined,
): LocationDetails {
  const { name, timeZone, phoneNumber, address1, address2, city, postalCode, state } = location
  const known = location.staffIds ?? staff
  return {
    ...{ name, timeZone: timeZone ?? null, phoneNumber: phoneNumber ?? null },
    ...{ address1: address1 ?? null, address2: address2 ?? null },
    ...{ city: city ?? null, postalCode: postalCode ?? null },
    state: state ? { state: references.of('state', state.id), name: state.name } : null,
    staff: known ? [...known] : null,
  }
}

/** A row of a template. */
export function shownTemplateRow(references: References, row: ReadTemplateRow): TemplateRow {
  const { id, name, isActive, isStaffOnly, version } = row
  return {
    ...{ template: references.of('template', id), name, isActive, isStaffOnly },
    version: version ?? null,
  }
}

/** A template with what its pages ask; what only groups others is no question. */
export function shownTemplate({ template }: ReadTemplate): TemplateDetails {
  const inOrder = <T extends { readonly sortOrder?: number | null | undefined }>(
    list: readonly T[],
  ) => list.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
  return {
    name: template.name,
    isActive: template.isActive ?? true,
    isStaffOnly: template.isStaffOnly ?? false,
    isFillablePdf: template.isFillablePDF ?? false,
    link: template.isStaffOnly ? null : drawLink(template.publicLink),
    sections: inOrder(template.formTemplateSections).map(({ name, formElements }) => ({
      name,
      fields: inOrder(formElements)
        .flatMap((element) => [element, ...inOrder(element.children ?? [])])
        .filter(({ label }) => label.trim() !== '')
        .map(({ label, required }) => ({ label, isRequired: required })),
    })),
  }
}

/** A row of a template group. */
export function shownGroupRow(
  references: References,
  row: ReadGroupRow,
  locations: readonly ReadLocationRow[],
): GroupRow {
  return { group: references.of('group', row.id), ...ofGroup(row, locations) }
}

/** A template group with its templates, and the link that patients use without a code. */
export function shownGroup(
  references: References,
  group: ReadGroup,
  locations: readonly ReadLocationRow[],
): GroupDetails {
  return {
    ...ofGroup(group, locations),
    templates: group.templates.map((each) => shownTemplateRow(references, each)),
    link: group.isActive ? drawLink(group.link) : null,
  }
}

function ofGroup(row: ReadGroupRow, locations: readonly ReadLocationRow[]) {
  const { name, isActive, locationId, practitionerId } = row
  const location =
    locationId === undefined ? undefined : locations.find(({ id }) => sameId(id, locationId))
  return {
    ...{ name, isActive, location: location?.name ?? null },
    practitioner: wholeNumber(practitionerId) ?? null,
  }
}
