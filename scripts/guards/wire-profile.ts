import type { GuardSuite } from '../guard.ts'

const jsonPath = 'src/contract/wire/json-path.ts'
const transport = 'src/main/service/http/transport.ts'
const paths = 'src/contract/wire/profile-paths.ts'
const headers = 'src/contract/wire/profile-headers.ts'
const tokens = 'src/contract/wire/profile-tokens.ts'
const request = 'src/contract/wire/request.ts'
const packets = 'src/main/service/packets.ts'

/** The guards of what an administrator says about the service, and of what is made of it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test', 'docs'],
  files: ['src/contract/wire-profile.test.ts'],
  guards: [
    {
      name: 'wire profile: what stands under the usual name of a moved field is not taken for it',
      without: [[jsonPath, 'removeAt(removeAt(left, from), to)', 'removeAt(left, from)']],
      test: 'takes nothing for a moved field',
      files: ['src/contract/wire/answer.test.ts'],
    },
    {
      name: 'wire profile: no place reaches the machinery of objects',
      without: [[jsonPath, 'forbidden.includes(name)', 'forbidden.includes(`.${name}`)']],
      test: '__proto__',
    },
    {
      name: 'wire profile: nothing is sent while the secret of a header is missing',
      without: [
        [transport, 'return pairs.every(', 'return true || pairs.every('],
        [transport, 'pairs.flat()', 'pairs.flatMap(([name]) => [name, String(name)])'],
      ],
      test: 'while the secret of a header is missing',
      files: ['src/main/service/http/profiled-requests.test.ts'],
    },
    {
      name: 'wire profile: no path climbs out of where it begins',
      without: [[paths, '(?!\\.{1,2}(?:\\/|$))', '']],
      test: String.raw`"/a/\.\./b"`,
    },
    {
      name: 'wire profile: it replaces no header of the exchange itself',
      without: [[headers, '!reserved.includes(name.toLowerCase())', "name !== ''"]],
      test: '"name":"Host"',
    },
    {
      name: 'wire profile: no credentials stand in it',
      without: [[tokens, '.some((field) => field in extra)', '.some(() => false)']],
      test: 'client_secret',
    },
    {
      name: "wire profile: rows without a patient are nobody's, unless it trusts the filter",
      without: [[packets, 'lists?.trustPatientFilter === true', 'true']],
      test: 'never hold one that the service does not state to be theirs',
      files: ['src/main/service/check-in-service.test.ts'],
    },
    {
      name: "wire profile: the proof's token is not sent where it went before as well",
      without: [[request, 'wire.headers = others\n', '']],
      test: 'has the names, words and places of the profile',
      files: ['src/contract/wire/request.test.ts'],
    },
  ],
}
