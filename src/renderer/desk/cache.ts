import { QueryClient } from '@tanstack/svelte-query'

/**
 * Creates the page's memory of main's answers: never on a disk, emptied at the lock. Main knows the network, and
 * retries by itself.
 */
export function createDeskCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        // Unused answers are dropped after a minute.
        gcTime: 60_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
}
