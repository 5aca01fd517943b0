import { insteadOf, repliesTo, together } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, text, type WireAnswer } from '../wire.ts'

const { through, allOutOfService } = rowsOf('check')

const odd: Readonly<Record<string, WireAnswer>> = {
  'a bare list': json([]),
  'status 204': bare(204),
  'an object of another shape': json({ groups: 3 }),
  'a page of HTML': text('<html></html>', 200, 'text/html'),
  'status 404': text('Not Found', 404),
  'status 400': json({ error: 'bad_request' }, 400),
  'status 500': text('Oops', 500),
  'groups of other types': json({ items: [{ id: {}, name: 7, active: 'Y' }], nextCursor: null }),
}

/** Other answers to the kiosk's own look whether the service serves it; they judge no visit. */
export const checkRows = [
  ...Object.entries(odd).map(([how, answer]) =>
    through(
      `the check answered by ${how}`,
      insteadOf(op.check, () => answer),
    ),
  ),
  ...Object.entries(odd)
    .slice(0, 4)
    .map(([how, answer]) =>
      through(
        `a refusal that is taken back, and then the check answered by ${how}`,
        together(
          insteadOf(op.check, () => bare(403), 1),
          repliesTo(op.check, (given, { nth }) => (nth > 1 ? answer : given)),
        ),
      ),
    ),
  ...allOutOfService({
    'the check refused with 401': [
      'the service does not take the tokens',
      insteadOf(op.check, () => bare(401)),
    ],
    'the check refused with 403': ['the grant is not given', insteadOf(op.check, () => bare(403))],
  }),
]
