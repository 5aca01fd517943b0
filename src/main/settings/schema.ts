import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { locale } from '../../shared/ipc.ts'
import { isHttpsOrLoopback, isLoopback } from '../../shared/loopback.ts'
import type { Result } from '../../shared/result.ts'
import type { FormOriginRule } from '../form-origins/form-address.ts'
import { readAllowedOrigin, readFormOrigin } from '../form-origins/origin-entry.ts'

/** TLS only, and nothing besides host and port. */
const isBrokerAddress = (value: string) => {
  const url = URL.parse(value)
  return (
    url?.protocol === 'mqtts:' &&
    url.hostname !== '' &&
    value.replace(/\/$/, '') === `mqtts://${url.host}`
  )
}
const tcpPort = z.int().min(1).max(65_535)

/** How stations talk (docs/fleet.md). */
const busSettings = z
  .strictObject({
    broker: z
      .strictObject({
        /**
         * Address of the interface on which a desk or hub carries the broker and pairs; `0.0.0.0`: all of them. No kiosk
         * reaches it before one is chosen.
         */
        host: z.string().min(1).default('127.0.0.1'),
        /** Port of the broker that the desk or hub carries. */
        port: tcpPort.default(8883),
        /** Port on which stations are paired. */
        pairingPort: tcpPort.default(8884),
        /** Address of another broker that is used in its place (docs/fleet.md); none: the desk or hub carries it. */
        url: z
          .string()
          .refine(isBrokerAddress, { error: 'an address such as mqtts://broker.example:8883' })
          .nullable()
          .default(null),
        /** PEM file of who vouches for that broker's certificate; none: those that Node knows. */
        caFile: z.string().min(1).nullable().default(null),
        /** User name of this station there; none: its own id. The password for it is kept by `npm run bus -- keep-password`. */
        username: z.string().min(1).max(200).nullable().default(null),
      })
      .prefault({}),
  })
  .prefault({})

/** What a desk does for its members of staff. */
const deskSettings = z
  .strictObject({
    /** ms without a touch or a key after which the desk locks and forgets what was open. */
    lockAfterMs: z
      .int()
      .min(30_000)
      .max(30 * 60_000)
      .default(5 * 60_000),
    /** Folder (absolute) that administrators export the audit to; none: they cannot. Foyer never makes it. */
    exportFolder: z
      .string()
      .refine(isAbsolute, { error: 'an absolute folder such as /media/exports/foyer' })
      .nullable()
      .default(null),
  })
  .prefault({})

/** What a hub does besides. */
const hubSettings = z
  .strictObject({
    webhooks: z
      .strictObject({
        /** Address of the interface on which deliveries of the service are received. */
        host: z.string().min(1).default('127.0.0.1'),
        /** None: no deliveries are received. */
        port: tcpPort.nullable().default(null),
        path: z
          .string()
          .regex(/^\/[\w./-]*$/, { error: 'a path such as /webhooks' })
          .default('/webhooks'),
        /** PEM file of the certificate; none: plain, behind a reverse proxy on this machine. */
        certFile: z.string().min(1).nullable().default(null),
        /** PEM file of the key to it. */
        keyFile: z.string().min(1).nullable().default(null),
      })
      .refine(({ certFile, keyFile }) => (certFile === null) === (keyFile === null), {
        error: 'certFile and keyFile together, or neither',
      })
      .refine(({ certFile, host }) => certFile !== null || isLoopback(host), {
        error: 'certFile and keyFile, or a host of this machine (127.0.0.1) behind a reverse proxy',
      })
      .prefault({}),
  })
  .prefault({})

const isSafeAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && isHttpsOrLoopback(url)
}
const httpsOrLoopback = z.string().refine(isSafeAddress, {
  error: 'an https address such as https://service.example (http only on this machine)',
  // What follows reads the address.
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
/** What the clinic says in one language; none: Foyer's own words. */
const clinicWords = z.string().trim().min(1).max(200).nullable().default(null)

/**
 * Every setting of a kiosk, with its default where one can exist. No secret stands here. Unknown keys
 * are errors, so that a typing slip is found when the file is read and not in the waiting room.
 */
export const settingsSchema = z.strictObject({
  /**
   * What this machine is: patients check in at a kiosk; members of staff work at a desk (docs/desk.md); a hub has no
   * window, and carries what kiosks tell (docs/fleet.md).
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
    accountId: account,
    locationId: recordId,
    /** ms between two looks whether the service serves this kiosk again, once it has refused to. */
    recheckMs: z
      .int()
      .min(1_000)
      .max(10 * minutes)
      .default(30_000),
    /** File that says how the service differs on the wire, from the configuration file's folder; none: not at all. */
    wireProfile: z.string().min(1).nullable().default(null),
    /** Accounts for tests: in these alone `npm run probe -- --rehearse` and `npm run api -- --unchecked` work. */
    testAccountIds: testAccounts.default([]),
  }),
  kiosk: z
    .strictObject({
      /** Name of this machine in logs and the audit. */
      name: z.string().min(1).max(40).default('kiosk'),
    })
    .prefault({}),
  identity: z
    .strictObject({
      /** What a patient proves: one channel, either of the two as they like, or both. */
      channels: z.enum(['sms', 'email', 'either', 'both']).default('either'),
      /** Region (ISO 3166-1 alpha-2) of a phone number typed without its country code. */
      phoneRegion: country.default('US'),
      /**
       * Countries (ISO 3166-1 alpha-2) to whose phones codes are sent besides `phoneRegion`. US and CA are two, and so
       * is each other country that shares +1 (PR, GU, VI).
       */
      phoneCountries: z.array(country).default([]),
      /** What follows when no record matches. */
      noMatch: z.enum(['staff', 'publicLink']).default('staff'),
    })
    .prefault({}),
  packets: z
    .strictObject({
      /** Template group for a new packet and for the public link; none: nothing is created or offered. */
      defaultTemplateGroupId: recordId.nullable().default(null),
      /** Whether a packet is created when none waits. */
      createWhenNone: z.boolean().default(false),
      /** Whether patients may fill in their forms on their own phone, by a QR code that the kiosk shows. */
      ownPhone: z.boolean().default(false),
    })
    .prefault({}),
  arrival: z
    .strictObject({
      /** Whether a patient is asked, after the date of birth, if they are here for their appointment of today. */
      enabled: z.boolean().default(true),
      /** Whether the appointment is then marked as arrived at the service. */
      mark: z.boolean().default(true),
      /** ms before an appointment from which it can be confirmed; who comes sooner is told its time. */
      earlyMs: z
        .int()
        .min(15 * minutes)
        .max(24 * 60 * minutes)
        .default(120 * minutes),
      /** Other locations of the account, of which a patient is told when their appointment is there; none: nobody is. */
      otherLocationIds: z.array(recordId).max(5).default([]),
      /** Where patients wait, for the last screen, in each language. */
      directions: z
        .strictObject({ en: clinicWords, es: clinicWords } satisfies Record<
          z.infer<typeof locale>,
          typeof clinicWords
        >)
        .prefault({}),
    })
    .prefault({}),
  idle: z
    .strictObject({
      /** ms without a touch before the warning. */
      afterMs: z
        .int()
        .min(10_000)
        .max(30 * minutes)
        .default(90_000),
      /** ms that the warning stands; at least 30 s, so that a slow reader can answer. */
      warningMs: z
        .int()
        .min(30_000)
        .max(5 * minutes)
        .default(30_000),
      /** ms without a touch before the warning while a form is filled in. */
      formAfterMs: z
        .int()
        .min(10_000)
        .max(60 * minutes)
        .default(4 * minutes),
      /** ms that a last screen (finished, ask staff) stands before the wipe. */
      lastScreenMs: z
        .int()
        .min(5_000)
        .max(5 * minutes)
        .default(20_000),
      /**
       * ms that a visit may last, whatever is touched, before the patient must ask for more time. They may twice, each
       * time half as long again: no visit lasts longer than twice this and the warnings.
       */
      visitMaxMs: z
        .int()
        .min(10 * minutes)
        .max(240 * minutes)
        .default(60 * minutes),
    })
    .prefault({}),
  data: z
    .strictObject({
      /** Folder of the vault; none: this user's own for such data. */
      dir: z.string().min(1).nullable().default(null),
    })
    .prefault({}),
  audit: z
    .strictObject({
      /** Days that an entry of the audit is kept; six years when the clinic says nothing else. */
      keepDays: z.int().min(30).max(36_525).default(2_192),
      forward: z
        .strictObject({
          /** Host of the collector (syslog over TLS) that gets a copy of each entry; none: nothing is forwarded. */
          host: z.string().min(1).nullable().default(null),
          /** 6514 is that of RFC 5425. */
          port: z.int().min(1).max(65_535).default(6514),
          /** PEM file of who vouches for the collector's certificate; none: those that Node knows. */
          caFile: z.string().min(1).nullable().default(null),
          /** PEM file of this kiosk's own certificate, for a collector that asks for one; none: without. */
          certFile: z.string().min(1).nullable().default(null),
          /** PEM file of the key to it. */
          keyFile: z.string().min(1).nullable().default(null),
        })
        .refine(({ certFile, keyFile }) => (certFile === null) === (keyFile === null), {
          error: 'certFile and keyFile together, or neither',
        })
        .prefault({}),
      anchor: z
        .strictObject({
          /** File outside this machine to which the end of the audit's chain is appended hourly; none: nowhere. */
          file: z.string().min(1).nullable().default(null),
        })
        .prefault({}),
    })
    .prefault({}),
  languages: z.array(locale).min(1).default(['en', 'es']),
  formView: z
    .strictObject({
      /** Where forms may stand: an exact origin each, or `https://*.` before a name for all below it. */
      origins: z.array(originEntry(readFormOrigin)).default([]),
      /**
       * Origins that the form page may reach besides its own: an exact origin each (`https://js.example.com`), or
       * `https://*.example.com` for every name below that one, of one label or more, but not that name itself. Below the
       * star stands a name that someone registered: not `https://*.com`, nor `https://*.github.io`.
       */
      allowedOrigins: z.array(originEntry(readAllowedOrigin)).default([]),
      /** Whether patients may take a picture with the kiosk's camera where the form page asks for one. */
      camera: z.boolean().default(false),
      /**
       * Whether what a form opens in a new window (a privacy policy, a consent text) is shown over it
       * (docs/adr/0020-papers-open-in-a-reader.md).
       */
      papers: z.boolean().default(true),
    })
    .prefault({}),
  offline: z
    .strictObject({
      /** Whether patients are checked in without the network, and what that needs is kept in the vault (docs/offline.md). */
      enabled: z.boolean().default(false),
      /** Hours after which what was read of the service is too old to be used without it. */
      keepHours: z
        .int()
        .min(1)
        .max(14 * 24)
        .default(48),
      /** Template groups whose forms a patient is asked without the network; none: `packets.defaultTemplateGroupId`. */
      templateGroupIds: z.array(recordId).max(5).default([]),
      /** ms that a visit waits for a network that went before it offers to go on without. */
      afterMs: z
        .int()
        .min(5_000)
        .max(5 * minutes)
        .default(20_000),
      /** What becomes of an intake that no record matches: staff are asked, or the patient is created. */
      newPatients: z.enum(['ask', 'create']).default('ask'),
      /** Intakes that wait on this kiosk at most; no further one is taken then. */
      maxIntakes: z.int().min(1).max(5_000).default(500),
      /** Days that an intake is kept after it was delivered. */
      keepDeliveredDays: z.int().min(0).max(90).default(7),
      /** Whether an intake that its patient left unfinished is kept for staff. */
      keepUnfinished: z.boolean().default(false),
      /** Folder (absolute) that staff save an intake to as a PDF, on a stick or a share; none: they cannot. Foyer never makes it. */
      pdfFolder: z
        .string()
        .refine(isAbsolute, { error: 'an absolute folder such as /media/intakes/foyer' })
        .nullable()
        .default(null),
    })
    .prefault({}),
  bus: busSettings,
  desk: deskSettings,
  hub: hubSettings,
})

/** The effective settings. */
export type Settings = z.output<typeof settingsSchema>

/** Whether the intake service is one of this machine, a sandbox: then no real patient is served. */
export function isPractice({ service }: Pick<Settings, 'service'>): boolean {
  const { partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl } = service
  return [partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl].every((address) =>
    isLoopback(new URL(address).hostname),
  )
}

/** Where the forms of a kiosk with these settings may stand. */
export function formOriginRule(settings: Settings): FormOriginRule {
  return { origins: settings.formView.origins, isPractice: isPractice(settings) }
}
