import { QueryClient } from '@tanstack/svelte-query'

/**
 * The page's memory of what main answered: in this page alone, never on a disk, and emptied at the lock. Whether the
 * network is there is for main to say, and main tries again by itself where that helps.
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
