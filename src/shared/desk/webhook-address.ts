import { isThisMachine } from '../loopback.ts'

/** Most characters of an address. */
const webhookAddressMost = 2_000

/** Reason that events may not be sent to an address. */
export type WebhookAddressFault =
  'notAnAddress' | 'notHttps' | 'hasCredentials' | 'hasFragment' | 'thisMachine'

/** Finds the fault of an event address; null if none. */
export function webhookAddressFault(text: string): WebhookAddressFault | null {
  // It must be https, without name or password (lists and logs would show them), and not lead back to the sending
  // machine.
  if (text.length > webhookAddressMost || /\s/.test(text) || !URL.canParse(text))
    return 'notAnAddress'
  const { protocol, username, password, hostname, hash } = new URL(text)
  if (protocol !== 'https:' || !text.startsWith('https://')) return 'notHttps'
  if (username !== '' || password !== '') return 'hasCredentials'
  if (hash !== '') return 'hasFragment'
  return isThisMachine(hostname) ? 'thisMachine' : null
}
