import type { IncomingMessage, ServerResponse } from 'node:http'

/** The part of Vite's server that this uses. */
interface Server {
  middlewares: {
    use(handle: (_: IncomingMessage, response: ServerResponse, next: () => void) => void): unknown
  }
}

/**
 * Lets the browser keep modules for as long as tests run once. Vite has it ask for each of a thousand of them again for
 * every file of tests. (Where vitest watches files, it would keep old ones.)
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
