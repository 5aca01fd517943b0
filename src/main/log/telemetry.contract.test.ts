import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { type ComposedKiosk, openKioskPlace } from '#harness/composed-foyer.ts'
import { capturedIntake } from '#harness/offline/sample-intakes.ts'
import { createSelfSigned, type TlsIdentity } from '#harness/service/self-signed.ts'
import { answering, type Behaviour, startServer } from '#harness/service/test-service.ts'
import { startProxy } from '#harness/service/tunnel-proxy.ts'
import { testFolder } from '#harness/test-folder.ts'
import { waitFor } from '#harness/wait-for.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { canaryPatient, issuedBy, recordOf, typedBy } from '../../../test/leak-scan/canary.ts'
import { createSearch } from '../../../test/leak-scan/search.ts'
import { createCaptureStore } from '../kiosk/offline/capture/capture-store.ts'
import { type KioskLog, openLog } from './log.ts'
import { attributeValues, observeLog } from './telemetry.ts'

type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } }
type Part = { readonly name: string; readonly attributes: readonly Attribute[] }
type Point = Part & { readonly asDouble?: number }
type Span = Part & Record<'spanId' | 'parentSpanId', string> & { readonly events: readonly Part[] }
type Metric = Part & { readonly unit: string; readonly sum?: object; readonly histogram?: object }

/** Finds what stands under a key, at any depth; the members of a list one by one. */
const under = <T>(key: string, node: unknown): T[] =>
  Object.entries(typeof node === 'object' && node !== null ? node : {}).flatMap(([name, value]) => [
    ...(name === key ? ([value].flat() as T[]) : []),
    ...under<T>(key, value),
  ])

/** Opens a collector of OTLP on loopback; `tls` gives it a certificate. */
async function openOtlp(behave: Behaviour = answering({}), tls?: TlsIdentity) {
  const { close, port, seen } = await startServer(behave, tls && { tls })
  onTestFinished(close)
  const texts = () => seen.map(({ octets }) => gunzipSync(octets))
  const told = () => texts().map((text) => JSON.parse(text.toString()) as object)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    told,
    /** All that came: addresses, headers, and bodies as they came and as they are. */
    bytes: () =>
      Buffer.concat([
        ...seen.flatMap(({ octets, ...rest }) => [Buffer.from(JSON.stringify(rest)), octets]),
        ...texts(),
      ]),
    /** The metrics as they were told last, by name. */
    metrics: () => new Map(under<Metric>('metrics', told()).map((each) => [each.name, each])),
    spans: () => under<Span>('spans', told()),
  }
}

const words: Readonly<Record<string, readonly string[]>> = {
  ...attributeValues,
  'service.name': ['foyer'],
  'service.version': [manifest.version],
  'service.instance.id': ['kiosk'],
  'foyer.station': ['kiosk'],
}
const isListed = ({ key, value }: Attribute) =>
  (key === 'attempts' && 'intValue' in value) ||
  words[key]?.includes(String(value.stringValue)) === true
const settingsFor = (url: string) => ({ FOYER_TELEMETRY_URL: url, FOYER_OFFLINE_ENABLED: 'true' })

/** Plays a visit until its form does not open, beside an intake that is handed over. */
async function playVisit(settings: NodeJS.ProcessEnv) {
  const planted = canaryPatient()
  const patient = { ...planted, contact: planted.phone ?? '' }
  const place = await openKioskPlace({ newcomers: [patient] })
  const kiosk = await place.start({
    settings,
    change(vault) {
      const captures = createCaptureStore(vault.captures, () => 500)
      const id = crypto.randomUUID()
      captures.begin(capturedIntake(id))
      captures.finish(id, new Date().toISOString())
      return vault
    },
  })
  await kiosk.sees('welcome')
  await kiosk.comes({ ...patient, phone: patient.contact })
  await waitFor(() => expect(kiosk.logged('formFailed')).not.toEqual([]))
  await waitFor(() => expect(messagesOf(kiosk)).toContain('intakeStep'))
  await kiosk.stop()
  return { ...place, kiosk, patient }
}
const messagesOf = ({ logged }: Pick<ComposedKiosk, 'logged'>) =>
  logged('app').map(({ message }) => String(message))

it('a visit is told to a collector as counts, times and listed words, and nothing of its patient', async () => {
  const collector = await openOtlp()
  const { environment, patient, sandbox } = await playVisit(settingsFor(collector.url))
  const [bytes, spans] = [collector.bytes(), collector.spans()]
  const visit = spans.find(({ name }) => name === 'visit')
  expect(visit?.events.map(({ name }) => name)).toContain('formFailed')
  const parents = new Map(spans.map(({ name, parentSpanId }) => [name, parentSpanId]))
  expect(parents.get('partner.identityProof.verify')).toBe(visit?.spanId)
  expect(parents.get('developer.locations.get')).toBeUndefined()
  const seen = ['connection', 'events', 'intake.steps', 'intakes', 'out_of_service']
  const timed = ['service.call.duration', 'start.duration', 'visit.duration']
  const metrics = [...seen, ...timed].map((name) => `foyer.${name}`)
  expect(new Set(collector.metrics().keys())).toEqual(new Set(metrics))
  const said = under<Attribute>('attributes', collector.told())
  expect(said.filter((each) => !isListed(each))).toEqual([])
  const names = [...metrics, ...attributeValues.event, ...attributeValues.operation]
  const named = new Set(under<string>('name', collector.told()))
  expect([...named].filter((name) => !names.includes(name))).toEqual(['foyer', 'visit'])
  const secrets = Object.entries(environment).filter(([name]) => /_CLIENT_|_PIN$/.test(name))
  const needles = [
    ...[...typedBy(patient, sandbox), ...recordOf(patient), ...issuedBy(sandbox)],
    ...secrets.map(([name, value = '']) => ({ name, value })),
  ].filter(({ value }) => value.length >= 8)
  expect(createSearch(needles).in(bytes)).toEqual([])
  const control = [{ name: 'operation', value: 'partner.identityProof.verify' }]
  expect(createSearch(control).in(bytes)).toHaveLength(1)
})

it('a visit and the end of Foyer go on as ever where the collector never answers', async () => {
  const { bytes, url } = await openOtlp(() => undefined)
  const { kiosk } = await playVisit(settingsFor(url))
  expect(bytes()).not.toHaveLength(0)
  expect(messagesOf(kiosk).filter((each) => each === 'telemetry is not taken')).toHaveLength(2)
  expect(kiosk.logged('bug')).toEqual([])
})

const nowhere: Parameters<typeof observeLog>[1]['network'] = { caFile: null, proxy: null }

/** Observes a log that writes into `lines`, and exports every 20 ms. */
function observe(url: string, network = nowhere) {
  const lines: string[] = []
  const log = openLog('front desk', { write: (line) => lines.push(line) })
  const more = { version: '1.0.0', name: 'front desk', station: 'kiosk', everyMs: 20 }
  const observed = observeLog(log, { url, network, ...more })
  onTestFinished(() => observed.endTelemetry())
  const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { ...observed, told }
}

describe('a collector that', () => {
  it.each([
    ['is not there', undefined, 'ECONNREFUSED'],
    ['fails', answering('x', 500), 'HTTP_500'],
    ['leads elsewhere', answering('x', 307), 'HTTP_307'],
  ])('%s is in the log once, however often it is tried', async (_, behave, reason) => {
    const { url } = behave ? await openOtlp(behave) : { url: 'http://127.0.0.1:9' }
    const { told } = observe(url)
    await waitFor(() => expect(told()).toHaveLength(1))
    await setTimeout(200)
    const line = { message: 'telemetry is not taken', what: '/v1/metrics', reason }
    expect(told()).toEqual([expect.objectContaining(line)])
  })

  it('comes back gets all counts, and the log says so', async () => {
    let status = 503
    const { metrics, url } = await openOtlp((_, out) => answering({}, status)(_, out, 1))
    const { log, told } = observe(`${url}/`)
    log.event('bug', {})
    await waitFor(() => expect(told().at(-1)?.['message']).toBe('telemetry is not taken'))
    status = 200
    await waitFor(() => expect(told().at(-1)?.['message']).toBe('telemetry is taken again'))
    const events = under<Point>('dataPoints', [...metrics().values()])
    const bugs = events.filter(({ attributes }) => attributes[0]?.value.stringValue === 'bug')
    expect(bugs).toMatchObject([{ asDouble: 1 }])
  })

  it('stands behind the proxy of the service, with a certificate of its authority, is trusted', async () => {
    const identity = await createSelfSigned('collector.example')
    const caFile = join(testFolder(), 'ca.pem')
    writeFileSync(caFile, identity.cert)
    const { metrics, port } = await openOtlp(undefined, identity)
    const { address, tunnels } = await startProxy(port)
    const behind = { caFile: null, proxy: `http://${address}` }
    const { told } = observe('https://collector.example', behind)
    await waitFor(() => expect(told()).toMatchObject([{ reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' }]))
    expect(metrics().size).toBe(0)
    observe('https://collector.example', { ...behind, caFile })
    await waitFor(() => expect(metrics().size).toBeGreaterThan(0))
    expect(tunnels.at(-1)).toMatchObject({ to: 'collector.example:443' })
  })
})

const document = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')

/** Tells a log one of everything, with a slip in each place where a text goes. */
function tellAll(log: KioskLog) {
  const slip = 'Ana Alvarez 2025550147' as never
  log.event('visitStarted', {})
  log.event('staffNeeded', { reason: slip, detail: slip, helpNumber: slip, operation: slip })
  log.event('visitEnded', { reason: 'done' })
  log.event('kioskOutOfService', { reason: 'vault: full' })
  log.call({ operation: slip, outcome: slip, attempts: 1, tookMs: 5 })
  log.refused({ what: 'request', target: slip, kind: 'script', count: 1, helpNumber: slip })
  log.formFault({ what: slip, origin: slip } as never, slip)
  log.app('connectionChanged', { outcome: 'offline', detail: slip })
  log.app('intakeStep', { what: 'match', outcome: slip })
  log.app('the kiosk is open', { shell: slip })
  log.noteIntakes({ waiting: 2, needPerson: 1 })
}

it('the alerts and the dashboard name only what the code makes, all of it; a slip leaves as `other`', async () => {
  const collector = await openOtlp()
  const { endTelemetry, log } = observe(collector.url)
  tellAll(log)
  await endTelemetry()
  expect(createSearch([{ name: 'slip', value: 'Ana Alvarez' }]).in(collector.bytes())).toEqual([])
  expect(collector.spans().map(({ name }) => name)).toEqual(['visit', 'other'])
  const metrics = [...collector.metrics().values()]
  const operations = document('operations.md')
  expect(metrics.filter(({ name }) => !operations.includes(`\`${name}\``))).toEqual([])
  // As Prometheus names them, with the keys of their points.
  const known = new Map(
    metrics.flatMap((metric) => {
      const name = metric.name.replaceAll('.', '_') + (metric.unit === 'ms' ? '_milliseconds' : '')
      const keys = under<Attribute>('attributes', metric).map(({ key }) => key)
      const ends = metric.histogram ? ['_bucket', '_count'] : [metric.sum ? '_total' : '']
      return ends.map((end) => [name + end, [...keys, 'instance']] as const)
    }),
  )
  const rules = parse(document('telemetry-alerts.yaml')) as {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
  }
  const drawn = document('telemetry-dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...[...drawn].map(([, text = '']) => JSON.parse(text) as string),
  ]
  const named = expressions.flatMap((expr) => [...expr.matchAll(/(foyer_\w+)(?:\{([^}]*)\})?/g)])
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(known.keys()))
  for (const [whole, name = '', matchers = ''] of named)
    for (const [, key = '', said = ''] of matchers.matchAll(/(\w+)\s*(?:!?=|[!=]~)\s*"([^"]*)"/g)) {
      expect(known.get(name), whole).toContain(key)
      const strange = said.split('|').filter((word) => word && !words[key]?.includes(word))
      expect(key === 'instance' ? [] : strange, whole).toEqual([])
    }
})
