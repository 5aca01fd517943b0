/** A page, or a frame with a process of its own, as Chromium's DevTools protocol shows it. */
export interface FakeProtocol {
  /** Commands that it got. */
  readonly sent: (readonly [method: string, params: Record<string, unknown>])[]
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (params: never) => void): unknown
  emit(event: string, params?: object): void
  /** The guard with this binding says something, in a document's own world. */
  tell(binding: string, payload: string, executionContextId?: number): void
}

/** Makes a session of the protocol whose commands are answered by `answer`; by nothing unless given. */
export function fakeProtocol(
  answer: (method: string, params: never) => unknown = () => undefined,
): FakeProtocol {
  const listeners = new Map<string, (params: never) => void>()
  const sent: FakeProtocol['sent'] = []
  const emit: FakeProtocol['emit'] = (event, params = {}) => listeners.get(event)?.(params as never)
  return {
    sent,
    async send(method, params = {}) {
      sent.push([method, params as Record<string, unknown>])
      return (await answer(method, params as never)) ?? {}
    },
    on: (event, listener) => listeners.set(event, listener),
    emit,
    tell: (name, payload, executionContextId = 7) =>
      emit('Runtime.bindingCalled', { name, payload, executionContextId }),
  }
}
