export type Audience = 'partner' | 'developer'

export type SandboxCredentials = Readonly<
  Record<Audience, { readonly clientId: string; readonly clientSecret: string }>
>

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
