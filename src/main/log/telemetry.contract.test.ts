import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { capturedIntake } from '#harness/offline/sample-intakes.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { testFolder } from '#harness/test-folder.ts'
import { waitFor } from '#harness/wait-for.ts'
import { canaryPatient, issuedBy, recordOf, typedBy } from '../../../test/leak-scan/canary.ts'
import { createSearch } from '../../../test/leak-scan/search.ts'
import { createCaptureStore } from '../kiosk/offline/capture/capture-store.ts'
import { type KioskLog, openLog } from './log.ts'
import { attributeValues, observeLog } from './telemetry.ts'

type Attributes = readonly { readonly key: string; readonly value: Record<string, unknown> }[]
interface Point {
  readonly attributes: Attributes
  readonly asDouble?: number
  readonly count?: number
}
type Points = { readonly dataPoints: readonly Point[] }
type Metric = { readonly name: string; readonly unit: string } & Partial<
  Record<'sum' | 'gauge' | 'histogram', Points>
>
interface Span {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Attributes
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[]
}

/** Opens a collector of OTLP on loopback, which answers each request as `answer` does. */
async function openOtlp(answer: RequestListener = (_, out) => out.end('{}'), caFile?: string) {
  const bytes: Buffer[] = []
  const metrics = new Map<string, Metric>()
  const spans: Span[] = []
  const take: RequestListener = async (asked, out) => {
    const body = await buffer(asked)
    const text = gunzipSync(body)
    bytes.push(Buffer.from(`${asked.url} ${asked.rawHeaders.join('\n')}\n`), body, text)
    const told = JSON.parse(text.toString()) as {
      resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[]
      resourceSpans?: { scopeSpans: { spans: Span[] }[] }[]
    }
    for (const { scopeMetrics } of told.resourceMetrics ?? [])
      for (const each of scopeMetrics.flatMap((scope) => scope.metrics))
        metrics.set(each.name, each)
    for (const { scopeSpans } of told.resourceSpans ?? [])
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    answer(asked, out)
  }
  const identity = caFile === undefined ? undefined : await createSelfSigned('localhost')
  if (caFile && identity) writeFileSync(caFile, identity.cert)
  const server = identity ? createTlsServer(identity, take) : createServer(take)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => (server.closeAllConnections(), void server.close()))
  const { port } = server.address() as AddressInfo
  return { url: `http${identity ? 's' : ''}://127.0.0.1:${port}`, bytes, metrics, spans }
}

const pointsOf = ({ sum, gauge, histogram }: Metric) =>
  (sum ?? gauge ?? histogram)?.dataPoints ?? []
const words: Readonly<Record<string, readonly string[]>> = attributeValues
const isListed = ({ key, value }: Attributes[number]) =>
  (key === 'attempts' && 'intValue' in value) ||
  words[key]?.includes(String(value['stringValue'])) === true
const settingsFor = (url: string) => ({ FOYER_TELEMETRY_URL: url, FOYER_OFFLINE_ENABLED: 'true' })

/** Plays a visit until its form does not open, beside an intake that is handed over. */
async function playVisit(settings: NodeJS.ProcessEnv) {
  const planted = canaryPatient()
  const patient = { ...planted, contact: planted.phone }
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
  await kiosk.send({ type: 'begin' })
  await kiosk.sees('contact')
  await kiosk.send({ type: 'submitContact', value: patient.contact })
  await kiosk.sees('code')
  const code = place.sandbox.control.latestCode(patient.contact) ?? ''
  await kiosk.send({ type: 'submitCode', code })
  await kiosk.sees('dateOfBirth')
  const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-')
  await kiosk.send({ type: 'submitDateOfBirth', year, month, day })
  await waitFor(() => expect(kiosk.logged('formFailed')).not.toEqual([]))
  await waitFor(() => expect(messagesOf(kiosk)).toContain('intakeStep'))
  await kiosk.stop()
  return { ...place, kiosk, patient }
}
const messagesOf = ({ logged }: { logged(event: string): readonly Record<string, unknown>[] }) =>
  logged('app').map(({ message }) => String(message))

it('a visit is told to a collector as counts, times and listed words, and nothing of its patient', async () => {
  const { bytes, metrics, spans, url } = await openOtlp()
  const { environment, patient, sandbox } = await playVisit(settingsFor(url))
  const visit = spans.find(({ name }) => name === 'visit')
  expect(visit?.events.map(({ name }) => name)).toContain('formFailed')
  const parents = new Map(spans.map(({ name, parentSpanId }) => [name, parentSpanId]))
  expect(parents.get('partner.identityProof.verify')).toBe(visit?.spanId)
  expect(parents.get('developer.locations.get')).toBeUndefined()
  const seen = ['connection', 'events', 'intake.steps', 'intakes', 'out_of_service']
  const timed = ['service.call.duration', 'start.duration', 'visit.duration']
  expect([...metrics.keys()].toSorted()).toEqual(
    [...seen, ...timed].map((name) => `foyer.${name}`).toSorted(),
  )
  const said = [
    ...[...metrics.values()].flatMap((each) => pointsOf(each).flatMap((point) => point.attributes)),
    ...spans.flatMap((span) => [span, ...span.events].flatMap(({ attributes }) => attributes)),
  ]
  expect(said.filter((each) => !isListed(each))).toEqual([])
  const secrets = Object.entries(environment).filter(([name]) => /_CLIENT_|_PIN$/.test(name))
  const needles = [
    ...[...typedBy(patient, sandbox), ...recordOf(patient), ...issuedBy(sandbox)],
    ...secrets.map(([name, value = '']) => ({ name, value })),
  ].filter(({ value }) => value.length >= 8)
  expect(createSearch(needles).in(Buffer.concat(bytes))).toEqual([])
  const control = [{ name: 'operation', value: 'partner.identityProof.verify' }]
  expect(createSearch(control).in(Buffer.concat(bytes))).toHaveLength(1)
})

it('a visit and the end of Foyer go on as ever where the collector never answers', async () => {
  const { bytes, url } = await openOtlp(() => undefined)
  const { kiosk } = await playVisit(settingsFor(url))
  expect(bytes).not.toEqual([])
  expect(messagesOf(kiosk).filter((each) => each === 'telemetry is not taken')).toHaveLength(2)
  expect(kiosk.logged('bug')).toEqual([])
})

/** Observes a log that writes into `lines`, and exports every 20 ms. */
function observe(url: string, caFile: string | null = null) {
  const lines: string[] = []
  const log = openLog('front desk', { write: (line) => lines.push(line) })
  const network = { caFile, proxy: null }
  const more = { version: '1.0.0', name: 'front desk', station: 'kiosk', everyMs: 20 }
  const observed = observeLog(log, { url, network, ...more })
  onTestFinished(() => observed.close())
  const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { ...observed, told }
}

describe('a collector that', () => {
  it.each([
    ['is not there', undefined, 'ECONNREFUSED'],
    ['fails', (_: unknown, out: ServerResponse) => out.writeHead(500).end('x'), 'HTTP_500'],
    [
      'leads elsewhere',
      (_: unknown, out: ServerResponse) => out.writeHead(307, { location: '/other' }).end(),
      'HTTP_307',
    ],
  ] as const)('%s is in the log once, however often it is tried', async (_, answer, reason) => {
    const collector = answer && (await openOtlp(answer))
    const { told } = observe(collector?.url ?? 'http://127.0.0.1:9')
    await waitFor(() => expect(told()).toHaveLength(1))
    await setTimeout(200)
    const line = { message: 'telemetry is not taken', what: '/v1/metrics', reason }
    expect(told()).toEqual([expect.objectContaining(line)])
    if (collector) expect(collector.bytes.length).toBeGreaterThan(6)
  })

  it('comes back gets all counts, and the log says so', async () => {
    let isDown = true
    const { metrics, url } = await openOtlp((_, out) => out.writeHead(isDown ? 503 : 200).end('{}'))
    const { log, told } = observe(`${url}/`)
    log.event('bug', {})
    await waitFor(() => expect(told().at(-1)?.['message']).toBe('telemetry is not taken'))
    isDown = false
    await waitFor(() => expect(told().at(-1)?.['message']).toBe('telemetry is taken again'))
    const bugs = pointsOf(metrics.get('foyer.events')!).find(({ attributes }) =>
      attributes.some(({ value }) => value['stringValue'] === 'bug'),
    )
    expect(bugs?.asDouble).toBe(1)
  })

  it('has a certificate of the service’s own authority is trusted, and no other', async () => {
    const caFile = join(testFolder(), 'ca.pem')
    const { metrics, url } = await openOtlp(undefined, caFile)
    const { told } = observe(url)
    await waitFor(() => expect(told()).toMatchObject([{ reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' }]))
    expect(metrics.size).toBe(0)
    observe(url, caFile)
    await waitFor(() => expect(metrics.size).toBeGreaterThan(0))
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

describe('the alerts and the dashboard', () => {
  /** Metrics by their names in Prometheus, with the keys of their points. */
  const inPrometheus = (metrics: ReadonlyMap<string, Metric>) =>
    new Map(
      [...metrics.values()].flatMap((metric) => {
        const name =
          metric.name.replaceAll('.', '_') + (metric.unit === 'ms' ? '_milliseconds' : '')
        const keys = pointsOf(metric).flatMap(({ attributes }) => attributes.map(({ key }) => key))
        const endings = metric.histogram
          ? ['_bucket', '_sum', '_count']
          : [metric.sum ? '_total' : '']
        return endings.map((ending) => [name + ending, new Set(keys)] as const)
      }),
    )
  const operations = document('operations.md')
  const { groups } = parse(document('telemetry-alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  const expressions = [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...[...document('telemetry-dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    ),
  ]

  it('name only metrics, attributes and words that the code makes; a slip leaves as `other`', async () => {
    const { bytes, metrics, spans, url } = await openOtlp()
    const { close, log } = observe(url)
    tellAll(log)
    await close()
    expect(createSearch([{ name: 'slip', value: 'Ana Alvarez' }]).in(Buffer.concat(bytes))).toEqual(
      [],
    )
    expect(spans.map(({ name }) => name).toSorted()).toEqual(['other', 'visit'])
    const known = inPrometheus(metrics)
    expect(expressions.length).toBeGreaterThan(12)
    const named = new Set<string>()
    for (const expr of expressions)
      for (const [, name = '', matchers = ''] of expr.matchAll(/(foyer_\w+)(?:\{([^}]*)\})?/g)) {
        named.add(name)
        expect([...known.keys()], expr).toContain(name)
        for (const [, key = '', text = ''] of matchers.matchAll(
          /(\w+)\s*(?:!?=|[!=]~)\s*"([^"]*)"/g,
        )) {
          if (key === 'instance') continue
          expect([...(known.get(name) ?? [])], expr).toContain(key)
          for (const word of text.split('|').filter(Boolean))
            expect(words[key], expr).toContain(word)
        }
      }
    const unnamed = [...known.keys()].filter(
      (name) => !/_(bucket|sum|count)$/.test(name) && !named.has(name),
    )
    expect(unnamed).toEqual([])
    const names = [...metrics.keys()]
    expect(names.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
  })
})
