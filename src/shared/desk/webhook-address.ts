import { isThisMachine } from '../loopback.ts'

/** Most characters of an address. */
const webhookAddressMost = 2_000

/** Reason that events may not be sent to an address. */
export type WebhookAddressFault =
  'notAnAddress' | 'notHttps' | 'hasCredentials' | 'hasFragment' | 'thisMachine'

/**
 * What is wrong with an address that events are to be delivered to; null where nothing is. It is https, has no name or
 * password in it, which would stand in lists and logs, and does not lead back to the machine that sends.
 */
export function webhookAddressFault(text: string): WebhookAddressFault | null {
  if (text.length > webhookAddressMost || /\s/.test(text) || !URL.canParse(text))
    return 'notAnAddress'
  const { protocol, username, password, hostname, hash } = new URL(text)
  if (protocol !== 'https:' || !text.startsWith('https://')) return 'notHttps'
  if (username !== '' || password !== '') return 'hasCredentials'
  if (hash !== '') return 'hasFragment'
  return isThisMachine(hostname) ? 'thisMachine' : null
}
