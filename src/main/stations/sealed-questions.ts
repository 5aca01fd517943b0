import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { isoDateTime } from '../../shared/bus/fields.ts'
import type { StationId } from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import { openValue, sealValue } from './pairing/sealed.ts'
import type { Asked } from './port.ts'

/** Questions of one station that are remembered, so that none is answered a second time in another envelope. */
const mostRemembered = 1_000

/** 16 random bytes. */
export const randomText = z.string().check(z.regex(/^[\w-]{22}$/))
/** Draws such a text. */
export const drawRandomText = () => randomBytes(16).toString('base64url')

/** Fields of every sealed question of a version. */
export const sealedAsk = <V extends number>(v: V) => ({
  v: z.literal(v),
  /** Used once: a reply belongs to the question that has the same. */
  nonce: randomText,
  /**
   * End of validity, repeated from the question itself, so that packing the sealed part into another question prolongs
   * nothing.
   */
  until: isoDateTime,
})
/** Fields of every sealed reply of a version. */
export const sealedReply = <V extends number>(v: V) => ({ v: z.literal(v), nonce: randomText })

interface Sealed {
  readonly v: number
  readonly nonce: string
}

/** Questions and replies of one subject, which only two paired stations can read. */
export interface SealedProtocol<A extends Sealed & { readonly until: string }, R extends Sealed> {
  readonly kind: Extract<Question, { readonly sealed: string }>['kind']
  readonly version: number
  /** Uses for which they are sealed, so that neither passes for the other. */
  readonly askUse: string
  readonly replyUse: string
  readonly ask: z.ZodMiniType<A>
  readonly reply: z.ZodMiniType<R>
}

type Without<T, K extends PropertyKey> = T extends T ? Omit<T, K> : never

// Answers only questions sealed with the key that the two stations alone have, and none twice.
/**
 * Answers another station's sealed questions. `keyOf`: the pairing's key, undefined if unpaired. `isServing`: false once
 * it must be silent. `onFault`: `replyTo` threw, and nothing is answered.
 */
export function answerSealed<
  A extends Sealed & { readonly until: string },
  R extends Sealed,
  G extends Answer | readonly Answer[],
>(
  protocol: SealedProtocol<A, R>,
  parts: {
    readonly keyOf: (station: StationId) => Uint8Array | undefined
    readonly isServing: () => boolean
    readonly onFault: (error: unknown) => void
    readonly replyTo: (from: StationId, ask: A) => Promise<Without<R, keyof Sealed>>
    /** Puts a sealed reply into messages. `of`: the question's id. */
    readonly pack: (of: string, sealed: string) => G
  },
): (asked: Asked) => Promise<G | undefined> {
  const { keyOf, isServing } = parts
  const used = new Map<StationId, Set<string>>()

  function isFirst(station: StationId, nonce: string): boolean {
    const known = used.get(station) ?? new Set()
    if (known.has(nonce)) return false
    used.set(station, known.add(nonce))
    for (const oldest of known) {
      if (known.size <= mostRemembered) break
      known.delete(oldest)
    }
    return true
  }

  async function answer({ id, from, question }: Asked): Promise<G | undefined> {
    if (question.kind !== protocol.kind || !('sealed' in question) || !isServing()) return undefined
    const key = keyOf(from)
    if (!key) return undefined
    const read = protocol.ask.safeParse(await openValue(key, protocol.askUse, question.sealed))
    if (!read.success || read.data.until !== question.until) return undefined
    const { nonce } = read.data
    if (!isFirst(from, nonce)) return undefined
    const reply = await parts.replyTo(from, read.data)
    // Unpaired meanwhile, or the vault failed.
    if (!keyOf(from) || !isServing()) return undefined
    const value = { v: protocol.version, nonce, ...reply }
    return parts.pack(id, await sealValue(key, protocol.replyUse, value))
  }

  return async (asked) => {
    try {
      return await answer(asked)
    } catch (error) {
      parts.onFault(error)
      return undefined
    }
  }
}

/** Asks another station a sealed question. `say` carries it, and returns the sealed reply; undefined without one. */
export async function askSealed<A extends Sealed & { readonly until: string }, R extends Sealed>(
  protocol: SealedProtocol<A, R>,
  parts: {
    readonly key: Uint8Array
    readonly ask: Without<A, keyof Sealed | 'until'>
    readonly until: string
    readonly say: (question: Question) => Promise<string | undefined>
  },
): Promise<R | undefined> {
  const { kind, version, askUse, replyUse } = protocol
  const { key, ask, until, say } = parts
  const nonce = drawRandomText()
  const sealed = await sealValue(key, askUse, { v: version, nonce, until, ...ask })
  const answered = await say({ kind, until, sealed })
  if (answered === undefined) return undefined
  const read = protocol.reply.safeParse(await openValue(key, replyUse, answered))
  return read.success && read.data.nonce === nonce ? read.data : undefined
}
