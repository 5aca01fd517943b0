import type { Assumption } from './assumption.ts'

/** Assumptions about form templates, their groups and form packets, which the documents leave open. */
export const forms = {
  'form-packet-shape': {
    assumes:
      'A packet has `id`, `name`, `status`, `patientId` (null for an anonymous one), `locationId`, `dueDate` (YYYY-MM-DD), `createdAt`, `completedAt`, `archivedAt` and `forms`; a form has `id`, `formTemplateId`, `version`, `name`, `status`, `submittedAt`, and in a single packet `answers` with `elementId`, `attribute`, `label`, `value`.',
    why: 'The document says that a packet comes with forms, completion status and submitted answers; the names follow its other resources.',
  },
  'form-packet-status': {
    assumes:
      'The status of a packet is NOT_STARTED, IN_PROGRESS or COMPLETED. Setting COMPLETED submits every form, IN_PROGRESS opens them again, NOT_STARTED is refused with 422 once a form was begun.',
    why: 'A lifecycle is named without its states; these follow from what is said of completing.',
  },
  'form-packet-archive': {
    assumes:
      'The archive is no completion state: an archived packet keeps its status and has `archivedAt` beside it. Lists leave it out unless `archived` is true, and then have archived packets alone. Nothing takes a packet out of the archive.',
    why: 'A packet is complete when all forms are submitted, and can be archived: two things. It is said to be hidden from default views and found by filtering for archived, not by which parameter, and only the way into the archive is shown.',
  },
  'form-packet-bodies': {
    assumes:
      'A packet is created with `patientId`, either `formTemplateIds` or `formTemplateGroupId`, and optional `dueDate` and `prefill`; it is changed with `dueDate`, `addFormTemplateIds` or `status`.',
    why: 'The document lists what creating and changing takes, not the names.',
  },
  'form-packet-location': {
    assumes:
      'The location of a new packet is that of the path. A `locationId` in the body may repeat it; another one is refused with 422.',
    why: 'The document names the location among what creating takes, and the path has one already.',
  },
  'form-packet-prefill-result': {
    assumes:
      'The prefill operation takes the map itself as its body and answers with the attribute names `filled` and `skipped`.',
    why: 'The body is called a map of names to values, and skipping is part of its purpose, so the answer should tell.',
  },
  'partner-form-template-shape': {
    assumes:
      'Form templates and template groups have the same fields in the partner interface as in the developer interface; a single template also has its `version`.',
    why: 'Both describe the same records, and only the developer document shows their fields.',
  },
  'form-template-attributes-shape': {
    assumes:
      'The mapped attributes of a template are `items` with `attribute`, `lifecycle` (Form Group or Patient) and `elementId`.',
    why: 'They are called named mappings of fields; the lifecycle is part of the vocabulary of the developer document.',
  },
  'form-template-elements-shape': {
    assumes:
      'The elements of a template are one flat list in `items`, children after their parent, each with the fields that the developer document gives to a child.',
    why: 'The purpose lists type, label and attribute mapping and shows no sections.',
  },
  'element-type-codes': {
    assumes: 'The integer codes of element types are those of the table in `form-elements.ts`.',
    why: 'The types are named and five codes are seen (2, 3, 6, 7, 9), without what they mean.',
  },
  'element-widths': {
    assumes: 'The column width class `colClass` of an element is its width in twelfths of the row.',
    why: 'It is called a column width class, without its values; twelfths are what such classes usually count.',
  },
  'element-options': {
    assumes:
      'A dropdown, a radio button or a checkbox carries its choices in `options`, a list of strings; a checkbox without options is a single yes. An address with `options` asks for its country too, out of those (ISO 3166-1 alpha-2).',
    why: 'No field for choices is shown, and such an element cannot be drawn without them; whether an address has a country is not shown.',
  },
  'element-text': {
    assumes:
      'An element may carry `text`, paragraphs with an empty line between them, which stand above its field: what a patient consents to.',
    why: 'A label is no place for the text of a consent, and no other field for it is shown.',
  },
  'element-condition': {
    assumes:
      'A child element is asked with its parent. One that carries `showWhen`, a list of strings, is asked only when an answer of its parent is in that list (`true` stands for a box that is ticked). What is not asked is not required, and its answer is not sent. The children of an optional parent are required only once the parent or one of them is answered.',
    why: 'Elements are said to have children, and not on what a child depends.',
  },
  'element-visibility': {
    assumes:
      'Besides `patientViewable` an element carries `staffViewable`, so that patient only, staff only and both can be told apart.',
    why: 'Three visibilities are named and one flag is shown.',
  },
  'template-group-content-type': {
    assumes: 'The bodies of the form template group operations are sent as `application/json`.',
    why: 'They are stated to be JSON, and their content type header is not shown.',
  },
  'template-group-delete-verb': {
    assumes: 'A form template group is deleted with the verb DELETE and a JSON body.',
    why: 'The request line of the document gives PUT and its example DELETE; PUT on that path is the update.',
  },
  'template-group-inactive-listed': {
    assumes:
      'The developer interface goes on listing a form template group that was deleted, with `active` false; the lists of the partner interface leave it out.',
    why: 'It is said to be returned inactive and not removed from the record; whether lists show it is not.',
  },
  'template-group-order': {
    assumes:
      'The developer interface lists template groups by the lowest `sortOrder` of their templates, those that are equal by id.',
    why: 'The order is said to be that of the sortOrder values of the templates, not which of them counts for a group of several.',
  },
  'inactive-listed': {
    assumes:
      'The developer interface lists form templates and patient tags whether they are active or not.',
    why: 'They carry a flag for it, and only inactive locations are said to be hidden.',
  },
  'template-group-practitioner-list': {
    assumes:
      'Listing by practitioner answers with an array of groups in the list shape; an unknown practitioner has none.',
    why: 'The response of this listing is not shown.',
  },
} as const satisfies Record<string, Assumption>
