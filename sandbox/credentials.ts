/** Client id and secret of one interface. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The interface that a token opens. */
export type Audience = 'partner' | 'developer'

/** Credentials of callers that may ask for tokens. */
export type SandboxCredentials = Readonly<Record<Audience, ClientCredentials>>

/** Credentials of the sandbox by default: always the same, and good for nothing but the sandbox. */
export const credentials = {
  partner: {
    clientId: 'foyer-sandbox-partner',
    clientSecret: 'sandbox-partner-secret-not-a-secret',
  },
  developer: {
    clientId: 'foyer-sandbox-developer',
    clientSecret: 'sandbox-developer-secret-not-a-secret',
  },
} as const satisfies SandboxCredentials
