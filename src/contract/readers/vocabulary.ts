/**
 * The names and words under which a service may say what Foyer reads. Case, `_` and `-` do not count. The first of
 * each list is what the assumption takes for granted.
 */

/** A list of names as a text, with space between them. */
function spaced(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** Fields that only hold the answer itself. */
export const envelopeFields = spaced(`
    data d result results response payload body content value output return items
    records rows entries
  `)

/** Fields that stand beside the answer in an envelope, and say nothing of what it holds. */
export const besideEnvelope = spaced(`
    success ok status statusCode code message messages msg error errors errorMessage
    warnings meta metadata links self pagination paging page requestId traceId
    correlationId timestamp time version apiVersion jsonapi included nextCursor cursor
    next hasMore total totalCount count limit pageSize type kind object
  `)

/** Fields that hold one record under its own name. */
export const recordFields = {
  proof: spaced('identityProof proof identityVerification session verification'),
  patient: spaced('patient match matchedPatient person client member record resource'),
  packet: spaced('formPacket packet form record resource'),
  appointment: spaced('appointment visit booking record resource'),
  link: spaced('formPacket packet completion link url links'),
  location: spaced('location site record resource'),
  group: spaced('formTemplateGroup templateGroup group record resource'),
} as const

/** Fields that hold the rows of a list. */
export const listFields = spaced(`
    items data results content records rows list values value entries entry elements
    nodes edges formPackets packets forms result response payload body d member embedded
  `)

/** Fields that hold the cursor of the next page. */
export const cursorFields = spaced(`
    nextCursor nextPageToken nextToken nextPageCursor cursorNext endCursor
    continuationToken pageInfo.endCursor pagination.nextCursor pagination.next
    pagination.cursor paging.nextCursor paging.next paging.cursors.after page.nextCursor
    page.next meta.nextCursor meta.next meta.cursor meta.pagination.nextCursor
    meta.page.nextCursor cursor.next cursors.next cursors.after links.next
    links.next.href next next.href nextLink odataNextLink
  `)

/** Fields that say whether another page follows. */
export const moreFields = spaced(`
    hasMore hasNext hasNextPage more pageInfo.hasNextPage pagination.hasMore
    pagination.hasNext meta.hasMore meta.hasNext paging.hasMore
  `)

/** Fields that number the page and count the pages, from 1. */
export const pageFields = spaced(
  'page pageNumber currentPage page.number pagination.page meta.page meta.currentPage',
)
export const pagesFields = spaced(`
    totalPages pages pageCount lastPage page.totalPages pagination.totalPages
    pagination.pages meta.totalPages meta.lastPage
  `)

/** Names of the fields that the visit uses. */
export const names = {
  id: spaced('id uuid guid _id key identifier externalId'),
  proofId: spaced(`
    id identityProofId proofId sessionId verificationId identityVerificationId requestId
    uuid guid _id key
  `),
  proofToken: spaced(`
    token secureToken identityProofToken proofToken sessionToken verificationToken
    accessToken secret jwt clientSecret key proofKey sessionKey nonce ticket token.value
    token.token secureToken.value
  `),
  // How far a proof is, is read closed: these are the words of the documents.
  proofMethods: spaced('methods verificationMethods'),
  method: spaced('method verificationMethod'),
  verdict: spaced('result status verificationStatus'),
  isVerified: spaced('verified'),
  pendingMethods: spaced('pending'),
  patientId: spaced(`
    patientId patient.id patient.patientId patient matchedPatientId matchedPatient.id
    matchedPatient personId clientId memberId subject.id subject subjectId person.id patients
    patientIds
  `),
  patientIds: spaced('patientIds patients matches candidates items results data'),
  dateOfBirth: spaced(`
    dateOfBirth dob birthDate birthday birthdate dateBirth birth bornOn born patientDob
    patientDateOfBirth patientBirthDate demographics.dateOfBirth demographics.dob
    demographics.birthDate profile.dateOfBirth profile.dob personal.dateOfBirth
    person.dateOfBirth person.birthDate
  `),
  packetId: spaced('id formPacketId packetId uuid guid _id key formId'),
  packetName: spaced(`
    name title label displayName formPacketName packetName templateGroupName
    formTemplateGroupName formTemplateGroup.name templateGroup.name group.name
    template.name formTemplate.name formName description
  `),
  packetForms: spaced('forms items documents formTemplates templates elements'),
  packetState: spaced(`
    status state packetStatus formPacketStatus completionStatus statusCode
    progress.status stage
  `),
  isCompleted: spaced(`
    completed isCompleted complete isComplete submitted isSubmitted finished isFinished
    done isDone
  `),
  completedAt: spaced(`
    completedAt completedOn completedDate completionDate completed submittedAt
    submittedOn submissionDate finishedAt dateCompleted
  `),
  percent: spaced('percentComplete completionPercentage percentage percent progress'),
  isArchived: spaced('archived isArchived deleted isDeleted hidden removed'),
  archivedAt: spaced('archivedAt archivedOn archived archiveDate dateArchived deletedAt'),
  locationId: spaced('locationId location.id location siteId site.id clinicId'),
  dueDate: spaced('dueDate due dueOn dueAt dueBy deadline expiresOn'),
  isActive: spaced('active isActive enabled isEnabled'),
  firstName: spaced('firstName givenName first forename name.first name.given legalFirstName'),
  lastName: spaced('lastName familyName last surname name.last name.family legalLastName'),
  personName: spaced('name fullName displayName patientName'),
  phone: spaced('mobilePhone phone phoneNumber mobile cellPhone mobilePhoneNumber mobileNumber'),
  email: spaced('email emailAddress eMail mail'),
  formTemplateId: spaced(
    'formTemplateId templateId formTemplate.id template.id formTemplate template',
  ),
  version: spaced('version formTemplateVersion templateVersion formTemplate.version'),
  answers: spaced('answers formAnswers submittedAnswers responses fields values'),
  elementId: spaced('elementId formElementId element.id formElement.id fieldId questionId element'),
  attribute: spaced('attribute attributeName formAttribute attribute.name formAttribute.name'),
  answerValue: spaced('value answer response answerValue text'),
  filled: spaced('filled filledFields filledAttributes applied prefilled updated set'),
  url: spaced(`
    url link href completionUrl completionLink formUrl formLink packetUrl patientUrl
    publicUrl publicLink shareUrl uri location address redirectUrl webUrl links.self
    links.completion links.self.href links.completion.href
  `),
  startsAt: spaced('startAt startsAt start startTime startDateTime startDate time scheduledAt'),
  appointmentState: spaced('status state appointmentStatus'),
  practitionerId: spaced('practitionerId practitioner.id providerId provider.id'),
  practitionerName: spaced(`
    practitioner.name practitionerName provider.name providerName practitioner provider
  `),
  appointmentTypeId: spaced('appointmentTypeId appointmentType.id typeId type.id'),
  appointmentTypeName: spaced(`
    appointmentType.name appointmentTypeName type.name typeName appointmentType
  `),
  isTelehealth: spaced(`
    isTelehealth telehealth isVirtual virtual isRemote appointmentType.isTelehealth
    appointmentType.telehealth type.isTelehealth
  `),
  locationName: spaced('location.name locationName site.name location'),
  staticLink: spaced('staticLink staticUrl publicLink publicUrl link url href'),
} as const

/** Words of a state, spelled in any case and with any separator. */
export const words = {
  // Of a proof and a code: the documents' own words and no others; a wire profile translates into them.
  verified: spaced('verified'),
  pending: spaced('pending'),
  incorrect: spaced('incorrect'),
  expired: spaced('expired'),
  locked: spaced('locked'),
  sms: spaced('sms'),
  email: spaced('email'),
  completed: spaced(`
    completed complete submitted done finished finalized finalised signed closed
    fulfilled received reviewed filled filledout allcompleted completedall
  `),
  archived: spaced(`
    archived deleted removed cancelled canceled void voided hidden expired withdrawn
    revoked inactive
  `),
  notStarted: spaced(`
    notstarted unstarted new created pending sent open assigned unopened todo draft
    ready waiting requested active incomplete
  `),
  started: spaced(`
    inprogress started opened partial partiallycompleted partiallycomplete viewed begun
    saved ongoing processing
  `),
  /** Of an appointment: its patient has come. */
  arrived: spaced(`
    checkedin arrived checkin present here inwaitingroom waitingroom roomed inroom
    inprogress started
  `),
  /** Envelopes that say no. */
  refused: spaced('error fail'),
} as const

/** A state of the vocabulary. */
export type StateWord = keyof typeof words
