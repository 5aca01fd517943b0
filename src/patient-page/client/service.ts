import type { Answers } from '../../forms/model.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { CompletionError, CompletionPacket } from '../store.ts'

/** `unreachable`: trying again may help. Anything else is the service's considered answer. */
export type ServiceError = CompletionError | { readonly kind: 'unreachable' | 'malformed' }

export type Service = ReturnType<typeof createService>

const patienceMs = 15_000

/** Connects to the service behind a page at `/complete/:token`. */
export function createService(pagePath: string) {
  const base = pagePath.replace(/\/$/, '')

  async function call<T>(path: string, init: RequestInit): Promise<Result<T, ServiceError>> {
    try {
      const signal = AbortSignal.timeout(patienceMs)
      const response = await fetch(`${base}/${path}`, { ...init, signal })
      if (response.status >= 500) return err({ kind: 'unreachable' })
      const body: unknown = response.status === 204 ? null : await response.json()
      return response.ok ? ok(body as T) : err((body as { error: ServiceError }).error)
    } catch {
      return err({ kind: 'unreachable' })
    }
  }

  return {
    packet: () => call<CompletionPacket>('packet', {}),
    /** `leaving`: the page is being closed, and the request must outlive it. */
    saveAnswers: (formId: number, answers: Answers, leaving = false) =>
      call<null>(`forms/${formId}/answers`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ answers }),
        keepalive: leaving,
      }),
    submit: (formId: number) =>
      call<{ packetCompleted: boolean }>(`forms/${formId}/submission`, { method: 'POST' }),
  }
}
