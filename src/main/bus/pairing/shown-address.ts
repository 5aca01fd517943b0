import { networkInterfaces } from 'node:os'

const anyAddress = ['0.0.0.0', '::', '']

/** The address that others reach this machine by: the interface that was chosen, or for all of them the first outward one. */
export function shownAddress(host: string): string {
  if (!anyAddress.includes(host)) return host
  const outward = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal)
  const best = outward.find(({ family }) => family === 'IPv4') ?? outward[0]
  return best?.address ?? '127.0.0.1'
}
