import { sameId, type Id } from '../values.ts'
import { address } from './address.ts'
import { find, present, unwrap } from './layers.ts'
import { packet } from './packet.ts'
import type { ReadPacket } from './read-types.ts'
import { readerOf } from './reading.ts'
import { isFields, type Fields } from './record.ts'
import { readId, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

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

/** A packet with its forms and what was answered (assumption `form-packet-shape`). */
export interface ReadDeskPacket extends ReadPacket {
  readonly forms: readonly ReadDeskForm[]
}

/** The packet that was asked for. */
export const deskPacketReader = (asked: Id) =>
  readerOf('the form packet that was asked for', ({ body }): ReadDeskPacket | undefined => {
    const read = packet(body, asked)
    if (!read || !sameId(read.id, asked)) return undefined
    const { layers } = unwrap(body, recordFields.packet)
    return { ...read, forms: listIn(layers, names.packetForms).map(formIn) }
  })

/** The address in an answer; it opens what it leads to for whoever holds it. */
export const addressReader = readerOf('an address', (answer) => address(answer))

function listIn(layers: readonly Fields[], fields: readonly string[]): readonly Fields[] {
  const list = find(layers, fields, (value) =>
    Array.isArray(value) ? (value as unknown[]) : undefined,
  )
  return (list ?? []).filter(isFields)
}

function formIn(form: Fields): ReadDeskForm {
  // A form says how far it is as a packet does.
  const read = packet(form, 0)
  return {
    name: read?.name ?? null,
    templateId: find([form], names.formTemplateId, readId),
    started: read?.started ?? false,
    completed: read?.completed === true,
    answers: listIn([form], names.answers).map((answer) => ({
      question: find([answer], ['label', 'question', 'element.label', 'title'], readText) ?? null,
      attribute: find([answer], names.attribute, readText) ?? null,
      value: present([answer], names.answerValue),
    })),
  }
}
