import type { HttpBindings } from '@hono/node-server'

/** Values that a request of the sandbox carries from one handler to the next. */
export interface Env {
  Bindings: HttpBindings
  Variables: { grantRevoked?: boolean }
}
