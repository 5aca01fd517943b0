/** A request as it left the client. */
export interface WireRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer as it reaches the client. */
export interface WireAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer
  /** The connection breaks when half of the body has come. */
  readonly cut?: boolean
}

/** Facts that a change knows of the call that it changes. */
export interface Call {
  /** Id in the contract; empty for a path that the contract does not know. */
  readonly operation: string
  readonly request: WireRequest
  /** Number of requests of this operation in this visit, this one included. */
  readonly nth: number
}

/** Difference of a service from the sandbox, in one respect. */
export interface Change {
  /** Gives a request back as the sandbox knows it, or refuses it. */
  readonly request?: (request: WireRequest) => WireRequest | WireAnswer
  /** Gives an answer of the sandbox as this service gives it. */
  readonly answer?: (answer: WireAnswer, call: Call) => WireAnswer
}

export type Fields = Readonly<Record<string, unknown>>

const jsonType = 'application/json'

/** An answer with a JSON body. */
export const json = (body: unknown, status = 200, type: string | null = jsonType): WireAnswer => ({
  status,
  headers: type === null ? {} : { 'content-type': type },
  body: Buffer.from(JSON.stringify(body)),
})

export const bare = (status: number, headers: WireAnswer['headers'] = {}): WireAnswer => ({
  status,
  headers,
  body: Buffer.alloc(0),
})

export const text = (body: string, status = 200, type = 'text/plain'): WireAnswer => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body),
})

export const isAnswer = (value: WireRequest | WireAnswer): value is WireAnswer => 'status' in value

export const isSuccess = ({ status }: WireAnswer): boolean => status >= 200 && status < 300

/** The JSON of an answer; undefined where there is none. */
export function jsonOf({ body }: WireAnswer | WireRequest): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}
