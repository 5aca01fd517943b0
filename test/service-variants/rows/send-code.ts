import { answers, insteadOf, refusal, repliesTo } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf, type Variant } from '../variant.ts'
import { bare, json, text, type WireAnswer } from '../wire.ts'

const { through, toStaff, allThrough, allToStaff } = rowsOf('send code')
const sent = (answer: WireAnswer) => repliesTo(op.sendCode, () => answer)

/** A contact that is plausible, and that the service still refuses: to whose phones it sends is its own business. */
const refusedPhones = [
  ['400', refusal(400, 'invalid_contact')],
  ['403', refusal(403, 'forbidden')],
  ['404', refusal(404, 'not_found')],
  ['409', refusal(409, 'conflict')],
  ['410', refusal(410, 'gone')],
  ['422', refusal(422, 'invalid_contact')],
  ['422 and a list of errors', json({ errors: [{ field: 'phone', code: 'landline' }] }, 422)],
] as const

const toPhone = (answer: WireAnswer) => () => ({
  answer: (
    given: WireAnswer,
    { operation, request }: { operation: string; request: { body: string } },
  ) => (operation === op.sendCode && request.body.includes('SMS') ? answer : given),
})

const refused: Variant[] = refusedPhones.flatMap(([how, answer]) => [
  toStaff(
    `a phone refused with ${how}`,
    'the service sends nothing there, and the clinic takes no e-mail',
    op.sendCode,
    toPhone(answer),
  ),
  through(`a phone refused with ${how} where e-mail is offered too`, toPhone(answer), 'byEither'),
])

/** Other answers to the sending of a code. */
export const sendCodeRows = [
  ...allThrough({
    'a sent code with 204': sent(bare(204)),
    'a sent code with 202 and no body': sent(bare(202)),
    'a sent code with 200 and no body': sent(bare(200)),
    'a sent code with 201': sent(json({ id: 7 }, 201)),
    'a sent code with the text OK': sent(text('OK')),
    'a sent code as sent: true': sent(json({ sent: true })),
    'a sent code as success: true': sent(json({ success: true, message: 'Code sent' })),
    'a sent code as status QUEUED': sent(json({ status: 'QUEUED', sid: 'SM0' })),
    'a sent code as true': sent(json(true)),
    'a sent code as null': sent(json(null)),
    'a sent code as an empty list': sent(json([])),
    'a code’s expiry in seconds': answers(op.sendCode, () => ({ expiresAt: 600 })),
    'a code’s expiry as an object': answers(op.sendCode, () => ({
      expiresAt: { seconds: 600, nanos: 0 },
    })),
    'a sent code as a page of HTML': sent(
      text('<p>Your code is on its way.</p>', 200, 'text/html'),
    ),
  }),
  ...refused,
  ...allToStaff(op.sendCode, {
    'a sent code as success: false': [
      'nothing was sent, whatever the status says',
      () => ({
        answer: (answer, { operation }) =>
          operation === op.sendCode ? json({ success: false, message: 'Carrier refused' }) : answer,
      }),
    ],
  }),
  ...allToStaff(
    op.sendCode,
    {
      'sending is not there (404) for any contact': [
        'the path is another one',
        insteadOf(op.sendCode, () => text('Not Found', 404)),
      ],
    },
    'byEmail',
  ),
]
