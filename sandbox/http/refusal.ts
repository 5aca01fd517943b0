import { err } from '../../src/shared/result.ts'

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 422
  readonly code: string
  readonly message: string
}

const refuse = (status: Refusal['status']) => (code: string, message: string) =>
  err<Refusal>({ status, code, message })

export const badRequest = refuse(400)
export const unauthorized = refuse(401)
export const forbidden = refuse(403)
export const unprocessable = refuse(422)

/** Builds a 404 for a kind of record, missing or another account's alike. */
export function notFound(kind: string) {
  return refuse(404)('not_found', `There is no such ${kind} in this account.`)
}
