import { contract } from '../../src/contract/index.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { byId, paginate, presentPage } from '../http/paginate.ts'
import type { Page } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { ownFields } from '../present.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'
import type { Account, State } from '../state/types.ts'

const { healthProfile } = contract.partner

interface Entry {
  readonly id: number
  readonly accountId: number
  readonly patientId: number
}

interface EntryCall {
  readonly state: State
  readonly account: Account
}

interface ListCall extends EntryCall {
  readonly params: { readonly patientId: Id }
  readonly query: { readonly cursor?: string | undefined; readonly limit?: number | undefined }
}

/** A page of the entries that a patient of the account has in a table. */
function list<T extends Entry>(
  { state, account, params, query }: ListCall,
  table: ReadonlyMap<number, T>,
): Result<Page<Omit<T, 'accountId'>>, Refusal> {
  const patient = inAccount(state.patients, account.id, params.patientId)
  if (!patient) return notFound('patient')
  const entries = ofAccount(table, account.id).filter(({ patientId }) => patientId === patient.id)
  return presentPage(paginate(entries, query, byId), ownFields)
}

/** One entry, whose patient is still in the account. */
function get<T extends Entry>(
  { state, account }: EntryCall,
  table: ReadonlyMap<number, T>,
  id: Id,
  kind: string,
): Result<Omit<T, 'accountId'>, Refusal> {
  const entry = inAccount(table, account.id, id)
  return entry && inAccount(state.patients, account.id, entry.patientId)
    ? ok(ownFields(entry))
    : notFound(kind)
}

/** Allergies, medications and problems. */
export const healthProfileRoutes = [
  route(healthProfile.listAllergies, (call) => list(call, call.state.allergies)),
  route(healthProfile.listMedications, (call) => list(call, call.state.medications)),
  route(healthProfile.listProblems, (call) => list(call, call.state.problems)),
  route(healthProfile.getAllergy, (call) =>
    get(call, call.state.allergies, call.params.allergyId, 'allergy'),
  ),
  route(healthProfile.getMedication, (call) =>
    get(call, call.state.medications, call.params.medicationId, 'medication'),
  ),
  route(healthProfile.getProblem, (call) =>
    get(call, call.state.problems, call.params.problemId, 'problem'),
  ),
]
