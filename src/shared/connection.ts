import * as z from 'zod/mini'

/**
 * Connection to the intake service, judged by real calls. `slow`: it answers, late. `offline`: no way to it. `refused`:
 * something else answers in its place, or its certificate is not to be trusted. `serviceDown`: it is there and fails.
 * `denied`: it does not let this kiosk in.
 */
export const connectionState = z.enum([
  'unknown',
  'online',
  'slow',
  'offline',
  'refused',
  'serviceDown',
  'denied',
])
export type ConnectionState = z.infer<typeof connectionState>
