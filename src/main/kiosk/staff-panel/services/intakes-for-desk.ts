import type { ConnectionState } from '../../../../shared/connection.ts'
import type { KeptIntakes } from '../../../../shared/staff-intakes.ts'
import {
  mostDrawnBytes,
  type IntakeAsk,
  type IntakeDoor,
  type IntakeResult,
} from '../../../stations/intakes/intake-messages.ts'
import type { IntakePdfs } from '../../offline/intake-pdf/intake-pdfs.ts'
import type { Audit } from '../../../vault/audit/audit.ts'
import type { ActingMember } from '../audited-acts.ts'
import { settledIn, type IntakesService } from './intakes-service.ts'

/**
 * Lets the desk's members see and settle this kiosk's intakes, as its panel does. Each look at a patient, and each act,
 * is audited with the member before.
 */
export function openIntakesToDesk({
  intakes,
  ...parts
}: {
  readonly intakes: IntakesService | undefined
  readonly drawPdf: IntakePdfs['draw'] | undefined
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
    }
  }
  function carryOut(ask: IntakeAsk): IntakeResult<typeof ask.type> | ReturnType<typeof draw> {
    switch (ask.type) {
      case 'listIntakes':
        return list()
      case 'openIntake': {
        const opened = intakes?.open(ask.intake)
        return opened?.ok ? opened.value.shown : null
      }
      case 'readIntake': {
        const read = intakes?.read(ask.intake)
        return read?.ok ? [...read.value] : null
      }
      case 'drawIntakePdf':
        return draw([ask.intake])
      case 'drawSettledPdf':
        return draw(intakes ? settledIn(intakes) : [])
      case 'chooseCandidate':
      case 'actOnIntake':
      case 'discardIntake': {
        const done = intakes?.settle(ask)
        return { outcome: done?.ok ? 'done' : (done?.error.kind ?? 'unknown') }
      }
    }
  }
  async function draw(ids: readonly string[]): Promise<IntakeResult<'drawIntakePdf'>> {
    const drawn = await parts.drawPdf?.(ids)
    return drawn?.ok && drawn.value.length <= mostDrawnBytes
      ? { base64: Buffer.from(drawn.value).toString('base64') }
      : null
  }
  return (station, { id: member, name: by }, ask) => {
    if (ask.type !== 'listIntakes')
      parts.audit.append('deskCommand', { station, act: ask.type, by, member })
    return parts.acting.as(member, () => carryOut(ask))
  }
}
