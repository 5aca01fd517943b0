import { createPublicKey } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { section } from '../../contract/wire-profile.ts'
import { locale } from '../../shared/ipc.ts'
import { isHttpsOrLoopback, isLoopback } from '../../shared/loopback.ts'
import type { Result } from '../../shared/result.ts'
import type { FormOriginRule } from '../kiosk/form-origins/form-address.ts'
import { readAllowedOrigin, readFormOrigin } from '../kiosk/form-origins/origin-entry.ts'

const validTextOrNone = (isRight: (value: string) => unknown, error: string) =>
  z.string().refine(isRight, { error }).nullable().default(null)
/** An address of one of these schemes, with nothing besides host and port: no credentials. */
const hostOrNone = (schemes: readonly string[], example: string) =>
  validTextOrNone((value) => {
    const url = URL.parse(value)
    const { protocol = '', username, password, pathname, search, hash } = url ?? {}
    const isBare = !username && !password && !search && !hash && /^\/?$/.test(pathname ?? '')
    return schemes.includes(protocol) && url?.host !== '' && isBare
  }, `an address such as ${example}`)
const textOrNone = z.string().min(1).nullable().default(null)
const absoluteOrNone = (what: 'file' | 'folder', example: string) =>
  validTextOrNone(isAbsolute, `an absolute ${what} such as ${example}`)
/** A whole number within limits. */
const between = (least: number, most: number, preset: number) =>
  z.int().min(least).max(most).default(preset)
const tcpPort = z.int().min(1).max(65_535)

/** Settings of the bus between stations (docs/fleet.md). */
const busSettings = section({
  broker: section({
    /** Address of the interface on which a desk or hub carries the broker and pairs; `0.0.0.0`: all of them. */
    host: z.string().min(1).default('127.0.0.1'),
    /** Port of that broker. */
    port: tcpPort.default(8883),
    /** Port on which stations are paired. */
    pairingPort: tcpPort.default(8884),
    /** Address of another broker in its place, such as `mqtts://broker.example:8883`. */
    url: hostOrNone(['mqtts:'], 'mqtts://broker.example:8883'),
    /** PEM file of who vouches for that broker's certificate; none: those that Node knows. */
    caFile: textOrNone,
    /** User name of this station there; none: its own id. `foyer bus keep-password` keeps its password in the vault. */
    username: z.string().min(1).max(200).nullable().default(null),
  }),
})

const isSafeAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && isHttpsOrLoopback(url)
}

const isFeedKey = (value: string) => {
  try {
    const key = { key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' } as const
    return createPublicKey(key).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** Settings of updates that a kiosk takes by itself ([operations](operations.md#updates)). */
const updateSettings = section({
  feed: z
    .strictObject({
      /** Address of the folder with the updates; none: Foyer takes none by itself. */
      url: validTextOrNone(isSafeAddress, 'an https address such as https://updates.example/foyer'),
      /** Public key of who signs them: Ed25519, SPKI, DER in base64; with `url` or not at all. */
      key: validTextOrNone(isFeedKey, 'an Ed25519 key (SPKI, DER in base64)'),
      /** Releases to follow; the feed's file is `CHANNEL-linux.yml`. */
      channel: z
        .string()
        .regex(/^[a-z][a-z0-9]*$/)
        .default('latest'),
    })
    .refine(({ url, key }) => (url === null) === (key === null), {
      error: 'url and key together, or neither',
    })
    .prefault({}),
  hours: section({
    /** Hour of the day, in the machine's time, from which updates come; that of `to`: at any time. */
    from: between(0, 23, 1),
    /** Hour until which they come. */
    to: between(0, 23, 5),
  }),
  /** Versions that are not taken. */
  blocked: z.array(z.string().min(1)).default([]),
})

/** Settings of a desk for its members of staff. */
const deskSettings = section({
  /** Time without a touch before a desk locks and its member of staff must sign in again. */
  lockAfterMs: between(30_000, 30 * 60_000, 5 * 60_000),
  /** Folder (absolute) that the audit and lists of the day are exported to as CSV ([desk](desk.md)); Foyer never makes it. */
  exportFolder: absoluteOrNone('folder', '/media/exports/foyer'),
})

const httpsOrLoopback = z.string().refine(isSafeAddress, {
  error: 'an https address such as https://service.example (http only on this machine)',
  // The next checks read the address.
  abort: true,
})
const originEntry = (read: (text: string) => Result<string, string>) =>
  z.string().transform((value, { issues }) => {
    const entry = read(value)
    if (entry.ok) return entry.value
    issues.push({ code: 'custom', message: entry.error, input: value })
    return z.NEVER
  })
const account = z.union([z.int().positive(), z.string().regex(/^\d+$/)], {
  error: 'a whole number',
})
/** Accounts of a service that hold no real patients; see `service.testAccountIds`. */
export const testAccounts = z.array(account)
const recordId = z.union([z.int().positive(), z.string().min(1)])
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** A country by the code that phone numbers are sorted by: GB, and not UK. */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { abort: true })
  .refine((code) => new Intl.Locale(`und-${code}`).region === code && regionNames.of(code), {
    error: 'a country by its two letters (ISO 3166-1 alpha-2), such as US',
  })
const minutes = 60_000
/** The clinic's own words in one language; null for Foyer's. */
const clinicWords = z.string().trim().min(1).max(200).nullable().default(null)

/** Every setting, and its default where there can be one. No secret stands here; unknown keys are errors. */
export const settingsSchema = z.strictObject({
  /**
   * `kiosk`: patients check in; `desk`: members of staff work here ([desk](desk.md)); `hub`: a machine without a
   * window that carries what kiosks tell ([fleet](fleet.md)).
   */
  station: z.enum(['kiosk', 'desk', 'hub']).default('kiosk'),
  service: z.strictObject({
    /** Address before `/partner/v2`. */
    partnerUrl: httpsOrLoopback,
    /** Address before `/oauth/token`. */
    partnerAuthUrl: httpsOrLoopback,
    /** Address before `/service/api/developer/v1`. */
    developerUrl: httpsOrLoopback,
    /** Address before `/oauth2/token`. */
    developerAuthUrl: httpsOrLoopback,
    /** The clinic's account at the service. */
    accountId: account,
    /** The location of the account where the kiosk stands. */
    locationId: recordId,
    /** Time between two looks whether a service that refused this kiosk serves it again. */
    recheckMs: between(1_000, 10 * minutes, 30_000),
    /** File of how the service differs on the wire, from the configuration file's folder ([profile](wire-profile.md)). */
    wireProfile: textOrNone,
    /** Accounts without real patients: rehearsals, `api -- --unchecked` and `probe-page` use a sandbox or these alone. */
    testAccountIds: testAccounts.default([]),
    /** PEM file (absolute) of authorities to trust for the service, a proxy and a feed, besides those that Node knows. */
    caFile: absoluteOrNone('file', '/etc/foyer/ca.pem'),
    /**
     * File (absolute) of this machine's certificate for the service: PEM, or PKCS#12. Its key or passphrase is given
     * once, as `FOYER_CLIENT_KEY`, and kept in the vault.
     */
    certFile: absoluteOrNone('file', '/etc/foyer/client.pem'),
    /**
     * Address of the proxy before the service and the feed of updates; none: that of `HTTPS_PROXY`. Its user and
     * password are given once, as `FOYER_PROXY_CREDENTIALS`, and kept in the vault.
     */
    proxy: hostOrNone(['http:', 'https:'], 'http://proxy.example:3128'),
  }),
  kiosk: section({
    /** Name of this machine in the log and the audit. */
    name: z.string().min(1).max(40).default('kiosk'),
  }),
  identity: section({
    /** Channel that a patient proves: `sms`, `email`, `either` (as they like) or `both`. */
    channels: z.enum(['sms', 'email', 'either', 'both']).default('either'),
    /** Region (ISO 3166-1 alpha-2) of a phone number that is typed without its country. */
    phoneRegion: country.default('US'),
    /** Other countries (ISO 3166-1 alpha-2) whose phones get codes; of those that share +1 (US, CA, PR) each is its own. */
    phoneCountries: z.array(country).default([]),
    /** Answer when no record matches: `staff`, or `publicLink` to offer the group's public forms. */
    noMatch: z.enum(['staff', 'publicLink']).default('staff'),
  }),
  packets: section({
    /** Template group for a new packet and for the public forms. */
    defaultTemplateGroupId: recordId.nullable().default(null),
    /** Creates a packet when none waits. */
    createWhenNone: z.boolean().default(false),
    /** Lets patients fill in forms on their own phone, by a QR code that the kiosk shows for 60 s after the date of birth. */
    ownPhone: z.boolean().default(false),
  }),
  arrival: section({
    /** Asks a patient, after the date of birth, if they are here for their appointment of today. */
    enabled: z.boolean().default(true),
    /** Marks the appointment as arrived at the service then. */
    mark: z.boolean().default(true),
    /** Time before an appointment from which it can be confirmed; a patient who comes sooner is told its time. */
    earlyMs: between(15 * minutes, 24 * 60 * minutes, 120 * minutes),
    /** Other locations of the account, of which a patient is told when their appointment is there. */
    otherLocationIds: z.array(recordId).max(5).default([]),
    /** Directions to the waiting place, for the last screen, in each language; none: Foyer’s own words. */
    directions: section({ en: clinicWords, es: clinicWords } satisfies Record<
      z.infer<typeof locale>,
      typeof clinicWords
    >),
  }),
  idle: section({
    /** Time without a touch before the warning. */
    afterMs: between(10_000, 30 * minutes, 90_000),
    /** Time from the warning to the wipe; at least 30 s, so that a slow reader can answer. */
    warningMs: between(30_000, 5 * minutes, 30_000),
    /** Time without a touch before the warning while a form is filled in. */
    formAfterMs: between(10_000, 60 * minutes, 4 * minutes),
    /** Time from a last screen to the wipe. */
    lastScreenMs: between(5_000, 5 * minutes, 20_000),
    /** Longest visit, whatever is touched; the patient may take half as long again, twice. */
    visitMaxMs: between(10 * minutes, 240 * minutes, 60 * minutes),
  }),
  data: section({
    /** Folder of the vault (also `FOYER_DATA_DIR`); none: this user’s own data folder. */
    dir: textOrNone,
  }),
  audit: section({
    /** Days that an entry of the audit is kept. */
    keepDays: between(30, 36_525, 2_192),
    forward: z
      .strictObject({
        /** Collector that gets a copy of each entry of the audit (syslog over TLS, RFC 5424 and 5425). */
        host: textOrNone,
        /** Port of the collector. */
        port: tcpPort.default(6514),
        /** PEM file of who vouches for its certificate; none: those that Node knows. */
        caFile: textOrNone,
        /** PEM file of this kiosk's certificate; with `keyFile` or not at all. */
        certFile: textOrNone,
        /** PEM file of the key to it. */
        keyFile: textOrNone,
      })
      .refine(({ certFile, keyFile }) => (certFile === null) === (keyFile === null), {
        error: 'certFile and keyFile together, or neither',
      })
      .prefault({}),
    anchor: section({
      /** File outside this machine to which the head of the audit is appended every hour. */
      file: textOrNone,
    }),
  }),
  /** Languages on offer; the first is the clinic's own. */
  languages: z.array(locale).min(1).default(['en', 'es']),
  formView: section({
    /**
     * Origins of forms: `https://forms.example.com`, or `https://*.example.com` for every name below it; staff
     * confirm what the service names, unless a list stands here.
     */
    origins: z.array(originEntry(readFormOrigin)).default([]),
    /**
     * Origins that the form page may reach besides its own, written alike; not for names that others register
     * (`https://*.github.io`); staff may add a refused one.
     */
    allowedOrigins: z.array(originEntry(readAllowedOrigin)).default([]),
    /** Lets patients take a picture of a card with the kiosk's camera where a form has a field for one. */
    camera: z.boolean().default(false),
    /** Shows a page that a form opens in a new window (a policy, a consent text) over it, with "Back to my forms". */
    papers: z.boolean().default(true),
  }),
  offline: section({
    /** Checks patients in without the network, from what the vault keeps for it ([offline](offline.md)). */
    enabled: z.boolean().default(false),
    /** Hours after which answers of the service are too old to be used without it. */
    keepHours: between(1, 14 * 24, 48),
    /** Template groups asked without the network; none: `packets.defaultTemplateGroupId`. */
    templateGroupIds: z.array(recordId).max(5).default([]),
    /** Time that a visit waits for the network before it offers to go on without. */
    afterMs: between(5_000, 5 * minutes, 20_000),
    /** Answer when no record fits an intake: `ask` staff, or `create` the patient. */
    newPatients: z.enum(['ask', 'create']).default('ask'),
    /** An intake without a proved contact: `review` waits for staff, `deliver` goes to the record that fits. */
    unproved: z.enum(['review', 'deliver']).default('review'),
    /** Intakes that may wait on the kiosk (and 200 MB); no further one is taken then. */
    maxIntakes: between(1, 5_000, 500),
    /** Intakes that may begin on the kiosk within an hour; further patients are sent to staff. */
    maxIntakesPerHour: between(1, 1_000, 30),
    /** Days that a delivered intake stays in the vault. */
    keepDeliveredDays: between(0, 90, 7),
    /** Keeps an intake that its patient left unfinished for staff. */
    keepUnfinished: z.boolean().default(false),
    /** Folder (absolute) that staff save an intake to as a PDF; Foyer never makes it. */
    pdfFolder: absoluteOrNone('folder', '/media/intakes/foyer'),
  }),
  bus: busSettings,
  desk: deskSettings,
  updates: updateSettings,
  telemetry: section({
    /**
     * Address of an OpenTelemetry collector, before `/v1/metrics` and `/v1/traces`; none: nothing is sent
     * ([operations](operations.md#telemetry)).
     */
    url: validTextOrNone(
      (value) => isSafeAddress(value) && !/[?#@]/.test(value),
      'an https address such as https://collector.example:4318',
    ),
  }),
})

/** The effective settings. */
export type Settings = z.output<typeof settingsSchema>

/** Tells whether the intake service is a sandbox on this machine: then no real patient is served. */
export function isPractice({ service }: Pick<Settings, 'service'>): boolean {
  const { partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl } = service
  return [partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl].every((address) =>
    isLoopback(new URL(address).hostname),
  )
}

/** Returns the rule for the origins of a kiosk's forms. */
export function formOriginRule(settings: Settings): FormOriginRule {
  return { origins: settings.formView.origins, isPractice: isPractice(settings) }
}
