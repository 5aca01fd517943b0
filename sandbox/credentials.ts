/** Client id and secret of one interface. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The sandbox's credentials: always the same, and good for nothing but the sandbox. */
export const credentials = {
  partner: {
    clientId: 'foyer-sandbox-partner',
    clientSecret: 'sandbox-partner-secret-not-a-secret',
  },
  developer: {
    clientId: 'foyer-sandbox-developer',
    clientSecret: 'sandbox-developer-secret-not-a-secret',
  },
} as const satisfies Record<string, ClientCredentials>
