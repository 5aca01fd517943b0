import { createSandbox } from '../../sandbox/sandbox.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import { operationOf } from './operations.ts'
import { askApp } from './service-dispatcher.ts'
import { visitDay } from './client-clock.ts'
import { isAnswer, type Change, type WireAnswer, type WireRequest } from './wire.ts'

/** Addresses of the service and of its forms. */
export const serviceUrl = 'https://intake.example'
const formsUrl = 'https://forms.example'

/** The sandbox's own operations over its own state, without a socket, changed by each of `changes`. */
export type VariantService = ReturnType<typeof startVariantService>

/** Starts a service for one visit. Requests pass its changes from the last to the first, answers back; `now`: ms from its begin. */
export function startVariantService(
  changes: readonly Change[],
  now: () => number,
  profile?: WireProfile,
) {
  const { context, control, api } = createSandbox({
    clock: () => visitDay + now(),
    ...(profile && { profile }),
  })
  Object.assign(context.urls, { api: serviceUrl, pages: formsUrl })
  const { state, credentials } = context
  const counts = new Map<string, number>()
  let isOther = false

  return {
    state,
    credentials,
    async answer(sent: WireRequest): Promise<WireAnswer> {
      let request = sent
      for (const { request: read } of changes.toReversed()) {
        const known = read?.(request) ?? request
        isOther ||= known !== request
        if (isAnswer(known)) return known
        request = known
      }
      const operation = operationOf(request)
      const nth = (counts.get(operation) ?? 0) + 1
      counts.set(operation, nth)
      const call = { operation, request, nth }
      let answer = await askApp(api, serviceUrl, request)
      for (const { answer: write } of changes) {
        const written = write?.(answer, call) ?? answer
        isOther ||= written !== answer && textOf(written) !== textOf(answer)
        answer = written
      }
      return answer
    },
    isOther: () => isOther,
    latestCode: control.latestCode,
    /** Gives the packet that a completion URL opens; undefined for another address. */
    packetAt: (url: string) => state.completionTokens.get(tokenOf(url)),
    /** Fills in and sends every form of the packet that a completion URL opens, as its patient does. */
    complete: (url: string) => control.submitForms(tokenOf(url)),
  }
}

const tokenOf = (url: string) => url.replace(`${formsUrl}/complete/`, '')

const textOf = ({ status, headers, body, cut }: WireAnswer): string =>
  JSON.stringify([status, headers, body.toString('base64'), cut ?? false])
