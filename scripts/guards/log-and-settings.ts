import type { GuardSuite } from '../guard.ts'

const main = 'src/main'
const test = (name: string) => [`${main}/${name}.test.ts`]

/** The guards around what Foyer writes down and reads: its log, its settings and its own pages. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources', 'out/renderer', 'electron.vite.config.ts'],
  files: test('hardening'),
  guards: [
    {
      name: 'log: a line holds only what is listed',
      without: [[`${main}/log.ts`, 'formatters: { log: onlyListed },', '']],
      test: 'holds nothing else',
      files: test('log'),
    },
    {
      name: 'log: what might be a patient’s or a secret is cut out of a text',
      without: [
        [
          `${main}/log-line.ts`,
          "typeof value === 'string' ? cleanText(value) : cut",
          "typeof value === 'string' ? value : cut",
        ],
      ],
      test: 'is cut in every field alike',
      files: test('log'),
    },
    ...(['address', 'e-mail', 'token', 'date', 'phone'] as const).map((what, index) => ({
      name: `log: a text loses what looks like a secret or a patient's (${what})`,
      without: [
        [
          `${main}/log-line.ts`,
          'suspicious.reduce(',
          `suspicious.filter((_, nth) => nth !== ${index}).reduce(`,
        ] as const,
      ],
      test: 'loses what might be',
      files: test('log'),
    })),
    {
      name: 'log: a text is no longer than 200 characters',
      without: [[`${main}/log-line.ts`, 'clean.length > longest ?', 'clean.length < 0 ?']],
      test: 'is at most 200 characters long',
      files: test('log'),
    },
    {
      name: 'log: where a number belongs no text stands',
      without: [
        [`${main}/log-line.ts`, "typeof value === 'number' ? value : cut", '(value as number)'],
      ],
      test: 'holds no object and no text where a number belongs',
      files: test('log'),
    },
    {
      name: 'settings: an unknown key is an error',
      without: [
        [
          `${main}/settings/schema.ts`,
          'settingsSchema = z.strictObject',
          'settingsSchema = z.object',
        ],
      ],
      test: 'names a wrong key',
      files: test('settings/settings'),
    },
    {
      name: 'settings: the service is named by https alone, or on this machine',
      without: [
        [
          `${main}/settings/schema.ts`,
          "return url.protocol === 'https:' || isLoopback(url.hostname)",
          'return url !== undefined',
        ],
      ],
      test: 'refuses an address without TLS',
      files: test('settings/settings'),
    },
    {
      name: "settings: nothing of an administrator's is taken from the kiosk's own file",
      without: [
        [
          `${main}/settings/stored.ts`,
          '.filter((key) => !isOfStaff(key) &&',
          '.filter((key) => key === undefined &&',
        ],
      ],
      test: 'service.partnerUrl|data.dir',
      files: test('settings/settings'),
    },
    {
      name: 'settings: managed policy is stronger than all',
      without: [
        [
          `${main}/settings/layers.ts`,
          "'environment', 'policy'] as const",
          "'policy', 'environment'] as const",
        ],
      ],
      test: 'lets each origin overrule the weaker ones',
      files: test('settings/settings'),
    },
    {
      name: 'settings: only this user can read their file',
      without: [[`${main}/settings/store.ts`, 'configFileMode: 0o600', 'configFileMode: 0o644']],
      test: 'in a file and a folder that no one else can read',
      files: test('settings/store'),
    },
    {
      name: 'settings: only this user can read their folder',
      without: [[`${main}/settings/store.ts`, 'recursive: true, mode: 0o700', 'recursive: true']],
      test: 'in a file and a folder that no one else can read',
      files: test('settings/store'),
    },
    {
      name: 'settings: a damaged file is not written over',
      without: [[`${main}/settings/store.ts`, 'if (!before.ok) return before', '']],
      test: 'the settings file|damaged|stays|leaves',
      files: test('settings/store'),
    },
    {
      name: 'own pages: they load nothing that is not named',
      without: [[`${main}/shell/pages.ts`, '"default-src \'none\'"', '"default-src *"']],
      test: 'lets in nothing but our own files',
      files: test('shell/pages'),
    },
    {
      name: 'own pages: no code stands in the page itself',
      without: [
        [
          `${main}/shell/pages.ts`,
          '"script-src \'self\'"',
          "\"script-src 'self' 'unsafe-inline'\"",
        ],
      ],
      test: 'lets in nothing but our own files',
      files: test('shell/pages'),
    },
    {
      name: 'own pages: no one frames them',
      without: [[`${main}/shell/pages.ts`, '"frame-ancestors \'none\'",', '']],
      test: 'lets in nothing but our own files',
      files: test('shell/pages'),
    },
    {
      name: 'own pages: nothing of them is kept',
      without: [[`${main}/shell/pages.ts`, "'Cache-Control': 'no-store',", '']],
      test: 'lets in nothing but our own files',
      files: test('shell/pages'),
    },
    {
      name: 'bridge: no page but our own gets it',
      without: [['src/preload/index.ts', "page.location.origin === 'foyer://app' && ", '']],
      test: '20. exposes nothing to a page of',
      files: ['src/preload/preload.test.ts'],
    },
    {
      name: 'bridge: no frame gets it',
      without: [['src/preload/index.ts', '&& page.top === globalThis', '']],
      test: '20. exposes nothing to a page of',
      files: ['src/preload/preload.test.ts'],
    },
  ],
}
