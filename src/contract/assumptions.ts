/** An assumption about what the interface documents leave open, and the reason for it. */
type Assumption = readonly [assumes: string, why: string]

/** Every assumption about the service, by the name with which operations refer to it (`docs/assumptions.md`). */
export const assumptions = {
  // Statuses, errors, lists, addresses and tokens, which the documents of both interfaces leave open.
  'server-address': [
    'The paths of the partner interface follow its server address as they are listed, beginning with `/partner/v2`.',
    'How the server address and the listed paths combine is not shown.',
  ],
  'error-body': [
    'An error of the partner interface has a JSON body with `error` (a code for programs) and `message` (a sentence); a wrong request is 400.',
    'Bodies and codes of errors are not shown; a client must manage without them, and does.',
  ],
  'unprocessable-bodies': [
    'A request that is well formed but cannot be carried out (an unknown template, a time that is taken) is refused with 422.',
    'The document declares 400 and 422 for webhook creation without saying when; 422 is the usual meaning.',
  ],
  'created-status': [
    'A POST that creates a record answers 201.',
    'The document states 201 for webhook creation and nothing for the others; a client takes any 2xx.',
  ],
  'list-pages': [
    'Every list of the partner interface but those of `whole-lists` has the shape and the page parameters of the webhook list: `items`, `nextCursor`, `cursor`, `limit` (1 to 1000, 20 by default).',
    'The document says that lists are paginated by cursor and shows the wrapper for webhooks alone.',
  ],
  'whole-lists': [
    'The event types of webhooks, and the attributes and elements of a template, come whole: `items` without `nextCursor`, and no page parameters.',
    'Lists are said to be paginated unless stated, but these are short parts of one record or of the service itself, and a client that reads `items` alone reads them either way.',
  ],
  'list-filters': [
    'Filters are query parameters with the name of the field (`patientId`, `practitionerId`, `status`, `name`, `email`, `appointmentTypeId`, `isStaffOnly`), a date range is `from` and `to` (YYYY-MM-DD, both included, in the time zone of the location), and a location filter is the location of the path.',
    'The document names what can be filtered, not the parameters.',
  ],
  'url-answers': [
    'An operation that returns an address answers with an object whose `url` holds it; a signed address adds `expiresAt`.',
    'Only the purpose is stated; an object leaves room for the expiry.',
  ],
  'path-identifiers': [
    'An identifier of a path of the partner interface is an integer or a string; it is sent back as it came.',
    'Only the type of `accountId` is stated; a client that takes both cannot be wrong.',
  ],
  'deleted-status': [
    'A DELETE of the partner interface answers 204 without a body.',
    'The answer is not shown; a client takes any 2xx and whatever body comes.',
  ],
  'token-refusal': [
    'Wrong client credentials are refused with 401 and the error code `invalid_client`.',
    'Errors of the token requests are not shown; this is what OAuth 2.0 says.',
  ],
  'empty-fields': [
    'A field that is stated and not called optional is in every answer: where a patient has no e-mail address, phone, date of birth or gender, or a webhook endpoint no name, it is an empty text, and an address that is not known is one of empty texts. The date of a webhook delivery that never was is null.',
    'The documents name the fields that are optional and those that may be null; what the others hold when there is nothing to tell is not shown.',
  ],
  'developer-token-answer': [
    'The developer token request answers with the same fields as the partner one.',
    'Response fields and lifetime are not shown; both follow OAuth 2.0.',
  ],
  'developer-unauthorized': [
    'A missing, wrong or expired token on the developer interface is refused with status 401 and an envelope whose `success` is false.',
    'Failures are expected with status 200, but codes beyond the envelope are not shown; a gateway that checks tokens answers 401, and a client must take either.',
  ],

  // The identity proof.
  'identity-proof-token-header': [
    'The secure token of an identity proof is sent back in the header `x-identity-proof-token` on every later call of that proof.',
    'The document says that a session returns an id and a secure token, and not how the token is presented; a header keeps it out of addresses and logs.',
  ],
  'identity-proof-wrong-token': [
    'A call with another token than that of the identity proof is refused with 403.',
    'The token is called secure, so a wrong one must be refused; 403 is for what the caller has no access to, and 401 would say that the access token is wrong.',
  ],
  'identity-proof-bodies': [
    'A proof is created with `verificationMethod` EMAIL, SMS or BOTH; sending names the `method` and the `email` or `phone`; verifying names the `method` and the `code`.',
    'The vocabulary names the three verification methods and the purposes name the inputs, but no body is shown.',
  ],
  'identity-proof-verify-result': [
    'Verifying answers 200 with a `result` of VERIFIED, INCORRECT, EXPIRED or LOCKED, the status of each method (VERIFIED or PENDING), and the verified `email` or `phone`.',
    'The purpose says that verification status and the verified contact are returned; a wrong code is an ordinary outcome, and no error status is declared for it.',
  ],
  'identity-proof-codes': [
    'A code has six digits, works once and for 10 minutes; an earlier code stays valid after another was sent; five wrong tries lock the proof, which then takes and sends no code any more. A code for a contact that the verification method does not include is refused with 422.',
    'The document names codes and not their rules; these are the usual ones, and the kiosk must stand every one of them.',
  ],
  'identity-proof-voice': [
    'Where a service can call a phone and read the code aloud (the wire profile says so; none is assumed to), sending names the `method` VOICE and the `phone`, and the code counts as one by SMS when it is verified.',
    'The document names text messages and e-mail; services of this kind often call as well, for who cannot read a text, and the phone that is proved is the same.',
  ],
  'identity-proof-matching': [
    'Inactive patients do not match; a proof of both channels matches a record that has both contacts; before every required method is verified the match is refused with 422 and the code `proof_incomplete`, while several matches carry `several_matches`.',
    'The document says that all required methods must be verified first and gives 422 for several matches; it does not say how the first is refused.',
  ],
  'identity-proof-answers': [
    'A new session answers with `id`, `token` and the status of each of its `methods`, sending a code with `expiresAt`, and the match with `patientId`.',
    'The purposes say what is returned, not under which names.',
  ],

  // Form templates, their groups and form packets.
  'form-packet-shape': [
    'A packet has `id`, `name`, `status`, `patientId` (null for an anonymous one), `locationId`, `dueDate` (YYYY-MM-DD), `createdAt`, `completedAt`, `archivedAt` and `forms`; a form has `id`, `formTemplateId`, `version`, `name`, `status`, `submittedAt`, and in a single packet `answers` with `elementId`, `attribute`, `label`, `value`.',
    'The document says that a packet comes with forms, completion status and submitted answers; the names follow its other resources.',
  ],
  'form-packet-status': [
    'The status of a packet is NOT_STARTED, IN_PROGRESS or COMPLETED. Setting COMPLETED submits every form, IN_PROGRESS opens them again, NOT_STARTED is refused with 422 once a form was begun.',
    'A lifecycle is named without its states; these follow from what is said of completing.',
  ],
  'form-packet-archive': [
    'The archive is no completion state: an archived packet keeps its status and has `archivedAt` beside it. Lists leave it out unless `archived` is true, and then have archived packets alone. Nothing takes a packet out of the archive.',
    'A packet is complete when all forms are submitted, and can be archived: two things. It is said to be hidden from default views and found by filtering for archived, not by which parameter, and only the way into the archive is shown.',
  ],
  'form-packet-bodies': [
    'A packet is created with `patientId`, either `formTemplateIds` or `formTemplateGroupId`, and optional `dueDate` and `prefill`; it is changed with `dueDate`, `addFormTemplateIds` or `status`.',
    'The document lists what creating and changing takes, not the names.',
  ],
  'form-packet-location': [
    'The location of a new packet is that of the path. A `locationId` in the body may repeat it; another one is refused with 422.',
    'The document names the location among what creating takes, and the path has one already.',
  ],
  'form-packet-prefill-result': [
    'The prefill operation takes the map itself as its body and answers with the attribute names `filled` and `skipped`.',
    'The body is called a map of names to values, and skipping is part of its purpose, so the answer should tell.',
  ],
  'partner-form-template-shape': [
    'Form templates and template groups have the same fields in the partner interface as in the developer interface; a single template also has its `version`.',
    'Both describe the same records, and only the developer document shows their fields.',
  ],
  'form-template-attributes-shape': [
    'The mapped attributes of a template are `items` with `attribute`, `lifecycle` (Form Group or Patient) and `elementId`.',
    'They are called named mappings of fields; the lifecycle is part of the vocabulary of the developer document.',
  ],
  'form-template-elements-shape': [
    'The elements of a template are one flat list in `items`, children after their parent, each with the fields that the developer document gives to a child.',
    'The purpose lists type, label and attribute mapping and shows no sections.',
  ],
  'element-type-codes': [
    'The integer codes of element types are those of the table in `form-elements.ts`.',
    'The types are named and five codes are seen (2, 3, 6, 7, 9), without what they mean.',
  ],
  'element-widths': [
    'The column width class `colClass` of an element is its width in twelfths of the row.',
    'It is called a column width class, without its values; twelfths are what such classes usually count.',
  ],
  'element-options': [
    'A dropdown, a radio button or a checkbox carries its choices in `options`, a list of strings; a checkbox without options is a single yes. An address with `options` asks for its country too, out of those (ISO 3166-1 alpha-2).',
    'No field for choices is shown, and such an element cannot be drawn without them; whether an address has a country is not shown.',
  ],
  'element-text': [
    'An element may carry `text`, paragraphs with an empty line between them, which stand above its field: what a patient consents to.',
    'A label is no place for the text of a consent, and no other field for it is shown.',
  ],
  'element-condition': [
    'A child element is asked with its parent. One that carries `showWhen`, a list of strings, is asked only when an answer of its parent is in that list (`true` stands for a box that is ticked). What is not asked is not required, and its answer is not sent. The children of an optional parent are required only once the parent or one of them is answered.',
    'Elements are said to have children, and not on what a child depends.',
  ],
  'element-visibility': [
    'Besides `patientViewable` an element carries `staffViewable`, so that patient only, staff only and both can be told apart.',
    'Three visibilities are named and one flag is shown.',
  ],
  'template-group-content-type': [
    'The bodies of the form template group operations are sent as `application/json`.',
    'They are stated to be JSON, and their content type header is not shown.',
  ],
  'template-group-delete-verb': [
    'A form template group is deleted with the verb DELETE and a JSON body.',
    'The request line of the document gives PUT and its example DELETE; PUT on that path is the update.',
  ],
  'template-group-inactive-listed': [
    'The developer interface goes on listing a form template group that was deleted, with `active` false; the lists of the partner interface leave it out.',
    'It is said to be returned inactive and not removed from the record; whether lists show it is not.',
  ],
  'template-group-order': [
    'The developer interface lists template groups by the lowest `sortOrder` of their templates, those that are equal by id.',
    'The order is said to be that of the sortOrder values of the templates, not which of them counts for a group of several.',
  ],
  'inactive-listed': [
    'The developer interface lists form templates and patient tags whether they are active or not.',
    'They carry a flag for it, and only inactive locations are said to be hidden.',
  ],
  'template-group-practitioner-list': [
    'Listing by practitioner answers with an array of groups in the list shape; an unknown practitioner has none.',
    'The response of this listing is not shown.',
  ],

  // Patients, care, billing and locations.
  'partner-patient-shape': [
    'A patient has the fields of the developer document, `dateOfBirth` as month/day/year without zero padding.',
    'Both describe the same records, and only the developer document shows their fields.',
  ],
  'partner-patient-bodies': [
    'A patient is created with `firstName`, `lastName` and optional `email`, `mobilePhone` (E.164) and `dateOfBirth` (YYYY-MM-DD); an update takes the same fields, `active` and `homeAddress` (`address1`, `city`, `postalCode`, `stateProvince`, all of them), null clearing one.',
    'No body is shown; the names follow the record, the formats those that cannot be misread.',
  ],
  'removed-patient-records': [
    'What a location holds of a removed patient (packets, appointments, invoices, labs) stays and is found; the patient, their category and their health profile are 404.',
    'Removing is said to end the association with the account, while the global record may remain; nothing is said of what belongs to both.',
  ],
  'appointment-shape': [
    'An appointment has `id`, `status` (SCHEDULED, CHECKED_IN, COMPLETED, CANCELLED), `patientId`, `practitionerId`, `appointmentTypeId`, `locationId`, `startAt` and `endAt`; a single one adds `patient`, `practitioner`, `location` and `appointmentType` with `id` and `name`.',
    'The document names the parts and the lifecycle, not the fields.',
  ],
  'appointment-bodies': [
    'An appointment is created with `patientId`, `practitionerId`, `appointmentTypeId` and `startAt` (ISO 8601 with offset); an update takes any of the last three and `status`. A time at which the practitioner is taken, or that has passed, is refused with 422.',
    'The document lists what is needed and says that availability is checked, not the names.',
  ],
  'appointment-arrival': [
    'That a patient has come is told by an update of the appointment with `status` CHECKED_IN and nothing else, and an appointment that has that status, or COMPLETED, says so itself. Doing it twice is doing it once.',
    'The document gives the update as the way to change details and names no other one for arrivals; CHECKED_IN is the assumed word of the lifecycle for it.',
  ],
  'appointment-days': [
    'A date range of appointments counts days in the time zone of the location; Foyer asks for a day more on both sides and picks the day itself.',
    'The document names the filter and not whose days it counts.',
  ],
  'practitioner-shape': [
    'A practitioner of a patient has `id` and `name`.',
    'The developer document says that their fields are not shown.',
  ],
  'patient-relatives-shape': [
    'The parents and children of a single patient have the list shape of a patient.',
    'They are called an array of Patient; nesting their own relatives again would never end.',
  ],
  'appointment-type-shape': [
    'An appointment type has `id`, `name`, `description`, `durationMinutes`, `color` (`#rrggbb`), `isTelehealth` and `isActive`.',
    'The vocabulary names duration, telehealth settings, display colour and a patient-facing description, and shows no field.',
  ],
  'crm-shape': [
    'A CRM status group has `id`, `name`, `description` and `isActive`; a status has `id`, `crmStatusGroupId`, `name`, `color` (`#rrggbb`) and `sortOrder`, and comes in that order.',
    'The vocabulary calls them a reusable pipeline and its stages, and shows no field.',
  ],
  'category-shape': [
    'A category has `id`, `name`, `description`, `isCrmTracked`, `crmStatusGroupId` (null when it is a plain grouping) and `isActive`.',
    'The vocabulary says that a category is either CRM-tracked or a plain grouping, and shows no field.',
  ],
  'patient-category-shape': [
    'The category assignment of a patient has `id`, `patientId`, `categoryId`, `crmStatusId` and `assignedAt`, and is 404 for a patient without one; a transition has `id`, `patientId`, `fromCategoryId`, `toCategoryId`, `fromCrmStatusId`, `toCrmStatusId`, `transitionedAt` and `note`, the newest first.',
    'The vocabulary names enrollment, CRM status and an audit trail of transitions, and shows no field.',
  ],
  'invoice-shape': [
    'An invoice has `id`, `invoiceNumber`, `patientId`, `locationId`, `status` (OPEN, PAID, CANCELLED), `paymentStatus` (UNPAID, PARTIALLY_PAID, PAID), `currency` (ISO 4217), `totalAmount`, `paidAmount`, `dueDate` (YYYY-MM-DD), `createdAt`, `paidAt` and `cancelledAt`; a single one adds `lineItems` with `id`, `invoiceId`, `description`, `quantity`, `unitPrice`, `amount` and `billingCodes`. Amounts are decimal numbers in the currency. A date range is one of `createdAt`.',
    'The vocabulary names quantity, unit price, description and billing codes, and a lifecycle from creation to payment or cancellation, without fields.',
  ],
  'invoice-pdf-life': [
    'The signed address of an invoice as a PDF is valid for 15 minutes.',
    'The limit is stated for the PDF of a form packet; the same signature is likely to live as long.',
  ],
  'lab-shape': [
    'A lab has `id`, `name`, `patientId`, `practitionerId`, `locationId`, `status` (ORDERED, IN_PROGRESS, RESULTED, CANCELLED), `orderedAt` and `resultedAt`; a single one adds `testPanels` with `id`, `name` and `testComponents`. A component has `id`, `testPanelId`, `name`, `value` (text), `unit`, `referenceRange` and `indicator` (NORMAL, ABNORMAL). A date range is one of `orderedAt`.',
    'The vocabulary names these parts and a lifecycle from order to result delivery, without fields.',
  ],
  'health-profile-shape': [
    'An allergy has `id`, `patientId`, `name`, `severity` (MILD, MODERATE, SEVERE), `reactions` (texts), `status` and `recordedAt`; a medication `id`, `patientId`, `name`, `dosageInstructions`, `status`, `startedAt` and `endedAt`; a problem `id`, `patientId`, `name`, `icd10Code`, `status` and `recordedAt`. A status is ACTIVE, INACTIVE or RESOLVED.',
    'The purposes name severity, reactions, dosage instructions, ICD-10 codes and status, and show no field.',
  ],
  'remote-care-conversion-shape': [
    'A conversion has `id`, `locationId`, `status` (INITIALIZED, IN_PROGRESS, CONVERTED), `patient` (`firstName`, `lastName`, `email`, `mobilePhone`, `dateOfBirth`), `selectedServices` (texts), `attemptLinks` (each with the `attemptId` of a self-scheduling attempt), `createdAt` and `updatedAt`; creating and changing take `patient`, `selectedServices` and `attemptLinks`, and a list that is sent replaces the one before.',
    'The purpose of the update names patient data, selected services and attempt links, and shows no field.',
  ],
  'inactive-location-access': [
    'The partner interface refuses an inactive location with 403, as one that is not of the account.',
    'Inactive locations are said to be hidden from responses, and access to a location needs that it belongs to the account.',
  ],
  'location-update': [
    'An update replaces all that a location had: a `phoneNumber` or an `address2` that is left out is cleared. The answer to an update that sets `active` to false still shows the location, and is the last that does.',
    'The body is stated as the create fields with an id, where all others are required, and the answer as the updated location; neither what is left out nor how hiding bears on that answer is said.',
  ],
  'location-time-zone': [
    'A time zone of the deprecated style is kept and answered as it was sent.',
    'It is said to be accepted, not whether it is translated.',
  ],
  'state-province-list': [
    'The state and province listing is an array of all of them.',
    'The response shape of the listing is not shown; every other listing of the interface is an array.',
  ],
  'patient-search-matching': [
    'Every parameter that is given must match: names without regard to case and from their beginning, e-mail without regard to case, phone by its digits, date of birth as a date.',
    'The matching rules of patient search are not shown.',
  ],

  // Webhooks and their deliveries.
  'webhook-bodies': [
    'A webhook endpoint is changed with `url`, `eventTypes` and `isEnabled`, each optional; the answer is the endpoint.',
    'The purpose names url, event subscriptions and enabled status; the names are those of the record.',
  ],
  'webhook-event-types': [
    'Event types come as `items` with `name` and `description`: `appointment.created`, `appointment.updated`, `form.completed` and `test.ping`. Subscribing to another is refused with 422. `form.completed` is sent when a form is submitted; one that was opened again is sent again when its answers are others by then, or when it completes its packet.',
    'These four names are seen; the list and its shape are not shown, nor what comes of a form that is opened again.',
  ],
  'webhook-test-result': [
    'The test operation waits for one try of the delivery, also to a disabled endpoint, and answers 200 with `eventType`, `delivered`, the `statusCode` of the receiver (null without an answer) and the `reason` why there was no answer.',
    'It is there to verify connectivity, and its answer is not shown.',
  ],
  'webhook-deliveries': [
    'An event is sent by POST as JSON with `id`, `type`, `createdAt`, `accountId` and `data`, which holds ids and states and no name or contact. Its headers are `X-Webhook-Id` (the delivery, the same for every try), `X-Webhook-Timestamp` (seconds since 1970) and `X-Webhook-Signature`: `sha256=` and the hexadecimal HMAC-SHA256 of the body, keyed with the signing secret. A 2xx within 10 seconds is a success; anything else is tried again after 10, 20, 40, 80 and 160 seconds, and then given up. A disabled endpoint hears of no new event, and what was pending waits until it is enabled.',
    'Payload, signature header and algorithm, retry policy and time-out are not shown.',
  ],
  'webhook-delivery-counts': [
    'Every try of a delivery counts, tests too: a 2xx as a success, anything else as a failure.',
    'The fields are named deliveries in the last 24 hours and last successful or failed delivery, without a word on retries.',
  ],
  'webhook-scopes': [
    'An endpoint of an account hears the events of that account; one without an account belongs to the integrator and hears those of every account that granted access. Each scope sees its own endpoints alone. The scope without an account is refused with 403 only when no account has granted access.',
    'Each operation exists twice, without a word on how the two differ.',
  ],
  'webhook-cursor-order': [
    'A cursor of a webhook list goes with the order (`sortBy`, `sortDir`) in which it was given; with another one it is refused with 400.',
    'A cursor is said to be taken from a previous response, not what comes of it in another order, where it would skip records.',
  ],
  'webhook-api-key': [
    'Only the webhook lists take the header `x-api-key`, together with the bearer token. They answer without it too.',
    'The list names the scheme PartnerApiKey together with PartnerOAuth; which operations accept it and how it is issued is not shown, so a client that was given none has to go without.',
  ],
} as const satisfies Record<string, Assumption>

export type AssumptionId = keyof typeof assumptions
