import type { ConnectionState } from '../../shared/connection.ts'
import { steadyClock } from '../base/clock.ts'
import type { KioskLog } from '../log/log.ts'
import { createIntakeDelivery } from '../kiosk/offline/outbox/delivery.ts'
import { paperOf } from '../kiosk/offline/intake-pdf/intake-html.ts'
import { createIntakePdfs, type IntakePdfParts } from '../kiosk/offline/intake-pdf/intake-pdfs.ts'
import { openDesk } from '../kiosk/offline/outbox/outbox-desk.ts'
import type { OwedRow } from '../kiosk/arrival/rows.ts'
import { startOutbox } from '../kiosk/offline/outbox/outbox.ts'
import type { OutboxRow } from '../kiosk/offline/outbox/row.ts'
import type { IntakeSource } from '../kiosk/offline/outbox/ports.ts'
import type { Settings } from '../settings/schema.ts'
import type { ServiceConnection } from './service-connection.ts'
import type { Station } from './station.ts'

/** Opens a kiosk's outbox and staff's side of it, and begins to hand over. Throws what the vault throws. */
export function openKioskOutbox(
  {
    vault,
    settings,
    log,
  }: Pick<Station, 'vault' | 'settings'> & {
    readonly log: Pick<KioskLog, 'app'>
  },
  parts: {
    readonly source: IntakeSource
    /**
     * The connection that holds now: another one comes with other settings or credentials. Nothing is tried without one.
     */
    readonly service: () => Pick<ServiceConnection, 'client' | 'place'> | undefined
    readonly monitor: { current(): { readonly state: ConnectionState } }
    readonly isBusy: () => boolean
    /** Called after each change of what the outbox holds. */
    readonly onChange?: () => void
    /**
     * Receives an intake's patient once known, and again at later steps and starts. `at`: when it was finished, ms since
     * 1970.
     */
    readonly onPatient: (intake: Pick<OwedRow, 'intakeId' | 'patientId' | 'at'>) => void
    /** Draws an intake as a PDF. */
    readonly draw: IntakePdfParts['draw']
  },
) {
  const { source } = parts
  const clock = steadyClock
  const tellOfPatient = ({ id: intakeId, state, finishedAt }: OutboxRow) => {
    const at = Date.parse(finishedAt)
    if ('patientId' in state && !Number.isNaN(at))
      parts.onPatient({ intakeId, patientId: state.patientId, at })
  }
  const outbox = startOutbox({
    source,
    clock,
    rows: vault.outbox,
    onChange(row) {
      if (row) tellOfPatient(row)
      parts.onChange?.()
    },
    delivery: createIntakeDelivery(parts.service),
    settings: () => settings().offline,
    connection: () => (parts.service() ? parts.monitor.current().state : 'offline'),
    isBusy: parts.isBusy,
    measured: () => vault.time.now(),
    random: Math.random,
    log: ({ step, ...line }) => log.app('intakeStep', { what: step, ...line }),
  })
  // A stop may have come between the step and the word of it.
  for (const row of outbox.book.all()) tellOfPatient(row)
  const desk = openDesk({
    outbox,
    source,
    audit: (act, fields) => vault.audit.append(act, fields),
    now: () => ({ at: clock.wallTime(), measured: vault.time.now() }),
  })
  const pdfs = createIntakePdfs({
    draw: parts.draw,
    settings: () => printSettings(settings()),
    helpNumberOf: (id) => outbox.book.get(id)?.helpNumber,
    read: (id) => source.read(id),
    audit: (act, fields) => vault.audit.append(act, fields),
    log: ({ reason, ...line }) => log.app('intakeNotSaved', { ...line, outcome: reason }),
    now: () => clock.wallTime(),
  })
  return { ...outbox, desk, pdfs }
}

/** Reads how and where an intake is printed. */
function printSettings({
  offline,
  identity,
  kiosk,
  languages,
}: Settings): ReturnType<IntakePdfParts['settings']> {
  return {
    folder: offline.pdfFolder,
    locale: languages[0] ?? 'en',
    paper: paperOf(identity.phoneRegion),
    kiosk: kiosk.name,
  }
}
