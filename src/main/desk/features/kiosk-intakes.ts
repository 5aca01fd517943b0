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
  | 'kioskIntakePdf'
  | 'settledIntakesPdf'
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
  /** Asks for what the kiosk may not have. */
  async function find<T extends IntakeAsk['type']>(
    kiosk: string,
    what: Extract<IntakeAsk, { readonly type: T }>,
  ): Promise<Result<NonNullable<IntakeResult<T>>, DeskRefusal>> {
    const told = await ask(kiosk, what)
    if (!told.ok) return told
    return told.value === null ? err({ kind: 'unknownReference' }) : ok(told.value)
  }
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
        const opened = await find(kiosk, { type: 'openIntake', intake: id })
        return opened.ok ? ok({ ...opened.value, id: intake }) : opened
      }),
    kioskIntakeAnswers: ({ intake }) =>
      on(intake, (kiosk, id) => find(kiosk, { type: 'readIntake', intake: id })),
    kioskIntakePdf: ({ intake }) =>
      on(intake, (kiosk, id) => find(kiosk, { type: 'drawIntakePdf', intake: id })),
    settledIntakesPdf: ({ kiosk }) => onKiosk(kiosk, (at) => find(at, { type: 'drawSettledPdf' })),
    settleIntake: (command) =>
      on(command.intake, (kiosk, id) => ask(kiosk, { ...command, intake: id })),
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
