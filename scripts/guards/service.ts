import type { GuardSuite } from '../guard.ts'

const endpoint = 'src/main/service/http/endpoint.ts'
const client = 'src/main/service/client/client.ts'
const exchange = 'src/main/service/http/exchange.ts'
const answer = 'src/main/service/http/answer.ts'
const request = 'src/main/service/http/request.ts'
const checkInService = 'src/main/service/check-in-service.ts'

/** The guards on the way to the intake service, and on what comes back from it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/service/secrecy.test.ts'],
  guards: [
    {
      name: 'service: it is reached by https alone, or on this machine',
      without: [[endpoint, 'if (!isHttpsOrLoopback(url))', 'if (!url)']],
      test: 'is refused, and not repeated',
      files: ['src/main/service/http/endpoint.test.ts'],
    },
    {
      name: 'service: its address carries no secret',
      without: [[endpoint, 'url.username || url.password || url.search', 'url.search']],
      test: 'is refused, and not repeated',
      files: ['src/main/service/http/endpoint.test.ts'],
    },
    {
      name: 'service: certificates are checked, whatever the environment says',
      without: [
        [
          client,
          'rejectUnauthorized: true',
          "rejectUnauthorized: process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0'",
        ],
      ],
      test: 'is checked even where the environment says not to',
      files: ['src/main/service/http/tls.test.ts'],
    },
    {
      name: 'service: a certificate that nobody vouches for ends the call',
      without: [[client, 'rejectUnauthorized: true', 'rejectUnauthorized: false']],
      test: 'that nobody vouches for|of another host',
      files: ['src/main/service/http/tls.test.ts'],
    },
    {
      name: 'service: no redirect is followed, with or without a secret',
      without: [
        [
          exchange,
          'dispatcher.dispatch(',
          'dispatcher.compose(interceptors.redirect({ maxRedirections: 3 })).dispatch(',
        ],
        [exchange, 'import', "import { interceptors } from 'undici'\nimport"],
      ],
      test: 'a redirect, to here or elsewhere, is not followed',
      files: ['src/main/service/http/hostile-answers.test.ts'],
    },
    {
      name: 'service: no more of an answer is read than fits',
      without: [
        [
          exchange,
          'if (size > limits.bodyBytes) breakOff(tooLong)',
          'if (size < 0) breakOff(tooLong)',
        ],
      ],
      test: 'reading stops at the limit',
      files: ['src/main/service/http/hostile-answers.test.ts'],
    },
    {
      name: 'service: an answer that never ends is given up',
      without: [
        [exchange, 'after(clock, limits.attemptMs, ', 'after(clock, 1e6 * limits.attemptMs, '],
      ],
      test: 'is given up at the deadline of an attempt',
      files: ['src/main/service/http/hostile-answers.test.ts'],
    },
    {
      name: 'service: an envelope that says no is an error',
      without: [[answer, 'success === false || says', 'success === null || says']],
      test: 'that says no is an error though its status is 200',
      files: ['src/main/service/http/hostile-answers.test.ts'],
    },
    {
      name: 'service: a write is never repeated of which nobody knows whether it happened',
      without: [['src/main/service/client/call.ts', "method === 'GET'", 'method !== undefined']],
      test: 'is never repeated when the (service says|connection breaks)',
      files: ['src/main/service/http/retry.test.ts'],
    },
    {
      name: 'service: no word of an answer gets into an error',
      without: [[answer, 'reasonIn(body) ?? withheld', "String(body['message'])"]],
      test: 'hold no secret, token, contact',
    },
    {
      name: 'service: an error names the field and never its value',
      without: [
        [
          answer,
          "typeof part === 'string' && /^[A-Za-z_]\\w{0,39}$/.test(part) ? part : '*'",
          'String(part)',
        ],
      ],
      test: 'of an answer that has another shape, and nothing that may be data',
      files: ['src/main/service/http/answer.test.ts'],
    },
    {
      name: 'service: a request that is no good is told by its field and not its value',
      without: [
        [
          request,
          "${[part, ...field].join('.')} ${fault}",
          "${[part, ...field].join('.')} ${fault} ${JSON.stringify(value)}",
        ],
      ],
      test: 'is a bug that names the field and not the value',
      files: ['src/main/service/http/request.test.ts'],
    },
    {
      name: 'service: an id cannot climb out of its place in an address',
      without: [[request, "|| text === '.' || text === '..'", '']],
      test: 'never lets an id climb in the path',
      files: ['src/main/service/http/request.test.ts'],
    },
    {
      name: 'service: an id stays inside its place in an address',
      without: [[request, 'return encodeURIComponent(text)', 'return text']],
      test: 'keeps every character of an id inside its segment',
      files: ['src/main/service/http/request.test.ts'],
    },
    {
      name: 'service: a value cannot leave its header',
      without: [[request, '|| !/^[\\t\\x20-\\x7e]*$/.test(text)', '']],
      test: 'never lets a value leave its header',
      files: ['src/main/service/http/request.test.ts'],
    },
    {
      name: 'service: a record that is not the one that was asked for is not used',
      without: [
        [checkInService, 'if (!record.value.isOfPatient) return', 'if (!record.value) return'],
      ],
      test: 'is never guessed, nor taken from another record',
      files: ['src/main/service/check-in-service.test.ts'],
    },
    {
      name: "service: another patient's forms are not opened",
      without: [
        [
          'src/main/service/packets.ts',
          "known.filter((row) => sameId(row.patientId ?? '', patientId))",
          'known',
        ],
      ],
      test: 'never hold one that the service does not state to be theirs',
      files: ['src/main/service/check-in-service.test.ts'],
    },
    {
      name: 'service: a contact is proved when every part of its proof is',
      without: [
        [
          'src/contract/readers/proof.ts',
          '[...channels.values()].every((verified) => verified)',
          '[...channels.values()].some((verified) => verified)',
        ],
        [
          'src/contract/readers/proof.ts',
          'needed.every((channel) => channels.get(channel) === true)',
          'needed.some((channel) => channels.get(channel) === true)',
        ],
      ],
      test: 'is proved only when every',
      files: ['src/main/service/check-in-service.test.ts'],
    },
    {
      name: 'service: a form is opened on https alone, or on this machine',
      without: [[checkInService, 'url && isHttpsOrLoopback(url)', 'url']],
      test: 'an address|javascript:|file:|is no address|http://forms.example',
      files: ['src/main/service/check-in-service.test.ts'],
    },
  ],
}
