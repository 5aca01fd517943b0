/** Makes a page, or a frame of its own process, as DevTools shows it; `answer` answers its commands. */
export function fakeProtocol(answer: (method: string, params: never) => unknown = () => undefined) {
  const listeners = new Map<string, (params: never) => void>()
  const sent: (readonly [method: string, params: Record<string, unknown>])[] = []
  const emit = (event: string, params: object = {}) => listeners.get(event)?.(params as never)
  return {
    sent,
    async send(method: string, params: object = {}): Promise<unknown> {
      sent.push([method, params as Record<string, unknown>])
      return (await answer(method, params as never)) ?? {}
    },
    on: (event: string, listener: (params: never) => void) => listeners.set(event, listener),
    emit,
    /** The guard with this binding says something, in a document's own world. */
    tell: (name: string, payload: string, executionContextId = 7) =>
      emit('Runtime.bindingCalled', { name, payload, executionContextId }),
  }
}
