import { backoffMs, jitteredBackoffMs, type Backoff } from '../../../shared/backoff.ts'
import { systemClock } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { BusTransport, Frame, TransportHandlers } from '../port.ts'
import { openConnection, type MqttConnection, type StationLogin } from './mqtt-connection.ts'
import { connectVerified, type BrokerAddress } from './verified-tls.ts'

/** Options for a station's connection to a broker. */
export interface MqttOptions {
  readonly broker: BrokerAddress
  readonly login: StationLogin
  /** Topic filters, as `rightsOf` names them. */
  readonly subscribe: readonly string[]
  /** Seconds of silence after which the connection is tried out. */
  readonly keepaliveS?: number
}

/** ms between tries. */
const lost = { firstMs: 1_000, longestMs: 60_000 }
/**
 * Ms between tries after a refusal, which staff must resolve. Short at first: an outside broker learns of a station
 * only after it was paired.
 */
const refused = { firstMs: 5_000, longestMs: 900_000 }
/** ms between tries of a station in whose place another one came. */
const takenOver = { firstMs: 300_000, longestMs: 900_000 }

/** Creates a station's transport to an MQTT broker, which reconnects whenever the connection is lost. */
export function createMqttTransport(options: MqttOptions): BusTransport {
  const { broker, login, subscribe, keepaliveS = 30 } = options
  let handlers: TransportHandlers | undefined
  let askWill: (() => Frame) | undefined
  let connection: MqttConnection | undefined
  let failures = 0
  /** Number of the present try; events of earlier ones are ignored. */
  let present = 0
  let cancelRetry = () => {}

  function retry(waits: Backoff) {
    present += 1
    connection = undefined
    failures += 1
    // Half of the wait is certain: a station that was replaced must not come back at once.
    const ms = (backoffMs(waits, failures) + jitteredBackoffMs(waits, failures, Math.random)) / 2
    cancelRetry = after(systemClock, ms, () => void connect())
  }

  function refuse(detail: string, waits = refused) {
    retry(waits)
    handlers?.onState('refused', detail)
  }

  async function connect() {
    const own = (present += 1)
    if (!handlers || !askWill) return
    const will = askWill()
    const socket = await connectVerified(broker, systemClock)
    if (own !== present) {
      if (socket.ok) socket.value.destroy()
      return
    }
    if (!socket.ok) {
      if (socket.error.kind === 'certificate') refuse('certificate')
      else lose()
      return
    }
    const to = handlers
    connection = openConnection({
      socket: socket.value,
      login,
      subscribe,
      will,
      keepaliveS,
      clock: systemClock,
      onReady() {
        failures = 0
        handlers?.onState('connected')
      },
      onFrame: (frame) => to.onFrame(frame),
      onEnd(why) {
        if (own !== present) return
        if (why === 'lost') lose()
        else refuse(why)
      },
    })
  }

  function lose() {
    retry(lost)
    handlers?.onState('connecting')
  }

  return {
    open(to, will) {
      handlers = to
      askWill = will
      to.onState('connecting')
      void connect()
    },
    publish: (frame) => connection?.publish(frame) ?? Promise.resolve(false),
    standBack() {
      void connection?.close()
      cancelRetry()
      refuse('takenOver', takenOver)
    },
    async close() {
      present += 1
      handlers = undefined
      cancelRetry()
      await connection?.close()
      connection = undefined
    },
  }
}
