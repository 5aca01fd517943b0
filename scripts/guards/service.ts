import type { GuardSuite } from '../guard.ts'

const service = 'src/main/service'
const test = (name: string) => [`${service}/${name}.test.ts`]

/** The guards on the way to the intake service, and on what comes back from it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: test('secrecy'),
  guards: [
    {
      name: 'service: it is reached by https alone, or on this machine',
      without: [[`${service}/endpoint.ts`, 'if (!isProtected(url)) throw', 'if (!url) throw']],
      test: 'is refused, and not repeated',
      files: test('endpoint'),
    },
    {
      name: 'service: its address carries no secret',
      without: [
        [`${service}/endpoint.ts`, 'url.username || url.password || url.search', 'url.search'],
      ],
      test: 'is refused, and not repeated',
      files: test('endpoint'),
    },
    {
      name: 'service: certificates are checked, whatever the environment says',
      without: [
        [
          `${service}/client.ts`,
          'rejectUnauthorized: true',
          "rejectUnauthorized: process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0'",
        ],
      ],
      test: 'is checked even where the environment says not to',
      files: test('tls'),
    },
    {
      name: 'service: a certificate that nobody vouches for ends the call',
      without: [[`${service}/client.ts`, 'rejectUnauthorized: true', 'rejectUnauthorized: false']],
      test: 'that nobody vouches for|of another host',
      files: test('tls'),
    },
    {
      name: 'service: no redirect is followed, with or without a secret',
      without: [
        [
          `${service}/exchange.ts`,
          'dispatcher.dispatch(',
          'dispatcher.compose(interceptors.redirect({ maxRedirections: 3 })).dispatch(',
        ],
        [`${service}/exchange.ts`, 'import', "import { interceptors } from 'undici'\nimport"],
      ],
      test: 'a redirect, to here or elsewhere, is not followed',
      files: test('hostile-answers'),
    },
    {
      name: 'service: no more of an answer is read than fits',
      without: [
        [
          `${service}/exchange.ts`,
          'if (size > limits.bodyBytes) breakOff(tooLong)',
          'if (size < 0) breakOff(tooLong)',
        ],
      ],
      test: 'reading stops at the limit',
      files: test('hostile-answers'),
    },
    {
      name: 'service: an answer that never ends is given up',
      without: [
        [
          `${service}/exchange.ts`,
          'clock.after(limits.attemptMs, ',
          'clock.after(1e6 * limits.attemptMs, ',
        ],
      ],
      test: 'is given up at the deadline of an attempt',
      files: test('hostile-answers'),
    },
    {
      name: 'service: an envelope that says no is an error',
      without: [
        [`${service}/answer.ts`, "if (body['success']) return", "if ('success' in body) return"],
      ],
      test: 'that says no is an error though its status is 200',
      files: test('hostile-answers'),
    },
    {
      name: 'service: a write is never repeated of which nobody knows whether it happened',
      without: [[`${service}/call.ts`, "method === 'GET'", 'method !== undefined']],
      test: 'is never repeated when the (service says|connection breaks)',
      files: test('retry'),
    },
    {
      name: 'service: no word of an answer gets into an error',
      without: [
        [
          `${service}/answer.ts`,
          "machineCode(body['message']) ?? withheld",
          "String(body['message'])",
        ],
      ],
      test: 'hold no secret, token, contact',
    },
    {
      name: 'service: an error names the field and never its value',
      without: [
        [
          `${service}/answer.ts`,
          "typeof part === 'string' && /^[A-Za-z_]\\w{0,39}$/.test(part) ? part : '*'",
          'String(part)',
        ],
      ],
      test: 'of an answer that has another shape, and nothing that may be data',
      files: test('answer'),
    },
    {
      name: 'service: a request that is no good is told by its field and not its value',
      without: [
        [
          `${service}/request.ts`,
          "${[part, ...field].join('.')} ${fault}",
          "${[part, ...field].join('.')} ${fault} ${JSON.stringify(value)}",
        ],
      ],
      test: 'is a bug that names the field and not the value',
      files: test('request'),
    },
    {
      name: 'service: an id cannot climb out of its place in an address',
      without: [[`${service}/request.ts`, "|| text === '.' || text === '..'", '']],
      test: 'never lets an id climb in the path',
      files: test('request'),
    },
    {
      name: 'service: an id stays inside its place in an address',
      without: [[`${service}/request.ts`, 'return encodeURIComponent(text)', 'return text']],
      test: 'keeps every character of an id inside its segment',
      files: test('request'),
    },
    {
      name: 'service: a value cannot leave its header',
      without: [[`${service}/request.ts`, '|| !/^[\\t\\x20-\\x7e]*$/.test(text)', '']],
      test: 'never lets a value leave its header',
      files: test('request'),
    },
    {
      name: 'service: a record that is not the one that was asked for is not used',
      without: [
        [`${service}/check-in-service.ts`, 'if (!sameId(id, patientId)) return', 'if (!id) return'],
      ],
      test: 'is never guessed, nor taken from another record',
      files: test('check-in-service'),
    },
    {
      name: "service: another patient's forms are not opened",
      without: [[`${service}/packets.ts`, "sameId(packet.patientId ?? '', patientId) &&", '']],
      test: 'never hold one that the service does not state to be theirs',
      files: test('check-in-service'),
    },
    {
      name: 'service: a contact is proved when every part of its proof is',
      without: [
        [`${service}/check-in-service.ts`, 'status.methods.every(', 'status.methods.some('],
      ],
      test: '.',
      files: test('check-in-service'),
    },
    {
      name: 'service: a form is opened on https alone, or on this machine',
      without: [[`${service}/check-in-service.ts`, 'url && isProtected(url)', 'url']],
      test: 'an address|javascript:|file:|is no address|http://forms.example',
      files: test('check-in-service'),
    },
    {
      name: 'service: a refused token is not used again',
      without: [[`${service}/tokens.ts`, 'if (current?.token === token) current = undefined', '']],
      test: 'is replaced and the',
      files: test('tokens'),
    },
    {
      name: 'service: a token is not used past its life',
      without: [
        [`${service}/tokens.ts`, 'if (!current || now >= current.endsAt)', 'if (!current)'],
      ],
      test: 'found? it expired|find it expired|serves to its end',
      files: test('tokens'),
    },
  ],
}
