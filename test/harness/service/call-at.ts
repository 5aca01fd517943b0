import type { IntakeClient } from '../../../src/main/intake/client/client.ts'

/** The function of an operation in a client. */
export const callAt = (client: IntakeClient, id: string): unknown =>
  id.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], client)
