import type { ConnectionState } from '../../../../shared/connection.ts'
import type { KeptIntakes } from '../../../../shared/staff-intakes.ts'
import type { IntakeDoor } from '../../../stations/intakes/answer-intakes.ts'
import type { IntakeAsk, IntakeResult } from '../../../stations/intakes/intake-messages.ts'
import type { Audit } from '../../../vault/audit/audit.ts'
import type { ActingMember } from '../audited-acts.ts'
import type { IntakesService } from '../ports.ts'
import { settledIn, settleIntake } from './intakes-service.ts'

/**
 * Lets the desk's members see and settle this kiosk's intakes, as its panel does. Each look at a patient, and each act,
 * is audited with the member before.
 */
export function openIntakesToDesk({
  intakes,
  ...parts
}: {
  readonly intakes: IntakesService | undefined
  /** Counts the intakes that wait, also where they are switched off. */
  readonly kept: () => number
  readonly connection: () => { readonly state: ConnectionState; readonly since: number | null }
  readonly audit: Pick<Audit, 'append'>
  readonly acting: Pick<ActingMember, 'as'>
}): IntakeDoor {
  function list(): KeptIntakes {
    const { state: connection, since: connectionSince } = parts.connection()
    return {
      connection,
      connectionSince,
      intakes: intakes?.list() ?? null,
      kept: parts.kept(),
      canSavePdf: intakes?.savePdf !== undefined,
    }
  }
  function carryOut(ask: IntakeAsk): IntakeResult<typeof ask.type> | ReturnType<typeof save> {
    switch (ask.type) {
      case 'listIntakes':
        return list()
      case 'openIntake': {
        const opened = intakes?.open(ask.intake)
        if (!opened?.ok) return null
        return { intake: opened.value.shown, canSavePdf: intakes?.savePdf !== undefined }
      }
      case 'readIntake': {
        const read = intakes?.read(ask.intake)
        return read?.ok ? [...read.value] : null
      }
      case 'saveIntakePdf':
        return save([ask.intake])
      case 'saveSettledPdf':
        return save(intakes ? settledIn(intakes) : [])
      case 'chooseCandidate':
      case 'actOnIntake':
      case 'discardIntake': {
        const done = intakes && settleIntake(intakes, ask)
        return { outcome: done?.ok ? 'done' : (done?.error.kind ?? 'unknown') }
      }
    }
  }
  async function save(ids: readonly string[]): Promise<IntakeResult<'saveIntakePdf'>> {
    const saved = await intakes?.savePdf?.(ids)
    return saved?.ok
      ? { outcome: 'saved', file: saved.value.file }
      : { outcome: saved?.error.kind ?? 'unknown', file: null }
  }
  return (station, { id: member, name: by }, ask) => {
    if (ask.type !== 'listIntakes')
      parts.audit.append('deskCommand', { station, act: ask.type, by, member })
    return parts.acting.as(member, () => carryOut(ask))
  }
}
