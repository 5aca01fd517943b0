import type { HttpBindings } from '@hono/node-server'

/** What a request of the sandbox carries from one handler to the next. */
export interface Env {
  Bindings: HttpBindings
  Variables: { grantRevoked?: boolean }
}
