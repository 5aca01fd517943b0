import type { StationKind } from '../../../shared/bus/messages.ts'
import type { WallClock } from '../../base/clock.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { PairingRows } from '../../vault/store/rows.ts'
import type { BrokerLog } from '../broker/authorize.ts'
import type { BrokerLimits } from '../broker/limits.ts'
import type { Frame } from '../port.ts'
import type { BrokerPlace } from './messages.ts'

/** An outside broker, as the settings and the vault name it. */
export interface OutsideBroker extends Pick<BrokerPlace, 'host' | 'port' | 'ca'> {
  /** As whom this station connects, where the broker wants another name and password than pairing made. */
  readonly login: Pick<BrokerPlace, 'username' | 'password'> | null
  /** Says something at that broker, by this station's own connection. */
  readonly publish: (frame: Frame) => Promise<boolean>
}

/** What a desk or hub that pairs is made of. */
export interface BusHostOptions {
  readonly rows: PairingRows
  readonly audit: Pick<Audit, 'append'>
  readonly clock: WallClock
  readonly log: BrokerLog
  readonly kind: StationKind
  /** What this station is called (`kiosk.name`). */
  readonly name: string
  /** Interface and ports (`bus.broker`); port 0: any that is free. */
  readonly host: string
  readonly port: number
  readonly pairingPort: number
  /** In the place of the embedded broker. */
  readonly outside?: OutsideBroker
  readonly limits?: Partial<BrokerLimits>
}
