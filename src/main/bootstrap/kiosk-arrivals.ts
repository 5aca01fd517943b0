import { openArrivals, type ArrivalListener, type Arrivals } from '../arrival/arrivals.ts'
import { systemClock, type WallClock } from '../base/clock.ts'
import type { KioskLog } from '../log/log.ts'
import type { ConnectionMonitor } from '../service/connection/connection-monitor.ts'
import type { ServiceError } from '../service/http/errors.ts'
import type { Settings } from '../settings/schema.ts'
import type { Vault } from '../vault/vault.ts'
import { describeFailure } from '../visit/machine/service-failure.ts'
import type { ServiceConnection } from './service-connection.ts'

/** What a kiosk's arrivals are made of. */
export interface KioskArrivalsParts {
  readonly vault: Pick<Vault, 'arrivals'>
  /** The connection that holds now. */
  readonly service: () => Pick<ServiceConnection, 'client' | 'place'> | undefined
  readonly monitor: Pick<ConnectionMonitor, 'current'>
  readonly log: Pick<KioskLog, 'app' | 'event'>
  /** Whoever is told of arrivals besides the service; nobody, where it is left out. */
  readonly listener?: ArrivalListener | undefined
  readonly settings: () => Settings['arrival']
  readonly clock?: WallClock
}

/** Opens the arrivals, and goes on with what waits. Throws what the vault throws. */
export function openKioskArrivals(parts: KioskArrivalsParts): Arrivals {
  const { vault, service, monitor, log, listener, clock = systemClock } = parts
  return openArrivals({
    rows: vault.arrivals,
    ...{ service, clock, listener },
    connection: () => monitor.current().state,
    settings: () => (parts.settings().enabled ? parts.settings() : undefined),
    log: (line) => log.app('arrivalMark', { ...line }),
    onFailed: (error: ServiceError) => log.event('callFailed', describeFailure(error)),
  })
}
