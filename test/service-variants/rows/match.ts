import { answers, insteadOf, refusal, refusalsOf, rename, repliesTo } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, jsonOf, text, type Fields } from '../wire.ts'

const { through, adapted, asWithUs, toStaff } = rowsOf('match')
const body = (write: (match: Fields) => unknown) => answers(op.match, write)
const named = (patientId: string) => body((match) => rename(match, { patientId }))
const several = [5010, 5011, 5012]

/** Other answers to the question whose contact it is. */
export const matchRows = [
  through(
    'the patient’s id as text',
    body(({ patientId }) => ({ patientId: String(patientId) })),
  ),
  through(
    'the patient’s id as an object',
    body(({ patientId }) => ({ patientId: { id: patientId } })),
  ),
  through('the patient’s id under id', named('id')),
  through('the patient’s id under patient_id', named('patient_id')),
  through('the patient’s id under PatientId', named('PatientId')),
  through('the patient’s id under matchedPatientId', named('matchedPatientId')),
  through(
    'the patient under patient',
    body(({ patientId }) => ({ patient: { id: patientId } })),
  ),
  through(
    'the patient under patient, as a number',
    body(({ patientId }) => ({ patient: patientId })),
  ),
  through(
    'the patient under match',
    body(({ patientId }) => ({ match: { patientId } })),
  ),
  through(
    'the patient under data',
    body(({ patientId }) => ({ data: { patientId } })),
  ),
  through(
    'the patient as a bare number',
    body(({ patientId }) => patientId),
  ),
  through(
    'the patient as a bare text',
    body(({ patientId }) => String(patientId)),
  ),
  through(
    'the patient as plain text',
    repliesTo(op.match, (answer) => text(String((jsonOf(answer) as Fields)['patientId']))),
  ),
  through(
    'the patient as a list of one',
    body((match) => [match]),
  ),
  through(
    'the patient as a list of one under items',
    body((match) => ({ items: [match] })),
  ),
  through(
    'the patient as a list of one under patients',
    body(({ patientId }) => ({ patients: [{ id: patientId }] })),
  ),
  through(
    'the patient as a list of one id',
    body(({ patientId }) => ({ patientIds: [patientId] })),
  ),
  through(
    'the patient with the whole record',
    body(({ patientId }) => ({
      id: patientId,
      firstName: 'Rosa',
      lastName: 'Delgado',
      mobilePhone: 1,
    })),
  ),
  through(
    'the patient with a score',
    body(({ patientId }) => ({ patientId, score: '0.98', method: 3 })),
  ),
  through(
    'the patient in the Location alone',
    repliesTo(op.match, (answer) =>
      bare(200, {
        location: `/partner/v2/account/101/patients/${String((jsonOf(answer) as Fields)['patientId'])}`,
      }),
    ),
  ),
  through(
    'the patient behind a 303',
    repliesTo(op.match, (answer) =>
      bare(303, {
        location: `/partner/v2/account/101/patients/${String((jsonOf(answer) as Fields)['patientId'])}`,
      }),
    ),
  ),
  through(
    'the patient with 201',
    repliesTo(op.match, (answer) => ({ ...answer, status: 201 })),
  ),
  adapted(
    'the patient’s id deep in the answer',
    { read: { fields: { 'match.patientId': 'result.subject.ref' } } },
    body(({ patientId }) => ({ result: { subject: { ref: patientId } } })),
  ),
  adapted(
    'the patient’s id as subject',
    { read: { fields: { 'match.patientId': 'subject' } } },
    named('subject'),
  ),
  asWithUs(
    'no match as 204',
    'noMatch',
    refusalsOf(op.match, 404, () => bare(204)),
    'stranger',
  ),
  asWithUs(
    'no match as null',
    'noMatch',
    refusalsOf(op.match, 404, () => json(null)),
    'stranger',
  ),
  asWithUs(
    'no match as patientId: null',
    'noMatch',
    refusalsOf(op.match, 404, () => json({ patientId: null })),
    'stranger',
  ),
  asWithUs(
    'no match as an empty list',
    'noMatch',
    refusalsOf(op.match, 404, () => json([])),
    'stranger',
  ),
  asWithUs(
    'no match as empty items',
    'noMatch',
    refusalsOf(op.match, 404, () => json({ items: [] })),
    'stranger',
  ),
  asWithUs(
    'no match as matched: false',
    'noMatch',
    refusalsOf(op.match, 404, () => json({ matched: false })),
    'stranger',
  ),
  asWithUs(
    'no match as a page of HTML with 404',
    'noMatch',
    refusalsOf(op.match, 404, () => text('<h1>Not found</h1>', 404, 'text/html')),
    'stranger',
  ),
  through(
    'no match as 204 where public forms are offered',
    refusalsOf(op.match, 404, () => bare(204)),
    'publicForms',
  ),
  through(
    'no match as null where public forms are offered',
    refusalsOf(op.match, 404, () => json({ patientId: null })),
    'publicForms',
  ),
  through(
    'no match as an empty list where public forms are offered',
    refusalsOf(op.match, 404, () => json([])),
    'publicForms',
  ),
  asWithUs(
    'several matches as a list with 200',
    'severalMatches',
    refusalsOf(op.match, 422, () => json(several.map((patientId) => ({ patientId })))),
    'family',
  ),
  asWithUs(
    'several matches as items with 200',
    'severalMatches',
    refusalsOf(op.match, 422, () => json({ items: several.map((id) => ({ id })) })),
    'family',
  ),
  asWithUs(
    'several matches as patientIds',
    'severalMatches',
    refusalsOf(op.match, 422, () => json({ patientIds: several })),
    'family',
  ),
  asWithUs(
    'several matches as 409',
    'severalMatches',
    refusalsOf(op.match, 422, () => refusal(409, 'multiple_matches')),
    'family',
  ),
  asWithUs(
    'several matches as 300',
    'severalMatches',
    refusalsOf(op.match, 422, () => json(several, 300)),
    'family',
  ),
  asWithUs(
    'several matches as 422 without a body',
    'severalMatches',
    refusalsOf(op.match, 422, () => bare(422)),
    'family',
  ),
  asWithUs(
    'several matches as 422 with another code',
    'severalMatches',
    refusalsOf(op.match, 422, () => refusal(422, 'AMBIGUOUS')),
    'family',
  ),
  toStaff(
    'a match without a body',
    'who it is, is not known',
    op.match,
    repliesTo(op.match, () => bare(200)),
  ),
  toStaff(
    'a match that is not JSON',
    'who it is, is not known',
    op.match,
    repliesTo(op.match, () => text('<p>Rosa</p>', 200, 'text/html')),
  ),
  toStaff(
    'a match that is refused (403)',
    'this operation alone is not granted',
    op.match,
    insteadOf(op.match, () => refusal(403)),
  ),
  toStaff(
    'a match that is refused (401)',
    'this operation alone is not granted',
    op.match,
    insteadOf(op.match, () => refusal(401)),
  ),
]
