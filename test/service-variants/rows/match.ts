import { answers, insteadOf, refusal, refusalsOf, rename, repliesTo } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, jsonOf, text, type Fields } from '../wire.ts'

const { allThrough, allToStaff, allAsWithUs, allAdapted } = rowsOf('match')
const body = (write: (match: Fields) => unknown) => answers(op.match, write)
const named = (patientId: string) => body((match) => rename(match, { patientId }))
const several = [5010, 5011, 5012]

/** Other answers to the question whose contact it is. */
export const matchRows = [
  ...allThrough({
    'the patient’s id as text': body(({ patientId }) => ({ patientId: String(patientId) })),
    'the patient’s id as an object': body(({ patientId }) => ({ patientId: { id: patientId } })),
    'the patient’s id under id': named('id'),
    'the patient’s id under patient_id': named('patient_id'),
    'the patient’s id under PatientId': named('PatientId'),
    'the patient’s id under matchedPatientId': named('matchedPatientId'),
    'the patient under patient': body(({ patientId }) => ({ patient: { id: patientId } })),
    'the patient under patient, as a number': body(({ patientId }) => ({ patient: patientId })),
    'the patient under match': body(({ patientId }) => ({ match: { patientId } })),
    'the patient under data': body(({ patientId }) => ({ data: { patientId } })),
    'the patient as a bare number': body(({ patientId }) => patientId),
    'the patient as a bare text': body(({ patientId }) => String(patientId)),
    'the patient as plain text': repliesTo(op.match, (answer) =>
      text(String((jsonOf(answer) as Fields)['patientId'])),
    ),
    'the patient as a list of one': body((match) => [match]),
    'the patient as a list of one under items': body((match) => ({ items: [match] })),
    'the patient as a list of one under patients': body(({ patientId }) => ({
      patients: [{ id: patientId }],
    })),
    'the patient as a list of one id': body(({ patientId }) => ({ patientIds: [patientId] })),
    'the patient with the whole record': body(({ patientId }) => ({
      id: patientId,
      firstName: 'Rosa',
      lastName: 'Delgado',
      mobilePhone: 1,
    })),
    'the patient with a score': body(({ patientId }) => ({ patientId, score: '0.98', method: 3 })),
    'the patient in the Location alone': repliesTo(op.match, (answer) =>
      bare(200, {
        location: `/partner/v2/account/101/patients/${String((jsonOf(answer) as Fields)['patientId'])}`,
      }),
    ),
    'the patient behind a 303': repliesTo(op.match, (answer) =>
      bare(303, {
        location: `/partner/v2/account/101/patients/${String((jsonOf(answer) as Fields)['patientId'])}`,
      }),
    ),
    'the patient with 201': repliesTo(op.match, (answer) => ({ ...answer, status: 201 })),
  }),
  ...allAdapted({
    'the patient’s id deep in the answer': [
      { read: { fields: { 'match.patientId': 'result.subject.ref' } } },
      body(({ patientId }) => ({ result: { subject: { ref: patientId } } })),
    ],
    'the patient’s id as subject': [
      { read: { fields: { 'match.patientId': 'subject' } } },
      named('subject'),
    ],
  }),
  ...allAsWithUs(
    'noMatch',
    {
      'no match as 204': refusalsOf(op.match, 404, () => bare(204)),
      'no match as null': refusalsOf(op.match, 404, () => json(null)),
      'no match as patientId: null': refusalsOf(op.match, 404, () => json({ patientId: null })),
      'no match as an empty list': refusalsOf(op.match, 404, () => json([])),
      'no match as empty items': refusalsOf(op.match, 404, () => json({ items: [] })),
      'no match as matched: false': refusalsOf(op.match, 404, () => json({ matched: false })),
      'no match as a page of HTML with 404': refusalsOf(op.match, 404, () =>
        text('<h1>Not found</h1>', 404, 'text/html'),
      ),
    },
    'stranger',
  ),
  ...allThrough(
    {
      'no match as 204 where public forms are offered': refusalsOf(op.match, 404, () => bare(204)),
      'no match as null where public forms are offered': refusalsOf(op.match, 404, () =>
        json({ patientId: null }),
      ),
      'no match as an empty list where public forms are offered': refusalsOf(op.match, 404, () =>
        json([]),
      ),
    },
    'publicForms',
  ),
  ...allAsWithUs(
    'severalMatches',
    {
      'several matches as a list with 200': refusalsOf(op.match, 422, () =>
        json(several.map((patientId) => ({ patientId }))),
      ),
      'several matches as items with 200': refusalsOf(op.match, 422, () =>
        json({ items: several.map((id) => ({ id })) }),
      ),
      'several matches as patientIds': refusalsOf(op.match, 422, () =>
        json({ patientIds: several }),
      ),
      'several matches as 409': refusalsOf(op.match, 422, () => refusal(409, 'multiple_matches')),
      'several matches as 300': refusalsOf(op.match, 422, () => json(several, 300)),
      'several matches as 422 without a body': refusalsOf(op.match, 422, () => bare(422)),
      'several matches as 422 with another code': refusalsOf(op.match, 422, () =>
        refusal(422, 'AMBIGUOUS'),
      ),
    },
    'family',
  ),
  ...allToStaff(op.match, {
    'a match without a body': ['who it is, is not known', repliesTo(op.match, () => bare(200))],
    'a match that is not JSON': [
      'who it is, is not known',
      repliesTo(op.match, () => text('<p>Rosa</p>', 200, 'text/html')),
    ],
    'a match that is refused (403)': [
      'this operation alone is not granted',
      insteadOf(op.match, () => refusal(403)),
    ],
    'a match that is refused (401)': [
      'this operation alone is not granted',
      insteadOf(op.match, () => refusal(401)),
    ],
  }),
]
