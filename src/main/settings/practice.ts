import { isLoopback } from '../../shared/loopback.ts'
import type { Settings } from './schema.ts'

/** Whether the intake service is one of this machine, a sandbox: then no real patient is served. */
export function isPractice({ service }: Pick<Settings, 'service'>): boolean {
  const { partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl } = service
  return [partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl].every((address) =>
    isLoopback(new URL(address).hostname),
  )
}
