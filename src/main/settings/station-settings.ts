import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '../../shared/loopback.ts'

/** TLS only, and nothing besides host and port. */
const isBrokerAddress = (value: string) => {
  const url = URL.parse(value)
  return (
    url?.protocol === 'mqtts:' &&
    url.hostname !== '' &&
    value.replace(/\/$/, '') === `mqtts://${url.host}`
  )
}
const tcpPort = z.int().min(1).max(65_535)

/** How stations talk (docs/fleet.md). */
export const busSettings = z
  .strictObject({
    broker: z
      .strictObject({
        /** Address of the interface on which a desk or hub carries the broker and pairs; `0.0.0.0`: all of them. */
        host: z.string().min(1).default('127.0.0.1'),
        /** Port of that broker. */
        port: tcpPort.default(8883),
        /** Port on which stations are paired. */
        pairingPort: tcpPort.default(8884),
        /** Address of another broker in its place, such as `mqtts://broker.example:8883`. */
        url: z
          .string()
          .refine(isBrokerAddress, { error: 'an address such as mqtts://broker.example:8883' })
          .nullable()
          .default(null),
        /** PEM file of who vouches for that broker's certificate; none: those that Node knows. */
        caFile: z.string().min(1).nullable().default(null),
        /**
         * User name of this station there; none: its own id. `npm run bus -- keep-password` keeps the password for it
         * in the vault.
         */
        username: z.string().min(1).max(200).nullable().default(null),
      })
      .prefault({}),
  })
  .prefault({})

/** What a desk does for its members of staff. */
export const deskSettings = z
  .strictObject({
    /** How long a desk stands untouched before it locks and its member of staff must sign in again. */
    lockAfterMs: z
      .int()
      .min(30_000)
      .max(30 * 60_000)
      .default(5 * 60_000),
    /** Folder (absolute) that administrators export the audit to as CSV ([desk](desk.md)); Foyer never makes it. */
    exportFolder: z
      .string()
      .refine(isAbsolute, { error: 'an absolute folder such as /media/exports/foyer' })
      .nullable()
      .default(null),
  })
  .prefault({})

/** What a hub does besides. */
export const hubSettings = z
  .strictObject({
    webhooks: z
      .strictObject({
        /**
         * Address on which a hub receives the service's webhook deliveries; another than this machine's needs a
         * certificate.
         */
        host: z.string().min(1).default('127.0.0.1'),
        /** Port of it; none: no deliveries are received. */
        port: tcpPort.nullable().default(null),
        /** Path of their address. */
        path: z
          .string()
          .regex(/^\/[\w./-]*$/, { error: 'a path such as /webhooks' })
          .default('/webhooks'),
        /** PEM file of the certificate; none: plain, behind a reverse proxy on this machine. */
        certFile: z.string().min(1).nullable().default(null),
        /** PEM file of the key to it. */
        keyFile: z.string().min(1).nullable().default(null),
      })
      .refine(({ certFile, keyFile }) => (certFile === null) === (keyFile === null), {
        error: 'certFile and keyFile together, or neither',
      })
      .refine(({ certFile, host }) => certFile !== null || isLoopback(host), {
        error: 'certFile and keyFile, or a host of this machine (127.0.0.1) behind a reverse proxy',
      })
      .prefault({}),
  })
  .prefault({})
