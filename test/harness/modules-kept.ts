import type { IncomingMessage, ServerResponse } from 'node:http'

/** The part of Vite's server that this uses. */
interface Server {
  middlewares: {
    use(handle: (_: IncomingMessage, response: ServerResponse, next: () => void) => void): unknown
  }
}

/**
 * Lets the browser keep modules while tests run once: Vite has it ask for each of a thousand again for every file of
 * tests.
 */
export const modulesKept = () => ({
  name: 'modules-kept',
  configureServer({ middlewares }: Server): void {
    middlewares.use((_, response, next) => {
      const set = response.setHeader.bind(response)
      response.setHeader = (name, value) =>
        set(name, value === 'no-cache' ? 'max-age=3600, immutable' : value)
      next()
    })
  },
})
