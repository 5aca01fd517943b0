import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { request } from 'undici'
import words from '../../messages/staff/en.json' with { type: 'json' }
import { missingWireSecrets } from '../../src/main/app/given-secrets.ts'
import { checkConnection, reasonOfFault } from '../../src/main/intake/connection-check.ts'
import { createAgent, type NetworkOptions } from '../../src/main/intake/http/agent.ts'
import type { LoadedSettings } from '../../src/main/settings/load.ts'
import { isLoopback } from '../../src/shared/loopback.ts'
import type { ConnectionCheck } from '../../src/shared/staff.ts'
import { codeOf } from '../problem.ts'
import { judgeEnd } from './check-machine.ts'
import { good, note, toDo, whyNoVault, type Finding, type StationOnDisk } from './read-station.ts'

const waitMs = 10_000
/** Difference of the clocks, in s, above which tokens and certificates begin to fail. */
const mostSkew = 60

/** Checks the way to the service: names, connection, certificate, clock, and that each interface gives a token. */
export async function checkService(
  station: StationOnDisk,
  { snapshot: { settings }, wireProfile }: LoadedSettings,
): Promise<Finding[]> {
  const { service } = settings
  const { partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl } = service
  const urls = [partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl]
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const network = { ...service, secrets: station.wireSecrets }
  const { env } = process
  const proxy = service.proxy ?? env['https_proxy'] ?? env['HTTPS_PROXY']
  const hosts = new Set((proxy ? [proxy] : origins).map((each) => new URL(each).hostname))
  const names = await Promise.all([...hosts].map(checkName))
  const ways = await Promise.all(origins.map((origin) => checkWay(origin, network)))
  const found = [...names, ...ways].flat()
  if (found.some(({ name, state }) => name === 'network' && state === 'toDo')) return found
  const why = whyNoVault(station)
  if (why !== undefined && !station.credentials.partner && !station.credentials.developer)
    return [...found, note('credentials', `The credentials were not tested: ${why}.`)]
  const missing = missingWireSecrets(wireProfile, station.wireSecrets).join(', ')
  if (missing) {
    const what = 'Give them once by FOYER_WIRE_SECRETS (docs/installation.md).'
    const text = `Secrets of the wire profile are missing: ${missing}.`
    return [...found, toDo('credentials', text, what)]
  }
  const { partner, developer } = station.credentials
  const credentials = { partner: () => partner, developer: () => developer }
  const checks = await checkConnection({ ...network, profile: wireProfile, credentials })
  return [...found, ...checks.map(findingOf)]
}

function findingOf({ name, state, reason }: ConnectionCheck): Finding {
  const what = words.staff_check[0]?.match[`name=${name}`] ?? name
  if (state === 'failed')
    return toDo('credentials', `${what}: not in order.`, wordsOf(reason ?? 'other'))
  return state === 'passed'
    ? good('credentials', `${what}: in order.`)
    : note('credentials', `${what}: not tested, as it needs one of those above.`)
}

const wordsOf = (reason: NonNullable<ConnectionCheck['reason']>) =>
  words.staff_failed[0]?.match[`reason=${reason}`] ?? reason

async function checkName(host: string): Promise<Finding[]> {
  if (isLoopback(host) || isIP(host.replaceAll(/[[\]]/g, '')) !== 0) return []
  try {
    const { address } = await lookup(host)
    return [good('dns', `${host} is ${address}.`)]
  } catch (error) {
    const what = 'Check the addresses in the settings, and the name server of this network.'
    return [toDo('dns', `The name ${host} is not found (${codeOf(error)}).`, what)]
  }
}

async function checkWay(origin: string, network: NetworkOptions): Promise<Finding[]> {
  const agent = createAgent({ connectMs: waitMs }, network)
  const { hostname } = new URL(origin)
  let validTo: string | undefined
  const onConnected = (message: unknown) => {
    const { connectParams, socket } = message as {
      readonly connectParams: { readonly hostname: string }
      readonly socket: unknown
    }
    if (connectParams.hostname === hostname && socket instanceof TLSSocket)
      validTo = socket.getPeerX509Certificate()?.validTo
  }
  subscribe('undici:client:connected', onConnected)
  try {
    const { headers, body } = await request(origin, {
      dispatcher: agent,
      headersTimeout: waitMs,
      bodyTimeout: waitMs,
    })
    const skew = Math.round((Date.now() - Date.parse(String(headers['date']))) / 1_000)
    await body.dump()
    const renew = 'Ask the people who run the service for a new certificate.'
    return [
      good('network', `${origin} answers.`),
      ...(validTo === undefined ? [] : [judgeEnd('certificates', origin, validTo, renew)]),
      judgeClock(origin, skew),
    ]
  } catch (error) {
    const code = codeOf(error)
    const text = `${origin} does not answer (${code}).`
    return [toDo('network', text, wordsOf(reasonOfFault(code)))]
  } finally {
    unsubscribe('undici:client:connected', onConnected)
    await agent.destroy()
  }
}

/** Judges how many s this clock is ahead of that of `origin`; NaN: it tells no time. */
function judgeClock(origin: string, skew: number): Finding {
  if (Number.isNaN(skew)) return note('clock', `${origin} does not tell its time.`)
  if (Math.abs(skew) <= mostSkew) return good('clock', `This clock agrees with ${origin}.`)
  const way = skew > 0 ? 'ahead of' : 'behind'
  return toDo(
    'clock',
    `This clock is ${Math.abs(skew)} s ${way} that of ${origin}.`,
    'Switch the time synchronisation of this machine on (timedatectl set-ntp true).',
  )
}
