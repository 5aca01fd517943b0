import type { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { envelope, failureEnvelope } from '../developer-v1/envelope.ts'
import { assumed } from '../mark.ts'
import type { Operation } from '../operation.ts'
import { errorBody } from '../partner-v2/error-body.ts'
import { strictOf } from '../strict.ts'

const json = (schema: z.ZodType) => ({ 'application/json': { schema: strictOf(schema) } })

/** An error of the partner interface and of the token requests. */
const error = (id: string, description: string): ZodOpenApiResponseObject => ({
  id,
  description,
  content: json(errorBody),
})

const partnerErrors = {
  400: error('BadRequest', 'The request is not what the operation takes.'),
  401: error('Unauthorized', 'The access token is invalid, expired or missing.'),
  403: error('Forbidden', 'No access to the requested account or location.'),
  404: error('NotFound', 'It does not exist, or not in this account.'),
  422: error('Unprocessable', 'Well formed, but it cannot be carried out.'),
} satisfies Record<number, ZodOpenApiResponseObject>

const noGrant = error('NoGrant', 'No account has granted access to the integration.')

/** True if an operation belongs to an account, which may or may not have granted access. */
function isScoped({ params }: Operation): boolean {
  return params !== undefined && 'accountId' in params.shape
}

const tokenErrors = {
  400: error('InvalidRequest', 'The request is not a token request.'),
  401: error('InvalidClient', 'The client credentials are wrong.'),
}

const developerUnauthorized: ZodOpenApiResponseObject = {
  id: 'Unauthorized',
  description: 'The access token is invalid, expired or missing.',
  content: json(assumed(failureEnvelope, 'developer-unauthorized')),
}

/** Builds the possible answers of an operation, by status. */
export function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { interface: of, answer, status } = operation
  if (of === 'developer') {
    const description = 'The result, or an envelope whose `success` is false and that says why.'
    return { 200: { description, content: json(envelope(answer)) }, 401: developerUnauthorized }
  }
  const success =
    status === 204
      ? { description: 'Done.' }
      : { description: 'The result.', content: json(answer) }
  const errors =
    of === 'auth'
      ? tokenErrors
      : Object.fromEntries(
          errorStatuses(operation).map((each) => [
            each,
            each === 403 && !isScoped(operation) ? noGrant : partnerErrors[each],
          ]),
        )
  return { [`${status}`]: success, ...errors }
}

type ErrorStatus = keyof typeof partnerErrors

/**
 * Lists the errors of a partner operation: those stated for all, for records and for this one, and 400 for missing
 * headers or bad parameters.
 */
function errorStatuses({ params, errors, assumes }: Operation) {
  const scope = ['accountId', 'locationId']
  const found = new Set<ErrorStatus>([400, 401, 403])
  if (Object.keys(params?.shape ?? {}).some((name) => !scope.includes(name))) found.add(404)
  if (assumes?.includes('unprocessable-bodies')) found.add(422)
  for (const status of errors ?? []) if (status in partnerErrors) found.add(status as ErrorStatus)
  return [...found].sort()
}
