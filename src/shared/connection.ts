import * as z from 'zod/mini'

export const connectionState = z.enum([
  'unknown',
  'online',
  'slow',
  'offline',
  /** Something else answers in its place, or its certificate is not to be trusted. */
  'refused',
  'serviceDown',
  'denied',
])
export type ConnectionState = z.infer<typeof connectionState>

/** Tells whether calls are worth a try: the service answers, or nobody knows yet. */
export const isReachable = (state: ConnectionState): boolean =>
  state === 'unknown' || state === 'online' || state === 'slow'
