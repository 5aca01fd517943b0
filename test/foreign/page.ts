/** The hosts of the vendor; those of `localhost` have processes of their own. The clinic lists all but `forms` and `unlistedHost`. */
export const foreignHosts = {
  /** The completion page. */
  forms: '127.0.0.1',
  /** Scripts, styles, pictures. */
  cdn: 'localhost',
  /** Calls of a page. */
  api: '127.0.0.1',
  /** A payment provider's frame. */
  payment: 'localhost',
  /** Counts visitors. */
  tracker: 'localhost',
} as const

export type ForeignHost = keyof typeof foreignHosts

/** The host that the vendor names in its pages, and the clinic did not list. */
export const unlistedHost: ForeignHost = 'tracker'

/** Facts that the vendor's pages know of the rest of the vendor. */
export interface Vendor {
  readonly origins: Readonly<Record<ForeignHost, string>>
  /** Keeps what a patient answered; by the visit's token, then by field. */
  keep(token: string, answers: URLSearchParams): void
  /** Marks all forms of the packet as submitted at the service, as the vendor's backend does. */
  submitForms(token: string): void
}

interface ForeignRequest {
  /** The body of a form that was sent. */
  readonly form: URLSearchParams
  /** Of the completion URL: `t` of the query, or of the form. */
  readonly token: string
  readonly vendor: Vendor
}

export interface ForeignAnswer {
  /** 200 where it is left out. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface ForeignRoute {
  readonly host: ForeignHost
  /** GET where it is left out. */
  readonly method?: 'GET' | 'POST'
  readonly path: string
  answer(request: ForeignRequest): ForeignAnswer | Promise<ForeignAnswer>
}
