import * as z from 'zod/mini'
import { connectionState } from './connection.ts'
import { memberSecretMost } from './entry-limits.ts'
import { requestReasons } from './request-reason.ts'
import { deskCommands, deskScreens } from './staff-desk.ts'
import { memberCommands, memberScreens } from './staff-members.ts'
import { intakeCommands, intakeCounts, intakeScreens } from './staff-intakes.ts'
import { commandOf, moment, panelShape, screenOf, staffPage } from './staff-pages.ts'
import { formOrigins, refusedOrigins } from './staff-origins.ts'

export { staffPage, type StaffPage } from './staff-pages.ts'

const serviceInterface = z.enum(['partner', 'developer'])
export type ServiceInterface = z.infer<typeof serviceInterface>

const typedPin = z.string().check(z.regex(/^\d{0,12}$/))

/** Commands of staff to main. All but `openStaff` and those of a PIN pad are refused outside the open panel. */
export const staffCommand = z.discriminatedUnion('type', [
  commandOf('openStaff', {}),
  commandOf('submitPin', { pin: typedPin }),
  /** A new PIN, and then the same again. */
  commandOf('choosePin', { pin: typedPin }),
  commandOf('closeStaff', {}),
  commandOf('openStaffPage', { page: staffPage }),
  commandOf('helpPatient', {}),
  commandOf('settleRequest', { key: z.string().check(z.maxLength(20)) }),
  commandOf('testConnection', {}),
  commandOf('giveCredentials', {
    interface: serviceInterface,
    clientId: z.string().check(z.minLength(1), z.maxLength(500)),
    clientSecret: z.string().check(z.minLength(1), z.maxLength(2000)),
  }),
  commandOf('removeCredentials', { interface: serviceInterface }),
  commandOf('changeSetting', {
    key: z.string().check(z.maxLength(60)),
    /** As `StaffSetting.value` is written. */
    value: z.string().check(z.maxLength(200)),
  }),
  commandOf('resetSetting', { key: z.string().check(z.maxLength(60)) }),
  commandOf('confirmFormOrigin', { key: z.string().check(z.maxLength(20)) }),
  /** They do not: it is not asked about any more, until the service gives it again. */
  commandOf('declineFormOrigin', { key: z.string().check(z.maxLength(20)) }),
  commandOf('allowOrigin', { origin: z.string().check(z.maxLength(300)) }),
  ...memberCommands,
  ...intakeCommands,
  ...deskCommands,
  commandOf('verifyAudit', {}),
  commandOf('takeOutOfService', {}),
  commandOf('putInService', {}),
  commandOf('changePin', {}),
  commandOf('rotateKey', {}),
  commandOf('leaveKiosk', {}),
  /** Forgets all that this kiosk keeps for good; asks for the PIN once more. `confirmed`: intakes that wait, too. */
  commandOf('forgetKiosk', { pin: typedPin, confirmed: z.optional(z.boolean()) }),
  commandOf('forgetKioskAsMember', {
    secret: z.string().check(z.minLength(1), z.maxLength(memberSecretMost)),
    confirmed: z.optional(z.boolean()),
  }),
])
export type StaffCommand = z.infer<typeof staffCommand>

/** `ownPhone`: the patient went on with it; `tooLong`: the longest time was over; `stopped`: Foyer was ended. */
export const visitOutcome = z.enum([
  'done',
  'ownPhone',
  'startedOver',
  'idle',
  'tooLong',
  'notUnlocked',
  'outOfService',
  'staff',
  'stopped',
  'bug',
])
export type VisitOutcome = z.infer<typeof visitOutcome>

const helpRequest = z.strictObject({
  key: z.string(),
  helpNumber: z.string(),
  reason: z.enum(requestReasons),
  at: moment,
  detail: z.string(),
})
export type HelpRequest = z.infer<typeof helpRequest>

const credentialStatus = z.strictObject({ name: serviceInterface, since: z.nullable(moment) })

export const checkName = z.enum([
  'partnerToken',
  'developerToken',
  'grant',
  'location',
  'formOrigin',
])
export type CheckName = z.infer<typeof checkName>

const connectionCheck = z.strictObject({
  name: checkName,
  /** `untested`: not asked yet, or it makes no sense before another one passes. */
  state: z.enum(['untested', 'testing', 'passed', 'failed']),
  reason: z.nullable(
    z.enum([
      'noCredentials',
      'refused',
      'noGrant',
      'notFound',
      'notConfirmed',
      'unreachable',
      'certificateExpired',
      'certificateNotYetValid',
      'clockWrong',
      'certificateOfOtherName',
      'certificateIssuerUnknown',
      'certificateSelfSigned',
      'caFileUnusable',
      'hungUp',
      'clientCertificateUnusable',
      'proxyRefused',
      'other',
    ]),
  ),
  /** Difference of a passed answer from what the documents show (names and types). */
  note: z.optional(z.string()),
})
export type ConnectionCheck = z.infer<typeof connectionCheck>

export const vaultFault = z.enum([
  // The three `…Needed`: a place of its key that this start does not ask.
  'noKeySource',
  'passphraseNeeded',
  'keyringNeeded',
  'electronNeeded',
  'keyMissing',
  'wrongKey',
  'corrupt',
  'altered',
  'writesLost',
  'moved',
  'readOnly',
  'full',
  'inUse',
  'newerSchema',
  'unavailable',
])
export type VaultFault = z.infer<typeof vaultFault>

const staffSetting = z.strictObject({
  /** Dotted, as in docs/settings.md. */
  key: z.string(),
  kind: z.enum(['choice', 'flag', 'seconds', 'text', 'shown']),
  value: z.string(),
  choices: z.array(z.string()),
  least: z.nullable(z.int()),
  most: z.nullable(z.int()),
  origin: z.enum(['default', 'kiosk', 'file', 'environment', 'policy']),
  canChange: z.boolean(),
})
export type StaffSetting = z.infer<typeof staffSetting>

/** None holds a secret or the id of a record; only an opened intake's shows a contact or a patient's name. */
export const staffScreen = z.discriminatedUnion('name', [
  /** `isFirst`: nothing else comes before it on this kiosk, and it cannot be closed. */
  screenOf('staffChoosePin', {
    isFirst: z.boolean(),
    stage: z.enum(['choose', 'repeat']),
    error: z.nullable(z.enum(['tooShort', 'tooEasy', 'notSame'])),
    errorCount: z.int(),
  }),
  screenOf('staffEnterPin', {
    /** `enter`: to come in; `change`: the one that holds, before another is chosen. */
    purpose: z.enum(['enter', 'change']),
    checking: z.boolean(),
    error: z.nullable(z.enum(['wrong'])),
    errorCount: z.int(),
    waitMs: z.int(),
  }),
  ...memberScreens,
  screenOf('staffHome', {
    ...panelShape,
    requests: z.array(helpRequest),
    outcomes: z.array(z.strictObject({ at: moment, outcome: visitOutcome })),
    /** Last time in a day that unusually many codes were requested and not answered; null: none. */
    unusualCodesAt: z.nullable(moment),
    connection: connectionState,
    connectionSince: z.nullable(moment),
    visit: z.nullable(z.string()),
    wipeAsked: z.boolean(),
    inService: z.boolean(),
    intakes: intakeCounts,
    missing: z.array(serviceInterface),
    ...formOrigins,
  }),
  screenOf('staffConnection', {
    ...panelShape,
    checks: z.array(connectionCheck),
    ...formOrigins,
    refused: refusedOrigins,
    refusedError: z.nullable(z.string()),
  }),
  ...intakeScreens,
  ...deskScreens,
  screenOf('staffCredentials', {
    ...panelShape,
    interfaces: z.array(credentialStatus),
    /** The last pair that was entered: its test's results so far; `kept` once it passed and is in the vault. */
    given: z.nullable(
      z.strictObject({
        interface: serviceInterface,
        checks: z.array(connectionCheck),
        outcome: z.enum(['testing', 'kept', 'notKept']),
      }),
    ),
    accountId: z.string(),
    locationId: z.string(),
    ...formOrigins,
  }),
  screenOf('staffSettings', {
    ...panelShape,
    settings: z.array(staffSetting),
    /** The last refused change: its key, and the expected value (a technical word of the schema). */
    error: z.nullable(z.strictObject({ key: z.string(), expected: z.string() })),
    errorCount: z.int(),
  }),
  screenOf('staffAudit', {
    ...panelShape,
    state: z.enum(['unverified', 'verifying', 'holds', 'broken']),
    entries: z.int(),
    /** SHA-256 of the last entry, to be noted down; empty where none was verified. */
    hash: z.string(),
    fault: z.string(),
  }),
  screenOf('staffMachine', {
    ...panelShape,
    version: z.string(),
    shell: z.enum(['electron', 'browser']),
    kioskName: z.string(),
    done: z.nullable(z.enum(['pinChanged', 'keyRotated', 'keyNotRotated'])),
    /** Secret that confirms forgetting everything: the kiosk's PIN, or the signed-in member's own secret. */
    confirmWith: z.enum(['pin', 'secret']),
    /** `stillWaiting`: the secret was right, but intakes wait; `deskSilent`: the PIN is asked for. */
    forgetError: z.nullable(z.enum(['wrong', 'wait', 'stillWaiting', 'deskSilent'])),
    waitingIntakes: z.int(),
    errorCount: z.int(),
    waitMs: z.int(),
  }),
  /** No PIN can be checked, so anyone may read it, without any command. `detail`: a code or file name; may be empty. */
  screenOf('staffVaultFault', { fault: vaultFault, detail: z.string().check(z.maxLength(60)) }),
])
export type StaffScreen = z.infer<typeof staffScreen>
