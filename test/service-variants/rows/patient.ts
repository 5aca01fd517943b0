import { answers, insteadOf, refusal, rename, repliesTo, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { json, text, type Fields } from '../wire.ts'

const { through, allToStaff } = rowsOf('patient')
const body = (write: (patient: Fields) => unknown) => answers(op.patient, write)

/** Fields that a visit does not use, in other types than the sandbox gives them. */
const unused: Readonly<Record<string, Fields>> = {
  'sexAssignedAtBirth as a word': { sexAssignedAtBirth: 'FEMALE', legalSex: 'F' },
  'names as objects': { name: { first: 'Rosa' }, firstName: { given: 'Rosa' } },
  'phones as a list': { mobilePhone: [{ number: '2065550101', type: 'CELL' }] },
  'a phone as a number': { mobilePhone: 2065550101 },
  'active as a word': { active: 'Y' },
  'active as 1': { active: 1 },
  'an address as a text': { homeAddress: '1 Harbor Street', mailingAddress: [] },
  'relatives as ids': { parents: [5002], children: null, practitioners: [401] },
  'practitioners as one object': { practitioners: { id: 401 } },
  'times as numbers': { createdOn: 1_700_000_000, lastUpdatedOn: { seconds: 1 } },
  'an e-mail as a list': { email: ['rosa@example.com'] },
}
const shapes: Readonly<Record<string, (patient: Fields) => unknown>> = {
  'the patient’s id as text': (patient) => ({ ...patient, id: String(patient['id']) }),
  'the patient’s id as an object': (patient) => ({ ...patient, id: { id: patient['id'] } }),
  'the patient’s id under patientId': (patient) => rename(patient, { id: 'patientId' }),
  'no id in a patient': (patient) => without(patient, 'id'),
  'a patient under patient': (patient) => ({ patient }),
  'a patient under data': (patient) => ({ data: patient }),
  'a patient under data.patient': (patient) => ({ data: { patient } }),
  'a patient under result': (patient) => ({ result: patient }),
  'a patient as a list of one': (patient) => [patient],
  'a patient as items of one': (patient) => ({ items: [patient], nextCursor: null }),
  'a patient as id and date': ({ id, dateOfBirth }) => ({ id, dateOfBirth }),
}

/** Other records of a patient. */
export const patientRows = [
  ...Object.entries(shapes).map(([how, write]) => through(how, body(write))),
  ...Object.entries(unused).map(([how, fields]) =>
    through(
      how,
      body((patient) => ({ ...patient, ...fields })),
    ),
  ),
  ...allToStaff(op.patient, {
    'another patient than was asked for': [
      'somebody else’s record must not be used',
      body((patient) => ({ ...patient, id: 5002 })),
    ],
    'born nowhere, but an age': [
      'an age is no birth date',
      body((patient) => ({ ...without(patient, 'dateOfBirth'), age: 41 })),
    ],
    'a patient as a page of HTML': [
      'no record can be read',
      repliesTo(op.patient, () => text('<html></html>', 200, 'text/html')),
    ],
    'a patient that is not there (404)': [
      'the match named a record that is gone',
      insteadOf(op.patient, () => refusal(404)),
    ],
    'a patient that is refused (403)': [
      'this operation alone is not granted',
      insteadOf(op.patient, () => refusal(403)),
    ],
    'a patient whose reading is not made (501)': [
      'no waiting helps',
      insteadOf(op.patient, () => json({}, 501)),
    ],
  }),
]
