import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { isoDateTime } from '../../shared/bus/fields.ts'
import type { StationId } from '../../shared/bus/messages.ts'
import { mostSealedText, type Answer, type Question } from '../../shared/bus/questions.ts'
import type { WallClock } from '../base/clock.ts'
import { openValue, sealValue } from './pairing/sealed.ts'
import type { Bus } from './create-bus.ts'
import type { Answering, AskOptions, Asked } from './port.ts'

/** Version of what is sealed; a newer one may add fields. */
const version = 2
const thisOrNewer = z.int().check(z.minimum(version))
/** Questions of one station that are remembered: none is answered again in another envelope. */
const mostRemembered = 1_000

export const randomText = z.string().check(z.regex(/^[\w-]{22}$/))
/** Draws 16 random bytes. */
export const drawRandomText = () => randomBytes(16).toString('base64url')

const sealedAsk = z.object({
  v: thisOrNewer,
  /** Used once; the reply has the same. */
  nonce: randomText,
  /** That of the question: the sealed part in another question's envelope lasts no longer. */
  until: isoDateTime,
  ask: z.unknown(),
})
const sealedReply = z.object({ v: thisOrNewer, nonce: randomText, told: z.unknown() })

export interface SealedSubject<A> {
  readonly kind: Extract<Question, { readonly sealed: string }>['kind']
  readonly ask: z.ZodMiniType<A>
  readonly resultOf: (ask: A) => z.ZodMiniType
}

/** Neither passes for the other. */
const askUse = ({ kind }: Pick<Question, 'kind'>) => `foyer-${kind}`
const replyUse = ({ kind }: Pick<Question, 'kind'>) => `foyer-${kind}-answered`

/** Answers sealed questions, none twice. `keyOf` undefined: unpaired. `isServing` false: silent. `onFault`: it threw. */
export function answerSealed<A>(
  subject: SealedSubject<A>,
  parts: {
    readonly keyOf: (station: StationId) => Uint8Array | undefined
    readonly isServing: () => boolean
    readonly onFault: (error: unknown) => void
    readonly replyTo: (from: StationId, ask: A) => unknown
  },
): Answering {
  const { keyOf, isServing } = parts
  const used = new Map<StationId, Set<string>>()

  function isFirst(station: StationId, nonce: string): boolean {
    const known = used.get(station) ?? new Set()
    if (known.has(nonce)) return false
    used.set(station, known.add(nonce))
    const [oldest] = known
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
    return true
  }

  async function answer({ id, from, question }: Asked) {
    if (question.kind !== subject.kind || !('sealed' in question) || !isServing()) return undefined
    const key = keyOf(from)
    if (!key) return undefined
    const opened = sealedAsk.safeParse(await openValue(key, askUse(subject), question.sealed))
    if (!opened.success || opened.data.until !== question.until) return undefined
    const { nonce } = opened.data
    if (!isFirst(from, nonce)) return undefined
    const ask = readKnown(subject.ask, opened.data.ask)
    if (ask === undefined) throw new Error('a newer version asks')
    const told = await parts.replyTo(from, ask)
    // Unpaired meanwhile, or the vault failed.
    if (!keyOf(from) || !isServing()) return undefined
    return packed(id, await sealValue(key, replyUse(subject), { v: version, nonce, told }))
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

function packed(of: string, sealed: string): readonly Answer[] {
  const parts = Math.ceil(sealed.length / mostSealedText)
  return Array.from({ length: parts }, (_, part) => ({
    kind: 'sealedAnswered',
    of,
    part,
    parts,
    sealed: sealed.slice(part * mostSealedText, (part + 1) * mostSealedText),
  }))
}

/** Asks a sealed question, for `ms`; undefined without an answer, or for one of another shape. */
export async function askSealed<A>(
  subject: SealedSubject<A>,
  way: Omit<AskOptions, 'isFinal'> & {
    readonly bus: Pick<Bus, 'ask'>
    readonly key: Uint8Array
    readonly clock: Pick<WallClock, 'wallTime'>
  },
  ask: A,
  ms: number,
): Promise<unknown> {
  const { bus, key, clock, ...options } = way
  const until = new Date(clock.wallTime() + ms).toISOString()
  const nonce = drawRandomText()
  const sealed = await sealValue(key, askUse(subject), { v: version, nonce, until, ask })
  const texts = new Map<number, string>()
  const isFinal = (answer: Answer) => {
    if (answer.kind !== 'sealedAnswered') return false
    texts.set(answer.part, answer.sealed)
    return texts.size === answer.parts
  }
  const last = await bus.ask({ kind: subject.kind, until, sealed }, { ...options, isFinal })
  if (!last || !isFinal(last)) return undefined
  const whole = Array.from(texts.keys(), (_, part) => texts.get(part) ?? '').join('')
  const reply = sealedReply.safeParse(await openValue(key, replyUse(subject), whole))
  if (reply.data?.nonce !== nonce) return undefined
  return readKnown(subject.resultOf(ask), reply.data.told)
}

/** Leaves out fields that only a newer station knows; undefined for another shape. */
function readKnown<A>(schema: z.ZodMiniType<A>, value: unknown): A | undefined {
  const { error, data } = schema.safeParse(value)
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') return undefined
    const fields = issue.path.reduce((at, key) => at[key as string] as Fields, value as Fields)
    for (const name of issue.keys) delete fields[name]
  }
  return error ? schema.safeParse(value).data : data
}
type Fields = Record<string, unknown>
