import type { kioskOperations } from '../../../shared/desk/kiosks.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { KeptIntakes } from '../../../shared/staff-intakes.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { IntakeAsk, IntakeResult } from '../../stations/intakes/intake-messages.ts'
import { onRecord, type Handlers, type Reply } from '../feature.ts'
import { idAt, onHub, partsOf, type KioskWork } from '../kiosks/hearing.ts'

type Served = Pick<
  Handlers<typeof kioskOperations>,
  | 'kioskIntakes'
  | 'kioskIntake'
  | 'kioskIntakeAnswers'
  | 'settleIntake'
  | 'saveIntake'
  | 'saveSettledIntakes'
>

/** Serves intakes that kiosks keep: each kiosk shows and carries out what it is asked, and nothing of it is kept here. */
export function serveKioskIntakes(work: KioskWork): Served {
  const { references } = work
  const ask = <T extends IntakeAsk['type']>(
    kiosk: string,
    what: Extract<IntakeAsk, { readonly type: T }>,
  ): Reply<IntakeResult<T>> =>
    onHub(work, async (hub): Promise<Result<IntakeResult<T>, DeskRefusal>> => {
      const { member: id, by: name } = work.who()
      const told = await hub.askIntakes(kiosk, { id, name }, what)
      return told === undefined ? err({ kind: 'kioskSilent' }) : ok(told)
    })
  const onKiosk = <T>(reference: Reference, run: (kiosk: string) => Reply<T>) =>
    onRecord(work, { kind: 'kiosk', record: 'stationId', reference }, (at) => run(String(at)))
  /** Does something with an intake that the page was shown; `id` is the kiosk's own. */
  const on = <T>(reference: Reference, run: (kiosk: string, id: string) => Reply<T>) =>
    onRecord(work, { kind: 'intake', record: 'intake', reference }, (at) => run(...partsOf(at)))
  return {
    kioskIntakes: ({ kiosk }) =>
      onKiosk(kiosk, async (at) => {
        const kept = await ask(at, { type: 'listIntakes' })
        return kept.ok ? ok(named(kept.value, at)) : kept
      }),
    kioskIntake: ({ intake }) =>
      on(intake, async (kiosk, id) => {
        const opened = await ask(kiosk, { type: 'openIntake', intake: id })
        if (!opened.ok) return opened
        if (!opened.value) return err({ kind: 'unknownReference' })
        return ok({ ...opened.value, intake: { ...opened.value.intake, id: intake } })
      }),
    kioskIntakeAnswers: ({ intake }) =>
      on(intake, async (kiosk, id) => {
        const read = await ask(kiosk, { type: 'readIntake', intake: id })
        if (!read.ok) return read
        return read.value ? ok(read.value) : err({ kind: 'unknownReference' })
      }),
    settleIntake: (command) =>
      on(command.intake, (kiosk, id) => ask(kiosk, { ...command, intake: id })),
    saveIntake: ({ intake }) =>
      on(intake, (kiosk, id) => ask(kiosk, { type: 'saveIntakePdf', intake: id })),
    saveSettledIntakes: ({ kiosk }) => onKiosk(kiosk, (at) => ask(at, { type: 'saveSettledPdf' })),
  }

  /** Gives each intake a name of this desk's. */
  function named(kept: KeptIntakes, kiosk: string): KeptIntakes {
    const { intakes } = kept
    if (!intakes) return kept
    const each = <R extends { readonly id: string }>(rows: readonly R[]): R[] =>
      rows.map((row) => ({ ...row, id: references.of('intake', idAt(kiosk, row.id)) }))
    return {
      ...kept,
      intakes: {
        ...intakes,
        waiting: each(intakes.waiting),
        needsPerson: each(intakes.needsPerson),
        remaining: each(intakes.remaining),
        complete: each(intakes.complete),
      },
    }
  }
}
