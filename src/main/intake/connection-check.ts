import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { ConnectionCheck, ServiceInterface } from '../../shared/staff.ts'
import { contract } from '../../contract/index.ts'
import type { Operation } from '../../contract/operation.ts'
import { readPage } from '../../contract/readers/lists.ts'
import { describeShape, readerOf } from '../../contract/readers/reading.ts'
import { isFields, pick, readId } from '../../contract/readers/fields.ts'
import { sameId, type Id } from '../../contract/values.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { systemClock } from '../base/clock.ts'
import { checkAccess } from './access.ts'
import type { CheckInPlace } from './place.ts'
import { createCheckInService } from './check-in-service.ts'
import { createIntakeClient, type IntakeClient } from './client/client.ts'
import type { IntakeClientOptions } from './client/call-types.ts'
import type { ServiceError } from './http/errors.ts'

type Reason = NonNullable<ConnectionCheck['reason']>
/** `note`: the answer differs from what the documents show. */
type Judged = Result<{ readonly note?: string }, Reason>
type Verdict = Judged | 'untested'

/** The test makes a client of its own and closes it. */
export interface ConnectionUnderTest
  extends IntakeClientOptions, Pick<CheckInPlace, 'accountId' | 'locationId'> {
  /** By whose word the location is judged: of both, unless given. */
  readonly judges?: readonly ServiceInterface[]
  /** The group's public link gives the address of forms: whether the clinic confirmed that. */
  readonly forms?: FormCheck | undefined
}

interface FormCheck {
  readonly templateGroupId: Id
  readonly isConfirmed: (address: string) => boolean
}

const both: readonly ServiceInterface[] = ['partner', 'developer']

/** Tests tokens, grant, location and form origins by reads without patients. `onCheck`: each, as `checkName` orders them. */
export async function checkConnection(
  { accountId, locationId, judges = both, forms, ...options }: ConnectionUnderTest,
  onCheck: (check: ConnectionCheck) => void = () => undefined,
): Promise<readonly ConnectionCheck[]> {
  const missing = new Set<ServiceInterface>()
  const source = (name: ServiceInterface) => async () => {
    const pair = await options.credentials[name]()
    if (!pair) missing.add(name)
    return pair
  }
  const credentials = { partner: source('partner'), developer: source('developer') }
  const client = createIntakeClient({ ...options, credentials })
  const checks: ConnectionCheck[] = []
  const { clock = systemClock } = options
  const end = (name: ConnectionCheck['name'], verdict: Verdict) => {
    const told = checkOf(name, verdict)
    const isClock = told.reason === 'certificateNotYetValid' && isBehind(clock.wallTime())
    const check: ConnectionCheck = isClock ? { ...told, reason: 'clockWrong' } : told
    checks.push(check)
    onCheck(check)
    return verdict !== 'untested' && verdict.ok
  }
  const tokenVerdict = (name: ServiceInterface, answer: Result<unknown, ServiceError>): Verdict => {
    if (answer.ok || !concernsToken(answer.error)) return ok({})
    return err(missing.has(name) ? 'noCredentials' : reasonOf(answer.error))
  }
  try {
    const { list } = contract.partner.categories
    const input = { params: { accountId }, query: { limit: 1 } }
    // Concerns no location and no patient.
    const account = await client.read(list, shapeOf(list), input)
    const hasPartner = end('partnerToken', tokenVerdict('partner', account))
    const locations = await client.read(contract.developer.locations.list, locationRows, {})
    const hasDeveloper = end('developerToken', tokenVerdict('developer', locations))
    const isGranted = end('grant', hasPartner ? verdictOf(account, 'noGrant') : 'untested')

    const byPartner = judges.includes('partner')
    const place = { accountId, locationId }
    const locationVerdict = async (): Promise<Verdict> => {
      if (!(byPartner ? isGranted : hasDeveloper)) return 'untested'
      const access = byPartner ? verdictOf(await checkAccess(client, place), 'notFound') : ok({})
      const isAlsoListed = access.ok && hasDeveloper && judges.includes('developer')
      return isAlsoListed ? isListed(locations, locationId) : access
    }
    const isThere = end('location', await locationVerdict())
    if (forms && byPartner)
      end('formOrigin', isThere ? await formVerdict(client, place, forms) : 'untested')
    return checks
  } finally {
    await client.close()
  }
}

/** Takes any answer, and notes where the contract describes another. */
function shapeOf({ answer: schema }: Operation) {
  return readerOf('an answer', (answer): { readonly note?: string } =>
    schema.safeParse(answer.body).success ? {} : { note: describeShape(answer.body) },
  )
}

const locationRows = readerOf('a list of locations', (answer) => {
  const { list } = contract.developer.locations
  const rows = readPage(answer)?.items
  const ids = rows?.flatMap((row) => (isFields(row) ? (readId(pick(row, 'id')) ?? []) : []))
  const noted = shapeOf(list)(answer)
  return { ids, ...(noted.ok ? noted.value : {}) }
})

/** Not granted, or refused; the developer interface may say so in its envelope. */
const concernsToken = ({ stage, kind }: ServiceError) =>
  stage === 'token' || kind === 'unauthorized' || kind === 'refusedByEnvelope'

function isListed(
  listed: Result<{ readonly ids: readonly Id[] | undefined; readonly note?: string }, ServiceError>,
  locationId: Id,
): Judged {
  if (!listed.ok) return err(reasonOf(listed.error))
  const { ids, note } = listed.value
  const isThere = ids === undefined || ids.some((id) => sameId(id, locationId))
  return isThere ? ok(note === undefined ? {} : { note }) : err('notFound')
}

/** A group without a link says nothing. */
async function formVerdict(
  client: IntakeClient,
  place: Pick<CheckInPlace, 'accountId' | 'locationId'>,
  { templateGroupId, isConfirmed }: FormCheck,
): Promise<Verdict> {
  const group = { ...place, defaultTemplateGroupId: templateGroupId }
  const link = await createCheckInService(client, group).publicLink(new AbortController().signal)
  if (link.ok) return isConfirmed(link.value) ? ok({}) : err('notConfirmed')
  return link.error.kind === 'unreadableAnswer' ? 'untested' : err(reasonOf(link.error))
}

function verdictOf(
  answer: Result<{ readonly note?: string } | null, ServiceError>,
  forbidden: Reason,
): Judged {
  if (answer.ok) return ok(answer.value ?? {})
  return err(answer.error.kind === 'forbidden' ? forbidden : reasonOf(answer.error))
}

const reasons: Partial<Readonly<Record<ServiceError['kind'], Reason>>> = {
  unauthorized: 'refused',
  refusedByEnvelope: 'refused',
  timedOut: 'unreachable',
  notFound: 'notFound',
}
const reasonOf = (error: ServiceError): Reason =>
  error.kind === 'unreachable' ? reasonOfFault(error.reason) : (reasons[error.kind] ?? 'other')

/** Finds what IT can mend by the code of a connection's fault. */
export function reasonOfFault(code: string): Reason {
  return hangsUp.test(code) ? 'hungUp' : (connectionFaults[code] ?? 'unreachable')
}

/** By the codes of Node, OpenSSL and Foyer's own agent. */
const connectionFaults: Readonly<Record<string, Reason>> = {
  CERT_HAS_EXPIRED: 'certificateExpired',
  CERT_NOT_YET_VALID: 'certificateNotYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOfOtherName',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateSelfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificateIssuerUnknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificateIssuerUnknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificateIssuerUnknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificateIssuerUnknown',
  // The issuer's name is known, and its key another.
  CERT_SIGNATURE_FAILURE: 'certificateIssuerUnknown',
  CA_FILE_UNUSABLE: 'caFileUnusable',
  CLIENT_CERTIFICATE_UNUSABLE: 'clientCertificateUnusable',
  // A proxy opened no tunnel; a call that was given up has another reason.
  UND_ERR_ABORTED: 'proxyRefused',
}

// A refused or missing client certificate mostly shows behind the handshake (TLS 1.3) as a closed connection.
const hangsUp =
  /^(UND_ERR_SOCKET|ECONNRESET)$|_ALERT_(HANDSHAKE_FAILURE|CERTIFICATE_\w+|(BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA)$/

/** For certain: an authority that came with this program is not valid yet by it. */
function isBehind(now: number): boolean {
  return rootCertificates.some((pem) => Date.parse(new X509Certificate(pem).validFrom) > now)
}

function checkOf(name: ConnectionCheck['name'], verdict: Verdict): ConnectionCheck {
  if (verdict === 'untested') return { name, state: 'untested', reason: null }
  return verdict.ok
    ? { name, state: 'passed', reason: null, ...verdict.value }
    : { name, state: 'failed', reason: verdict.error }
}
