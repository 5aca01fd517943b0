import { z } from 'zod'
import type { Operation } from '../operation.ts'

/** Placeholder hosts for those that the documents do not state. */
const flow = (tokenUrl: string) => ({ clientCredentials: { tokenUrl, scopes: {} } })

/** Authentication scheme of each interface. */
export const securitySchemes = {
  partner: {
    PartnerOAuth: {
      type: 'oauth2',
      description: 'Client credentials, sent as form fields; the token is a JWT that lives 3600 s.',
      flows: flow('https://partner-auth.intake.invalid/oauth/token'),
    },
    PartnerApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description:
        'Sent together with PartnerOAuth, never instead of it; named for the webhook list.',
    },
  },
  developer: {
    DeveloperOAuth: {
      type: 'oauth2',
      description: 'Client credentials, sent as Basic authentication.',
      flows: flow('https://developer-auth.intake.invalid/oauth2/token'),
    },
    DeveloperCredentials: {
      type: 'http',
      scheme: 'basic',
      description: 'Client id and client secret, for the token request alone.',
    },
  },
} as const

type Requirement = Readonly<Record<string, string[]>>

/** The credentials that an operation takes; those of one object go together. */
export function securityOf({ id, interface: of, headers }: Operation): Requirement[] {
  if (id === 'auth.partnerToken') return []
  if (id === 'auth.developerToken') return [{ DeveloperCredentials: [] }]
  if (of === 'developer') return [{ DeveloperOAuth: [] }]
  const withKey = headers !== undefined && apiKey in headers.shape
  return [{ PartnerOAuth: [], ...(withKey && { PartnerApiKey: [] }) }]
}

const apiKey = 'x-api-key'

/** An operation's own headers, without those that are credentials and so stand under its security. */
export function headersOf({ headers }: Operation): z.ZodObject | undefined {
  const own = Object.entries(headers?.shape ?? {}).filter(
    ([name]) => name !== apiKey && name !== 'authorization',
  )
  return own.length === 0 ? undefined : z.strictObject(Object.fromEntries(own))
}
