import { randomUUID } from 'node:crypto'
import type { CallCount } from '../base/call-count.ts'
import type { ConnectionState } from '../../shared/connection.ts'
import { isoDate, localDate } from '../../shared/calendar-date.ts'
import { err, mapOk, ok, type Result } from '../../shared/result.ts'
import type { FormView, OpenFormError } from '../../shared/windows.ts'
import type { Intake } from '../offline/intake.ts'
import { type CapturePage, openCapturePage } from '../offline/capture-page/capture-page.ts'
import type { CaptureStore, OfflineKnowledge } from '../offline/ports.ts'
import { isServiceDown } from '../service/connection/connection-monitor.ts'
import type { Settings } from '../settings/schema.ts'
import type { Shell } from '../shell/port.ts'
import type { CaptureStart, FormEvents, OfflinePort } from '../visit/ports.ts'
import { openAmidBarAndKeys } from './form-place.ts'

/** What visits without the network are made of. */
interface OfflineVisitsParts {
  readonly captures: CaptureStore
  readonly knowledge: OfflineKnowledge
  readonly settings: Settings
  readonly shell: Pick<Shell, 'openForm' | 'screenSize'>
  readonly connection: () => ConnectionState
  /** Calls back after each change of `connection`; the function that comes back ends it. */
  readonly onConnectionChange: (listener: () => void) => () => void
  readonly clinic: () => { readonly name: string; readonly color: string }
  /** The built patient page. */
  readonly clientDir: string
}

/** The same from outside; the calls of visits are counted, so that what can wait lets them pass. */
export interface OfflineOfVisits extends Omit<OfflineVisitsParts, 'settings' | 'shell'> {
  readonly calls: Pick<CallCount, 'counted'>
}

/** The visit's way to be without the network. */
export function createOfflinePort(parts: OfflineVisitsParts): OfflinePort {
  const { captures, knowledge, settings, connection } = parts
  return {
    isDown: () => isServiceDown(connection()),
    onConnectionChange: parts.onConnectionChange,
    canCapture: () => knowledge.forms().length > 0 && captures.hasRoom(),
    afterMs: settings.offline.afterMs,
    begin(start) {
      const intake = intakeOf(start, parts)
      return mapOk(captures.begin(intake), () => intake.id)
    },
    expected(person) {
      const found = knowledge.expected(person)
      return found && { time: timeOf(new Date(found.at)), with: found.with }
    },
    abandon: (id) => abandon(captures, settings, id),
    openCapture: (id, events) => openCapture(parts, id, events),
  }
}

/** HH:MM by the kiosk's own clock, which shows the time of the clinic that it stands in. */
function timeOf(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** What a stopped Foyer left unfinished goes as an abandoned visit's does. */
export function settleUnfinished(captures: CaptureStore, settings: Settings): void {
  for (const id of captures.unfinished()) abandon(captures, settings, id)
}

function abandon(captures: CaptureStore, { offline }: Settings, id: string): void {
  if (offline.keepUnfinished) captures.finish(id, new Date().toISOString())
  else captures.discard(id)
}

function intakeOf(start: CaptureStart, { knowledge }: OfflineVisitsParts): Intake {
  return {
    ...{ id: randomUUID(), helpNumber: start.helpNumber, language: start.language },
    ...{ startedAt: new Date().toISOString(), finishedAt: null },
    ...{ person: start.person, proved: [...start.proved] },
    forms: knowledge.forms().map((form) => ({ ...form, answers: {} })),
  }
}

/** Opens the page of a capture as a form, and ends its address with it. */
async function openCapture(
  { captures, clinic, clientDir, settings, shell }: OfflineVisitsParts,
  id: string,
  { onFinished, onPicture: _, helpNumber: __, ...events }: FormEvents,
): Promise<Result<FormView, OpenFormError>> {
  const opened = await openCapturePage(
    {
      ...{ captures, clinic, clientDir, language: settings.languages[0] ?? 'en' },
      country: settings.identity.phoneRegion,
      today: () => isoDate(localDate(new Date())),
      now: () => new Date().toISOString(),
    },
    id,
    onFinished,
  )
  // Neither a file of the page nor what is kept will come back by being asked again.
  if (!opened.ok) return err({ kind: 'notAllowed', reason: `the capture is ${opened.error.kind}` })
  const page: CapturePage = opened.value
  const form = await openAmidBarAndKeys(shell, {
    ...events,
    ...{ url: page.url, allowedOrigins: [], hidden: true },
    onGone() {
      void page.close()
      events.onGone()
    },
  })
  if (!form.ok) {
    await page.close()
    return form
  }
  return ok({
    ...form.value,
    async close() {
      await form.value.close()
      await page.close()
    },
  })
}
