import type { HttpBindings } from '@hono/node-server'

export interface Env {
  Bindings: HttpBindings
  Variables: { grantRevoked?: boolean }
}
