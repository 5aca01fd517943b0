/** Token and secret that prove deliveries of the bench genuine. */
export const benchEndpoint = {
  token: 'a-token-of-the-bench',
  signingSecret: 'whsec_of_the_endpoint_of_the_bench',
} as const

/** Listening receiver of deliveries. `heard`: ids of the received events. */
export interface BenchReceiver {
  readonly port: number
  readonly heard: readonly string[]
  stop(): Promise<void>
}

/** Reports of a receiver to its parent. */
export type FromReceiver =
  | { readonly port: number }
  /** Events that the other end received, and how many different ones. */
  | { readonly heard: number; readonly different: number }
