import type { GuardSuite } from '../guard.ts'

const logLine = 'src/main/log/log-line.ts'
const schema = 'src/main/settings/schema.ts'
const store = 'src/main/settings/store.ts'
const pages = 'src/main/shell/pages.ts'
const index = 'src/preload/index.ts'

/** The guards around what Foyer writes down and reads: its log, its settings and its own pages. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources', 'out/renderer', 'electron.vite.config.ts', 'test'],
  files: ['src/main/bootstrap/hardening.test.ts'],
  guards: [
    {
      name: 'log: a line holds only what is listed',
      without: [['src/main/log/log.ts', 'formatters: { log: pickListedFields },', '']],
      test: 'holds nothing else',
      files: ['src/main/log/log.test.ts'],
    },
    {
      name: 'log: what might be a patient’s or a secret is cut out of a text',
      without: [
        [
          logLine,
          "typeof value === 'string' ? cleanText(value) : cut",
          "typeof value === 'string' ? value : cut",
        ],
      ],
      test: 'is cut in every field alike',
      files: ['src/main/log/log.test.ts'],
    },
    ...(['address', 'e-mail', 'token', 'date', 'phone'] as const).map((what, index) => ({
      name: `log: a text loses what looks like a secret or a patient's (${what})`,
      without: [
        [
          logLine,
          'suspicious.reduce(',
          `suspicious.filter((_, nth) => nth !== ${index}).reduce(`,
        ] as const,
      ],
      test: 'loses what might be',
      files: ['src/main/log/log.test.ts'],
    })),
    {
      name: 'log: a text is no longer than 200 characters',
      without: [[logLine, 'clean.length > longest ?', 'clean.length < 0 ?']],
      test: 'is at most 200 characters long',
      files: ['src/main/log/log.test.ts'],
    },
    {
      name: 'log: where a number belongs no text stands',
      without: [[logLine, "typeof value === 'number' ? value : cut", '(value as number)']],
      test: 'holds no object and no text where a number belongs',
      files: ['src/main/log/log.test.ts'],
    },
    {
      name: 'settings: an unknown key is an error',
      without: [[schema, 'settingsSchema = z.strictObject', 'settingsSchema = z.object']],
      test: 'names a wrong key',
      files: ['src/main/settings/settings.test.ts'],
    },
    {
      name: 'settings: the service is named by https alone, or on this machine',
      without: [[schema, 'return url !== null && isHttpsOrLoopback(url)', 'return url !== null']],
      test: 'refuses an address without TLS',
      files: ['src/main/settings/settings.test.ts'],
    },
    {
      name: "settings: nothing of an administrator's is taken from the kiosk's own file",
      without: [
        [
          'src/main/settings/stored.ts',
          '.filter((key) => !isOfStaff(key) &&',
          '.filter((key) => key === undefined &&',
        ],
      ],
      test: 'service.partnerUrl|data.dir',
      files: ['src/main/settings/settings.test.ts'],
    },
    {
      name: 'settings: managed policy is stronger than all',
      without: [
        [
          'src/main/settings/layers.ts',
          "'environment', 'policy'] as const",
          "'policy', 'environment'] as const",
        ],
      ],
      test: 'lets each origin overrule the weaker ones',
      files: ['src/main/settings/settings.test.ts'],
    },
    {
      name: 'settings: only this user can read their file',
      without: [[store, 'configFileMode: 0o600', 'configFileMode: 0o644']],
      test: 'in a file and a folder that no one else can read',
      files: ['src/main/settings/store.test.ts'],
    },
    {
      name: 'settings: only this user can read their folder',
      without: [[store, 'recursive: true, mode: 0o700', 'recursive: true']],
      test: 'in a file and a folder that no one else can read',
      files: ['src/main/settings/store.test.ts'],
    },
    {
      name: 'settings: a damaged file is not written over',
      without: [[store, 'if (!before.ok) return before', '']],
      test: 'the settings file|damaged|stays|leaves',
      files: ['src/main/settings/store.test.ts'],
    },
    {
      name: 'own pages: they load nothing that is not named',
      without: [[pages, '"default-src \'none\'"', '"default-src *"']],
      test: 'lets in nothing but our own files',
      files: ['src/main/shell/pages.test.ts'],
    },
    {
      name: 'own pages: no code stands in the page itself',
      without: [[pages, '"script-src \'self\'"', "\"script-src 'self' 'unsafe-inline'\""]],
      test: 'lets in nothing but our own files',
      files: ['src/main/shell/pages.test.ts'],
    },
    {
      name: 'own pages: no one frames them',
      without: [[pages, '"frame-ancestors \'none\'",', '']],
      test: 'lets in nothing but our own files',
      files: ['src/main/shell/pages.test.ts'],
    },
    {
      name: 'own pages: nothing of them is kept',
      without: [[pages, "'Cache-Control': 'no-store',", '']],
      test: 'lets in nothing but our own files',
      files: ['src/main/shell/pages.test.ts'],
    },
    {
      name: 'bridge: no page but our own gets it',
      without: [[index, "page.location.origin === 'foyer://app' && ", '']],
      test: '20. exposes nothing to a page of',
      files: ['src/preload/preload.test.ts'],
    },
    {
      name: 'bridge: no frame gets it',
      without: [[index, '&& page.top === globalThis', '']],
      test: '20. exposes nothing to a page of',
      files: ['src/preload/preload.test.ts'],
    },
  ],
}
