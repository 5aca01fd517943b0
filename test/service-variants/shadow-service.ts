import { operationOf } from './operations.ts'
import { startVariantService, type VariantService } from './variant-service.ts'
import { isAnswer, type Call, type Change, type WireAnswer, type WireRequest } from './wire.ts'

/** Changes under a name, and whether they made a difference. */
export interface Shadow {
  readonly name: string
  readonly changes: readonly Change[]
  differs: boolean
}

/** The sandbox itself, which lets each of `shadows` write beside it what it would, and sends none of that. */
export function startShadowService(shadows: readonly Shadow[], now: () => number): VariantService {
  const sandbox = startVariantService([], now)
  const counts = new Map<string, number>()
  return {
    ...sandbox,
    async answer(request) {
      const answer = await sandbox.answer(request)
      const operation = operationOf(request)
      const nth = (counts.get(operation) ?? 0) + 1
      counts.set(operation, nth)
      const call = { operation, request, nth, state: structuredClone(sandbox.state) }
      for (const shadow of shadows) if (isOther(shadow, call, answer)) shadow.differs = true
      return answer
    },
  }
}

function isOther({ name, changes }: Shadow, call: Call, answer: WireAnswer): boolean {
  try {
    const asked = changes.map(({ request }) => request?.(call.request) ?? call.request)
    const written = changes.reduce((given, change) => change.answer?.(given, call) ?? given, answer)
    const isAsked = asked.every((one: WireRequest | WireAnswer) => one === call.request)
    return !isAsked || asked.some(isAnswer) || textOf(written) !== textOf(answer)
  } catch (error) {
    throw new Error(`${name} fails at ${call.operation}`, { cause: error })
  }
}

function textOf({ status, headers, body, cut }: WireAnswer): string {
  return JSON.stringify([status, headers, body.toString('base64'), cut ?? false])
}
