import type { AssumptionId } from '../assumptions.ts'
import type { Id } from '../values.ts'
import { address } from './address.ts'
import { readPage } from './lists.ts'
import { location } from './location.ts'
import { createdPacket, formsLeft, packet } from './packet.ts'
import { birthDate, match } from './patient.ts'
import { codeVerdict, describeProof, newProof, proofStatus } from './proof.ts'
import type { ProofChannel } from './read-types.ts'
import { anyAnswer, readerOf, type Reader } from './reading.ts'
import { names } from './vocabulary.ts'

/** A reader of the visit: what it is for, and on which assumption about the service's answer it is tolerant. */
interface VisitReader<Make> {
  readonly operation: string
  readonly covers: readonly AssumptionId[]
  /** Makes the reader for one call. */
  readonly read: Make
}

/** Declares a reader; keeps its exact type. */
const reader = <Make extends (...args: never[]) => Reader<unknown>>(
  operation: string,
  covers: readonly AssumptionId[],
  read: Make,
): VisitReader<Make> => ({ operation, covers, read })

/** Everything that a visit reads of the service's answers. The full schemas are looked at by nobody during a visit. */
export const visitReaders = {
  newProof: reader('partner.identityProof.create', ['identity-proof-answers'], () =>
    readerOf('an identity proof: its id and its token', newProof),
  ),
  /** That a code was sent is said by the status alone. */
  sentCode: reader('partner.identityProof.send', ['identity-proof-answers'], () => anyAnswer),
  proofStatus: reader(
    'partner.identityProof.get',
    ['identity-proof-verify-result'],
    (needed: readonly ProofChannel[]) =>
      readerOf(
        'which methods of the identity proof are verified',
        (answer) => proofStatus(answer, needed),
        describeProof,
      ),
  ),
  codeVerdict: reader(
    'partner.identityProof.verify',
    ['identity-proof-verify-result', 'identity-proof-codes'],
    (channel: ProofChannel) =>
      readerOf('what became of a code', (answer) => codeVerdict(answer, channel), describeProof),
  ),
  match: reader('partner.identityProof.getPatient', ['identity-proof-answers'], () =>
    readerOf('the id of the matched patient', match),
  ),
  birthDate: reader('partner.patients.get', ['partner-patient-shape'], (patientId: Id) =>
    readerOf('a patient with a date of birth', (answer) => birthDate(answer, patientId)),
  ),
  packets: reader('partner.formPackets.list', ['list-pages', 'form-packet-shape'], () =>
    readerOf('a list of form packets', ({ status, body, headers }) =>
      status === 204 ? { items: [], nextCursor: null } : readPage(body, headers),
    ),
  ),
  packet: reader(
    'partner.formPackets.get',
    ['form-packet-shape', 'form-packet-status'],
    (asked: Id) =>
      readerOf('a form packet', ({ body }) => {
        const read = packet(body, asked)
        return read && { ...read, formsLeft: formsLeft(body) }
      }),
  ),
  /** Null where the answer to a creation does not say what was created. */
  createdPacket: reader('partner.formPackets.create', ['form-packet-shape', 'created-status'], () =>
    readerOf('a new form packet', (answer) => createdPacket(answer) ?? null),
  ),
  completionUrl: reader('partner.formPackets.getUrl', ['url-answers'], () =>
    readerOf('an address', (answer) => address(answer)),
  ),
  publicLink: reader(
    'partner.formTemplateGroups.getForLocation',
    ['partner-form-template-shape'],
    () => readerOf('a template group with a link', (answer) => address(answer, names.staticLink)),
  ),
  location: reader('developer.locations.get', [], () =>
    readerOf('a location with a name', location),
  ),
} as const
