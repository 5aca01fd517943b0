import { readFileSync } from 'node:fs'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Settings } from '../../settings/schema.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import type { OutsideBroker } from './host.ts'

const passwordRow = 'brokerPassword'

/** Keeps this station's password at an outside broker, in place of what pairing made; null forgets it. */
export function keepBrokerPassword(rows: PairingRows, password: string | null): void {
  rows.write({ [passwordRow]: password })
}

/** Reads the outside broker; undefined: this station runs its own. A relative file starts from the working folder. */
export function outsideBroker(
  { url, caFile, username }: Settings['bus']['broker'],
  rows: PairingRows,
): Result<OutsideBroker | undefined, string> {
  if (url === null) return ok(undefined)
  const { hostname, port } = new URL(url)
  const password = rows.read(passwordRow)
  if (username !== null && password === undefined)
    return err('bus.broker.username needs its password: foyer bus keep-password')
  try {
    return ok({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? 8883 : Number(port),
      ca: caFile === null ? null : readFileSync(caFile, 'utf8'),
      login: username === null || password === undefined ? null : { username, password },
    })
  } catch (error) {
    return err(`bus.broker.caFile cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
