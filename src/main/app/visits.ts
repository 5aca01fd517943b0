import type { Attempts } from '../kiosk/visit/limits/attempts.ts'
import { randomUUID } from 'node:crypto'
import { clockTime } from '../../shared/calendar-date.ts'
import { formInsets } from '../../shared/form-insets.ts'
import { type Result, err, mapOk, ok } from '../../shared/result.ts'
import type { OpenFormError, Refused } from '../../shared/windows.ts'
import type { Arrivals } from '../kiosk/arrival/arrivals.ts'
import type { CallCount } from '../base/work.ts'
import { systemClock } from '../base/clock.ts'
import { drawQrCode } from '../base/draw-qr-code.ts'
import {
  type FormOriginRefusal,
  type FormOriginRule,
  openableAddress,
} from '../kiosk/form-origins/form-address.ts'
import type { KioskLog, RefusedLine } from '../log/log.ts'
import type { KnowledgeStore } from '../kiosk/offline/cache/knowledge.ts'
import type { CaptureStore } from '../kiosk/offline/capture/capture-store.ts'
import { openCapturePage } from '../kiosk/offline/capture-page/capture-page.ts'
import { checkAccess } from '../intake/access.ts'
import { createCheckInService } from '../intake/check-in-service.ts'
import { type ConnectionMonitor, isServiceDown } from '../intake/connection/connection-monitor.ts'
import { type Settings, formOriginRule } from '../settings/schema.ts'
import type { FormViewOptions } from '../form-view/form-options.ts'
import type { Shell } from '../windows/port.ts'
import type { RefusedOrigins } from '../vault/store/refused-origins.ts'
import { type Kiosk, type VisitPage, createKiosk } from '../kiosk/visit/kiosk.ts'
import type { HelpNumbers } from '../kiosk/visit/limits/help-numbers.ts'
import type {
  DeskCodePort,
  DeskPort,
  FormEvents,
  OfflinePort,
  OwnPhonePort,
  VisitForm,
} from '../kiosk/visit/ports.ts'
import type { ServiceConnection } from './service-connection.ts'
import type { Station } from './station.ts'

type FormShell = Pick<Shell, 'openForm' | 'screenSize'>

type VisitMonitor = Pick<ConnectionMonitor, 'current' | 'subscribe'>

const connectionOf = (monitor: VisitMonitor) => ({
  isDown: () => isServiceDown(monitor.current().state),
  onConnectionChange: (listener: () => void) => monitor.subscribe(listener),
})

// A key pressed as soon as the keys are visible is not lost: the form takes it before it has its new size.
/** Opens a form between Foyer's bar and, while shown, its keys. `onEnd`: it is closed, or did not open. */
export async function openAmidBarAndKeys(
  shell: FormShell,
  options: Omit<FormViewOptions, 'insets'>,
  onEnd: () => Promise<void> | void,
): Promise<Result<VisitForm, OpenFormError>> {
  const shape = { keyboard: false, zoom: 1, lowered: false }
  const insets = () => formInsets({ screen: shell.screenSize(), ...shape })
  const opened = await shell.openForm({ ...options, insets: insets() })
  if (!opened.ok) {
    await onEnd()
    return opened
  }
  const view = opened.value
  return ok({
    ...view,
    async showKeys(shown) {
      shape.keyboard = shown
      await Promise.all([view.showKeys(shown), view.setInsets(insets())])
    },
    async setZoom(factor) {
      shape.zoom = factor
      await view.setZoom(factor)
      await view.setInsets(insets())
    },
    async setLowered(isLowered) {
      shape.lowered = isLowered
      await view.setInsets(insets())
    },
    async close() {
      try {
        await view.close()
      } finally {
        await onEnd()
      }
    },
  })
}

/** Tells whether a form wanted to give the patient something on paper or as a file: the desk can. */
export const isHandout = ({ what, target }: Refused): boolean =>
  what === 'download' || (what === 'dialog' && target === 'print')

/** Most different attempts of one form that are reported: a hostile page could fill the disk. */
const mostTold = 100

/** Reports a form's refusals to staff and the audit at once, and logs them at its end, one line for all that are alike. */
export function createRefusalReport(
  log: Pick<KioskLog, 'noteRefused' | 'refused'>,
  origins: Pick<RefusedOrigins, 'note'>,
  helpNumber: string,
) {
  const lines = new Map<string, RefusedLine>()
  let isTold = false
  return {
    refused: (refused: Refused) => {
      log.noteRefused(refused)
      const kind = refused.kind ?? (refused.what === 'request' ? 'fetch' : refused.what)
      const key = JSON.stringify([refused.what, kind, refused.target, refused.from])
      const line = lines.get(key)
      if (!line && lines.size >= mostTold) return
      const told = { ...refused, kind, helpNumber, count: (line?.count ?? 0) + 1 }
      lines.set(key, told)
      if (line) return
      // At once: staff may come to the panel while the form is still there.
      origins.note(helpNumber, [told])
      if (isTold) log.refused(told)
    },
    end: () => {
      isTold = true
      for (const line of lines.values()) log.refused(line)
      lines.clear()
    },
  }
}

/** Characters of an address that a phone still reads from a screen. */
const mostCharacters = 1_000

/** Creates the visit's port to the patient's own phone, which is led only where a form may be opened. */
export function createOwnPhonePort(
  monitor: VisitMonitor,
  rule: FormOriginRule,
  onRefused: (refusal: FormOriginRefusal) => void,
): OwnPhonePort {
  return {
    ...connectionOf(monitor),
    draw(url) {
      const address = openableAddress(url, rule, onRefused)
      if (!address.ok) return address
      if (address.value.length > mostCharacters)
        return err({ kind: 'notAllowed', reason: 'the address is too long for a QR code' })
      return ok(drawQrCode(address.value))
    },
  }
}

/** Its calls are counted, so that work that can wait lets them pass. */
export interface OfflineOfVisits {
  readonly captures: CaptureStore
  readonly knowledge: Pick<KnowledgeStore, 'forms' | 'expected'>
  readonly calls: Pick<CallCount, 'counted'>
  readonly clinic: () => { readonly name: string; readonly color: string }
  readonly clientDir: string
}

/** Creates the visit's port for work without the network. */
export function createOfflinePort(
  offline: OfflineOfVisits,
  settings: Settings,
  monitor: VisitMonitor,
  attempts: Pick<Attempts, 'count' | 'countOnKiosk'>,
): OfflinePort {
  const { captures, knowledge } = offline
  return {
    ...connectionOf(monitor),
    canCapture: () =>
      knowledge.forms().length > 0 &&
      captures.roomLeft() > 0 &&
      attempts.countOnKiosk('intakeBegun') < settings.offline.maxIntakesPerHour,
    afterMs: settings.offline.afterMs,
    begin(start) {
      const intake = {
        id: randomUUID(),
        helpNumber: start.helpNumber,
        language: start.language,
        startedAt: new Date().toISOString(),
        finishedAt: null,
        person: start.person,
        proved: [...start.proved],
        forms: knowledge.forms().map((form) => ({ ...form, answers: {} })),
      }
      const takeBack = attempts.count('intakeBegun', intake.id)
      const begun = captures.begin(intake)
      if (!begun.ok) takeBack()
      return mapOk(begun, () => intake.id)
    },
    expected(person) {
      const found = knowledge.expected(person)
      return found && { time: clockTime(new Date(found.at)), with: found.with }
    },
    abandon: (id) => abandon(captures, settings, id),
  }
}

/** Settles what a stopped Foyer left unfinished, as for an abandoned visit. */
export function settleUnfinished(captures: CaptureStore, settings: Settings): void {
  for (const id of captures.unfinished()) abandon(captures, settings, id)
}

function abandon(captures: CaptureStore, { offline }: Settings, id: string): void {
  if (offline.keepUnfinished) captures.finish(id, new Date().toISOString())
  else captures.discard(id)
}

async function openCapture(
  { captures, clinic, clientDir }: OfflineOfVisits,
  settings: Settings,
  shell: FormShell,
  id: string,
  { onFinished, onPicture: _, helpNumber: __, ...events }: FormEvents,
): Promise<Result<VisitForm, OpenFormError>> {
  const parts = {
    captures,
    clinic,
    clientDir,
    language: settings.languages[0] ?? 'en',
    country: settings.identity.phoneRegion,
    now: () => new Date(),
  }
  const opened = await openCapturePage(parts, id, onFinished)
  // Neither a file of the page nor what is kept will come back by being asked again.
  if (!opened.ok) return err({ kind: 'notAllowed', reason: `the capture is ${opened.error.kind}` })
  const page = opened.value
  const onGone = () => {
    void page.close()
    events.onGone()
  }
  const form = { ...events, onGone, url: page.url, allowedOrigins: [], hidden: true }
  return openAmidBarAndKeys(shell, form, page.close)
}

/** Begins to serve patients, one after another, over a connection that is closed with them. */
export function startVisits(
  { vault: { audit, attempts }, log }: Pick<Station, 'vault' | 'log'>,
  connection: ServiceConnection,
  parts: {
    readonly shell: FormShell
    readonly refusedOrigins: Pick<RefusedOrigins, 'note'>
    readonly helpNumbers: HelpNumbers
    readonly page: VisitPage
    readonly monitor: VisitMonitor
    readonly deskCode: DeskCodePort
    readonly desk?: DeskPort
    readonly offline?: OfflineOfVisits | undefined
    readonly arrivals?: Pick<Arrivals, 'port'>
  },
): Kiosk {
  const { shell, page, helpNumbers, monitor, offline } = parts
  const { client, place, settings, wireProfile } = connection
  const rule = formOriginRule(settings)
  const onOriginRefused = ({ origin, why }: FormOriginRefusal) =>
    audit.append('formOriginRefused', { origin, why })
  const kiosk = createKiosk({
    service: createCheckInService(client, place, (call) =>
      log.duringVisit(() => (offline ? offline.calls.counted(call) : call())),
    ),
    settings,
    code: wireProfile.proof.code,
    locales: settings.languages,
    clock: systemClock,
    async openForm(asked, opened) {
      if ('captureId' in asked) {
        if (!offline) throw new Error('the visit has no captures')
        return openCapture(offline, settings, shell, asked.captureId, opened)
      }
      const { helpNumber, onPicture, ...events } = opened
      const url = openableAddress(asked.url, rule, onOriginRefused)
      if (!url.ok) return url
      const report = createRefusalReport(log, parts.refusedOrigins, helpNumber)
      const form: Parameters<typeof openAmidBarAndKeys>[1] = {
        ...events,
        ...(settings.formView.camera && { onPicture }),
        url: url.value,
        allowedOrigins: settings.formView.allowedOrigins,
        papers: settings.formView.papers,
        hidden: true,
        onRefused(refused) {
          report.refused(refused)
          if (isHandout(refused)) events.onSign('handout')
          if (refused.kind === 'opener') events.onSign('unheard')
        },
        onFault: (fault) => log.formFault(fault, helpNumber),
      }
      return openAmidBarAndKeys(shell, form, report.end)
    },
    ...(offline && { offline: createOfflinePort(offline, settings, monitor, attempts) }),
    ...(settings.packets.ownPhone && {
      ownPhone: createOwnPhonePort(monitor, rule, onOriginRefused),
    }),
    ...(settings.arrival.enabled && {
      arrival: parts.arrivals?.port(connection, settings.arrival),
    }),
    page,
    desk: parts.desk,
    deskCode: parts.deskCode,
    attempts,
    helpNumbers,
    log,
    health: (signal) => checkAccess(client, place, { signal }),
  })
  return {
    ...kiosk,
    async end(ending) {
      await kiosk.end(ending)
      await connection.close()
    },
    async stop() {
      await kiosk.stop()
      await connection.close()
    },
  }
}
