import type {
  GroupDetails,
  LocationDetails,
  PublicLink,
  TemplateDetails,
} from '../../../src/shared/desk/clinic.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })

/** A link whose code is drawn as stripes. */
const link: PublicLink = {
  address: 'https://forms.example/public/8d2c8f7e-3c1f-4a43-9d1a-2f2f7f5f3a10',
  size: 25,
  path: Array.from({ length: 12 }, (_, row) => `M0 ${2 * row}h25v1h-25z`).join(''),
}
const templates = [
  { template: 'template-1', name: 'Consent to treatment', isActive: true, isStaffOnly: false },
  { template: 'template-2', name: 'Health history', isActive: true, isStaffOnly: false },
  { template: 'template-3', name: 'Triage notes', isActive: true, isStaffOnly: true },
  { template: 'template-4', name: 'Old consent', isActive: false, isStaffOnly: false },
].map((each, index) => ({ ...each, version: index + 1 }))

/** One location, with all of its data. */
const lakeside: LocationDetails = {
  ...{ name: 'Lakeside Pediatrics', timeZone: 'America/New_York', phoneNumber: '+12065550202' },
  ...{ address1: '480 Shore Road', address2: 'Suite 3', city: 'Rochester', postalCode: '14604' },
  ...{ state: { state: 'state-2', name: 'New York' }, staff: null },
}
const group: GroupDetails = {
  ...{ name: 'New patient forms', isActive: true, location: 'Harbor Family Clinic' },
  ...{ practitioner: 401, templates: templates.slice(0, 2), link },
}
const template: TemplateDetails = {
  ...{ name: 'Health history', isActive: true, isStaffOnly: false, isFillablePdf: true, link },
  sections: [
    {
      name: 'About you',
      fields: [
        { label: 'Do you take any medicine?', isRequired: true },
        { label: 'Which ones?', isRequired: false },
      ],
    },
    { name: 'Your signature', fields: [] },
  ],
}

/** What main answers of a clinic with everything in it, by query. */
export const clinicAnswers: Readonly<Record<string, () => DeskReply>> = {
  clinicLocations: () =>
    ok(
      [
        ...[['location-1', 'Harbor Family Clinic', 'America/Los_Angeles']],
        ...[['location-2', 'Lakeside Pediatrics', 'America/New_York']],
        ...[['location-3', 'Sunrise Physical Therapy', null]],
      ].map(([location, name, timeZone], index) => ({
        ...{ location, name, timeZone, isHere: index === 0 },
      })),
    ),
  clinicLocation: () => ok(lakeside),
  clinicStates: () =>
    ok([
      { state: 'state-1', name: 'Colorado', shortName: 'CO' },
      { state: 'state-2', name: 'New York', shortName: 'NY' },
    ]),
  clinicGroups: () =>
    ok([
      { ...shownRow(group), group: 'group-1' },
      { ...shownRow(group), group: 'group-2', name: 'Old forms', isActive: false },
      {
        ...shownRow(group),
        ...{ group: 'group-3', name: 'Check-up', practitioner: null, location: null },
      },
    ]),
  clinicGroup: () => ok(group),
  clinicTemplates: () => ok(templates),
  clinicTemplate: () => ok(template),
}

function shownRow({ name, isActive, location, practitioner }: GroupDetails) {
  return { name, isActive, location, practitioner }
}
