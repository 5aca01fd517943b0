import { sameId, type Id } from '../values.ts'
import { address } from './address.ts'
import { isFields, pick, readId, readList, readText, unwrap, type Fields } from './fields.ts'
import { formsIn, packet } from './packet.ts'
import type { ReadPacket } from './read-types.ts'
import { readerOf } from './reading.ts'

/** An answer as the front desk shows it. */
export interface ReadDeskAnswer {
  readonly question: string | null
  readonly attribute: string | null
  readonly value: unknown
}

/** A form of a packet; `templateId` where it says it. */
export interface ReadDeskForm {
  readonly name: string | null
  readonly templateId: Id | undefined
  readonly started: boolean
  readonly completed: boolean
  readonly answers: readonly ReadDeskAnswer[]
}

/** Packet with its forms and their answers (assumption `form-packet-shape`). */
export interface ReadDeskPacket extends ReadPacket {
  readonly forms: readonly ReadDeskForm[]
}

/** Reads the packet that was asked for. */
export const deskPacketReader = (asked: Id) =>
  readerOf('the form packet that was asked for', ({ body }): ReadDeskPacket | undefined => {
    const read = packet(body, asked)
    if (!read || !sameId(read.id, asked)) return undefined
    return { ...read, forms: formsIn(unwrap(body, 'formPacket').layers).map(formIn) }
  })

/** Reads the address in an answer; anyone who has the address can open its page. */
export const addressReader = readerOf('an address', (answer) => address(answer))

function formIn(form: Fields): ReadDeskForm {
  // A form says how far it is as a packet does.
  const read = packet(form, 0)
  return {
    name: read?.name ?? null,
    templateId: readId(pick(form, 'formTemplateId')),
    started: read?.started ?? false,
    completed: read?.completed === true,
    answers: (readList(pick(form, 'answers')) ?? []).filter(isFields).map((answer) => ({
      question: readText(pick(answer, 'label')) ?? null,
      attribute: readText(pick(answer, 'attribute')) ?? null,
      value: pick(answer, 'value'),
    })),
  }
}
