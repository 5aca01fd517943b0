import type { Assumption } from './assumption.ts'

/** Assumptions about the records of patients, care, billing and locations, which the documents leave open. */
export const records = {
  'partner-patient-shape': {
    assumes:
      'A patient has the fields of the developer document, `dateOfBirth` as month/day/year without zero padding.',
    why: 'Both describe the same records, and only the developer document shows their fields.',
  },
  'partner-patient-bodies': {
    assumes:
      'A patient is created with `firstName`, `lastName` and optional `email`, `mobilePhone` (E.164) and `dateOfBirth` (YYYY-MM-DD); an update takes the same fields and `active`, null clearing one.',
    why: 'No body is shown; the names follow the record, the formats those that cannot be misread.',
  },
  'removed-patient-records': {
    assumes:
      'What a location holds of a removed patient (packets, appointments, invoices, labs) stays and is found; the patient, their category and their health profile are 404.',
    why: 'Removing is said to end the association with the account, while the global record may remain; nothing is said of what belongs to both.',
  },
  'appointment-shape': {
    assumes:
      'An appointment has `id`, `status` (SCHEDULED, CHECKED_IN, COMPLETED, CANCELLED), `patientId`, `practitionerId`, `appointmentTypeId`, `locationId`, `startAt` and `endAt`; a single one adds `patient`, `practitioner`, `location` and `appointmentType` with `id` and `name`.',
    why: 'The document names the parts and the lifecycle, not the fields.',
  },
  'appointment-bodies': {
    assumes:
      'An appointment is created with `patientId`, `practitionerId`, `appointmentTypeId` and `startAt` (ISO 8601 with offset); an update takes any of the last three and `status`. A time at which the practitioner is taken, or that has passed, is refused with 422.',
    why: 'The document lists what is needed and says that availability is checked, not the names.',
  },
  'appointment-arrival': {
    assumes:
      'That a patient has come is told by an update of the appointment with `status` CHECKED_IN and nothing else, and an appointment that has that status, or COMPLETED, says so itself. Doing it twice is doing it once.',
    why: 'The document gives the update as the way to change details and names no other one for arrivals; CHECKED_IN is the assumed word of the lifecycle for it.',
  },
  'appointment-days': {
    assumes:
      'A date range of appointments counts days in the time zone of the location; Foyer asks for a day more on both sides and picks the day itself.',
    why: 'The document names the filter and not whose days it counts.',
  },
  'practitioner-shape': {
    assumes: 'A practitioner of a patient has `id` and `name`.',
    why: 'The developer document says that their fields are not shown.',
  },
  'patient-relatives-shape': {
    assumes: 'The parents and children of a single patient have the list shape of a patient.',
    why: 'They are called an array of Patient; nesting their own relatives again would never end.',
  },
  'appointment-type-shape': {
    assumes:
      'An appointment type has `id`, `name`, `description`, `durationMinutes`, `color` (`#rrggbb`), `isTelehealth` and `isActive`.',
    why: 'The vocabulary names duration, telehealth settings, display colour and a patient-facing description, and shows no field.',
  },
  'crm-shape': {
    assumes:
      'A CRM status group has `id`, `name`, `description` and `isActive`; a status has `id`, `crmStatusGroupId`, `name`, `color` (`#rrggbb`) and `sortOrder`, and comes in that order.',
    why: 'The vocabulary calls them a reusable pipeline and its stages, and shows no field.',
  },
  'category-shape': {
    assumes:
      'A category has `id`, `name`, `description`, `isCrmTracked`, `crmStatusGroupId` (null when it is a plain grouping) and `isActive`.',
    why: 'The vocabulary says that a category is either CRM-tracked or a plain grouping, and shows no field.',
  },
  'patient-category-shape': {
    assumes:
      'The category assignment of a patient has `id`, `patientId`, `categoryId`, `crmStatusId` and `assignedAt`, and is 404 for a patient without one; a transition has `id`, `patientId`, `fromCategoryId`, `toCategoryId`, `fromCrmStatusId`, `toCrmStatusId`, `transitionedAt` and `note`, the newest first.',
    why: 'The vocabulary names enrollment, CRM status and an audit trail of transitions, and shows no field.',
  },
  'invoice-shape': {
    assumes:
      'An invoice has `id`, `invoiceNumber`, `patientId`, `locationId`, `status` (OPEN, PAID, CANCELLED), `paymentStatus` (UNPAID, PARTIALLY_PAID, PAID), `currency` (ISO 4217), `totalAmount`, `paidAmount`, `dueDate` (YYYY-MM-DD), `createdAt`, `paidAt` and `cancelledAt`; a single one adds `lineItems` with `id`, `invoiceId`, `description`, `quantity`, `unitPrice`, `amount` and `billingCodes`. Amounts are decimal numbers in the currency. A date range is one of `createdAt`.',
    why: 'The vocabulary names quantity, unit price, description and billing codes, and a lifecycle from creation to payment or cancellation, without fields.',
  },
  'invoice-pdf-life': {
    assumes: 'The signed address of an invoice as a PDF is valid for 15 minutes.',
    why: 'The limit is stated for the PDF of a form packet; the same signature is likely to live as long.',
  },
  'lab-shape': {
    assumes:
      'A lab has `id`, `name`, `patientId`, `practitionerId`, `locationId`, `status` (ORDERED, IN_PROGRESS, RESULTED, CANCELLED), `orderedAt` and `resultedAt`; a single one adds `testPanels` with `id`, `name` and `testComponents`. A component has `id`, `testPanelId`, `name`, `value` (text), `unit`, `referenceRange` and `indicator` (NORMAL, ABNORMAL). A date range is one of `orderedAt`.',
    why: 'The vocabulary names these parts and a lifecycle from order to result delivery, without fields.',
  },
  'health-profile-shape': {
    assumes:
      'An allergy has `id`, `patientId`, `name`, `severity` (MILD, MODERATE, SEVERE), `reactions` (texts), `status` and `recordedAt`; a medication `id`, `patientId`, `name`, `dosageInstructions`, `status`, `startedAt` and `endedAt`; a problem `id`, `patientId`, `name`, `icd10Code`, `status` and `recordedAt`. A status is ACTIVE, INACTIVE or RESOLVED.',
    why: 'The purposes name severity, reactions, dosage instructions, ICD-10 codes and status, and show no field.',
  },
  'remote-care-conversion-shape': {
    assumes:
      'A conversion has `id`, `locationId`, `status` (INITIALIZED, IN_PROGRESS, CONVERTED), `patient` (`firstName`, `lastName`, `email`, `mobilePhone`, `dateOfBirth`), `selectedServices` (texts), `attemptLinks` (each with the `attemptId` of a self-scheduling attempt), `createdAt` and `updatedAt`; creating and changing take `patient`, `selectedServices` and `attemptLinks`, and a list that is sent replaces the one before.',
    why: 'The purpose of the update names patient data, selected services and attempt links, and shows no field.',
  },
  'inactive-location-access': {
    assumes:
      'The partner interface refuses an inactive location with 403, as one that is not of the account.',
    why: 'Inactive locations are said to be hidden from responses, and access to a location needs that it belongs to the account.',
  },
  'location-update': {
    assumes:
      'An update replaces all that a location had: a `phoneNumber` or an `address2` that is left out is cleared. The answer to an update that sets `active` to false still shows the location, and is the last that does.',
    why: 'The body is stated as the create fields with an id, where all others are required, and the answer as the updated location; neither what is left out nor how hiding bears on that answer is said.',
  },
  'location-time-zone': {
    assumes: 'A time zone of the deprecated style is kept and answered as it was sent.',
    why: 'It is said to be accepted, not whether it is translated.',
  },
  'state-province-list': {
    assumes: 'The state and province listing is an array of all of them.',
    why: 'The response shape of the listing is not shown; every other listing of the interface is an array.',
  },
  'patient-search-matching': {
    assumes:
      'Every parameter that is given must match: names without regard to case and from their beginning, e-mail without regard to case, phone by its digits, date of birth as a date.',
    why: 'The matching rules of patient search are not shown.',
  },
} as const satisfies Record<string, Assumption>
