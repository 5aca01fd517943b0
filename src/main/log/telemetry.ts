import { AsyncLocalStorage } from 'node:async_hooks'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Attributes, Span } from '@opentelemetry/api'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ISerializer } from '@opentelemetry/otlp-transformer'
import { JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Dispatcher, request } from 'undici'
import { contract } from '../../contract/index.ts'
import { listOperations } from '../../contract/operation.ts'
import { connectionState } from '../../shared/connection.ts'
import { attentionReasons, intakeSteps } from '../../shared/intake-reasons.ts'
import { requestReasons } from '../../shared/request-reason.ts'
import { visitOutcome } from '../../shared/staff.ts'
import { systemClock } from '../base/clock.ts'
import { within } from '../base/timers.ts'
import type { CallReport } from '../intake/client/call-types.ts'
import { createAgent, type NetworkOptions } from '../intake/http/agent.ts'
import { logEvents } from '../kiosk/visit/log-port.ts'
import { cleanText, type KioskLog } from './log.ts'

/** Outcomes of a call; true for those that a patient's own input does not explain. */
const callFaults = {
  ok: false,
  unreachable: true,
  timedOut: true,
  unauthorized: true,
  forbidden: true,
  notFound: false,
  conflictingMatches: false,
  rejected: false,
  refusedByEnvelope: false,
  rateLimited: true,
  serverFault: true,
  unreadableAnswer: true,
} as const satisfies Readonly<Record<CallReport['outcome'], boolean>>

/** Every value that may leave the machine, by attribute; any other leaves as `other`. */
export const attributeValues = {
  event: [...Object.keys(logEvents), 'formPageRefused', 'browserRefused', 'formPageFailed'],
  reason: [
    ...[...requestReasons, ...visitOutcome.options],
    ...['malformed', 'notAccepted', 'notAllowed', 'service', 'vault'],
  ],
  operation: listOperations(contract).map(({ id }) => id),
  outcome: [
    ...[...Object.keys(callFaults), ...visitOutcome.options],
    ...['done', 'again', 'inDoubt', ...attentionReasons],
  ],
  state: [...connectionState.options, 'waiting', 'needsPerson'],
  step: intakeSteps,
} as const satisfies Readonly<Record<string, readonly string[]>>

const words: Readonly<Record<string, readonly string[]>> = attributeValues

function attributesOf(
  given: Readonly<Partial<Record<keyof typeof attributeValues, unknown>>>,
): Attributes {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const listed = (name: string, value: unknown) => words[name]?.find((each) => each === value)
  return Object.fromEntries(entries.map(([name, value]) => [name, listed(name, value) ?? 'other']))
}

const visitBounds = [0.5, 1, 2, 3, 5, 8, 12, 20, 40, 60].map((minutes) => minutes * 60_000)

interface TelemetryOptions {
  /** Address before `/v1/metrics` and `/v1/traces`. */
  readonly url: string
  readonly network: Pick<NetworkOptions, 'caFile' | 'proxy'>
  readonly version: string
  readonly name: string
  readonly station: string
  readonly everyMs?: number
}

function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name: string }
  return typeof code === 'string' ? code : name
}

const limits = { exportMs: 10_000, lastMs: 1_000 } as const
const compress = promisify(gzip)

function openExports({ url, network }: TelemetryOptions, log: Pick<KioskLog, 'app'>) {
  let dispatcher: Dispatcher | undefined
  async function post(path: string, body: Uint8Array) {
    dispatcher ??= createAgent({ connectMs: limits.exportMs }, network)
    const answer = await request(`${url.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: await compress(body),
      dispatcher,
      signal: AbortSignal.timeout(limits.exportMs),
    })
    await answer.body.dump()
    if (answer.statusCode >= 300)
      throw Object.assign(new Error('refused'), { code: `HTTP_${answer.statusCode}` })
  }
  return {
    to<T, A>(path: string, serializer: ISerializer<T, A>) {
      let isFailing = false
      return {
        async export(items: T, done: (result: { readonly code: 0 | 1 }) => void) {
          const body = serializer.serializeRequest(items) ?? new Uint8Array()
          const fault = await post(path, body).then(() => undefined, codeOf)
          if (fault !== undefined && !isFailing)
            log.app('telemetry is not taken', { what: path, reason: fault })
          if (fault === undefined && isFailing) log.app('telemetry is taken again', { what: path })
          isFailing = fault !== undefined
          done({ code: isFailing ? 1 : 0 })
        },
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve(),
      }
    },
    close: () => dispatcher?.destroy(),
  }
}

/** Makes metrics and spans of what a log is told, and sends them to a collector. */
export function observeLog(log: KioskLog, options: TelemetryOptions) {
  const { version, name, station, everyMs = 60_000 } = options
  const exports = openExports(options, log)
  const resource = resourceFromAttributes({
    'service.name': 'foyer',
    'service.version': version,
    'service.instance.id': cleanText(name),
    'foyer.station': station,
  })
  const reader = new PeriodicExportingMetricReader({
    exporter: exports.to('/v1/metrics', JsonMetricsSerializer),
    exportIntervalMillis: everyMs,
  })
  const spans = new BatchSpanProcessor({
    exporter: exports.to('/v1/traces', JsonTraceSerializer),
    scheduledDelayMillis: everyMs,
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
  const tracers = new TracerProvider({ resource, spanProcessors: [spans] })
  const meter = meters.getMeter('foyer')
  const tracer = tracers.getTracer('foyer')
  const inMs = { unit: 'ms' }
  const events = meter.createCounter('foyer.events', { unit: '{event}' })
  const calls = meter.createHistogram('foyer.service.call.duration', inMs)
  const visits = meter.createHistogram('foyer.visit.duration', {
    ...inMs,
    advice: { explicitBucketBoundaries: visitBounds },
  })
  const connection = meter.createGauge('foyer.connection', { unit: '{state}' })
  const outOfService = meter.createGauge('foyer.out_of_service', { unit: '{state}' })
  const intakes = meter.createGauge('foyer.intakes', { unit: '{intake}' })
  const stepsTried = meter.createCounter('foyer.intake.steps', { unit: '{step}' })
  const start = meter.createGauge('foyer.start.duration', inMs)
  const count = (event: string, reason?: string) => events.add(1, attributesOf({ event, reason }))
  const setService = (isOut: 0 | 1, ...reasons: string[]) => {
    for (const reason of reasons) outOfService.record(isOut, attributesOf({ reason }))
  }
  // A rule on an increase misses the first of a counter that is not there before.
  for (const event of attributeValues.event) events.add(0, { event })
  setService(0, 'service', 'vault')

  let visit: { readonly span: Span; readonly since: number } | undefined
  const ofVisit = new AsyncLocalStorage<Span | undefined>()
  function endVisit(reason?: string) {
    const outcome = attributesOf({ outcome: reason })
    if (visit) visits.record(performance.now() - visit.since, outcome)
    visit?.span.setAttributes(outcome).end()
    visit = undefined
  }
  const observed: KioskLog = {
    ...log,
    event(name, fields) {
      log.event(name, fields)
      const reason = fields.reason?.replace(/^vault: .*/, 'vault')
      count(name, reason)
      if (name === 'kioskOutOfService') setService(1, reason ?? 'service')
      if (name === 'kioskBackInService') setService(0, 'service', 'vault')
      if (name === 'visitStarted')
        visit = { span: tracer.startSpan('visit', {}, ROOT_CONTEXT), since: performance.now() }
      else if (name === 'visitEnded') endVisit(reason)
      else visit?.span.addEvent(name, attributesOf({ reason }))
    },
    call(report) {
      log.call(report)
      const { operation, outcome, attempts, tookMs } = report
      const said = attributesOf({ operation, outcome })
      calls.record(tookMs, said)
      const parent = ofVisit.getStore()
      const [kind, startTime] = [SpanKind.CLIENT, Date.now() - tookMs]
      const span = tracer.startSpan(
        String(said['operation']),
        { kind, startTime, attributes: { ...said, attempts } },
        parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      )
      if (callFaults[outcome]) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    app(message, fields = {}) {
      log.app(message, fields)
      const { outcome, what: step } = fields
      if (message === 'connectionChanged')
        for (const state of connectionState.options)
          connection.record(state === outcome ? 1 : 0, { state })
      else if (message === 'intakeStep') stepsTried.add(1, attributesOf({ step, outcome }))
      else if (message === 'vaultFailed') setService(1, 'vault')
      else if (/^the \w+ is open$/.test(message)) start.record(process.uptime() * 1_000)
    },
    refused(line) {
      log.refused(line)
      count(line.kind === 'browser' ? 'browserRefused' : 'formPageRefused')
    },
    formFault(...fault) {
      log.formFault(...fault)
      count('formPageFailed')
    },
    noteIntakes({ waiting, needPerson }) {
      intakes.record(waiting, { state: 'waiting' })
      intakes.record(needPerson, { state: 'needsPerson' })
    },
    duringVisit: (call) => ofVisit.run(visit?.span, call),
  }
  return {
    log: observed,
    /** Exports what is left, for a second at most. */
    endTelemetry: async () => {
      endVisit('stopped')
      const last = Promise.allSettled([meters.shutdown(), tracers.shutdown()])
      await within(systemClock, limits.lastMs, last)
      await exports.close()
    },
  }
}
