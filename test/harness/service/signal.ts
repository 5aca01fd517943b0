/** A one-time signal between test and server: `send` it, or wait until it was `sent`. */
export function createSignal(): { readonly sent: Promise<void>; send(): void } {
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return { sent, send: () => send() }
}
