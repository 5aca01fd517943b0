import { sameId, type Id } from '../values.ts'
import { objectsIn, pick, readId, readText, unwrap, type Fields } from './fields.ts'
import { formsIn, packet } from './packet.ts'
import { readerOf, type ReadBy } from './reading.ts'

/** Reads the packet that was asked for, with its forms and their answers (assumption `form-packet-shape`). */
export const deskPacketReader = (asked: Id) =>
  readerOf('the form packet that was asked for', ({ body }) => {
    const read = packet(body, asked)
    if (!read || !sameId(read.id, asked)) return undefined
    return { ...read, forms: formsIn(unwrap(body, 'formPacket').layers).map(formIn) }
  })
export type ReadDeskPacket = ReadBy<ReturnType<typeof deskPacketReader>>

/** Reads a form of a packet; `templateId` where it says it. */
function formIn(form: Fields) {
  // A form says how far it is as a packet does.
  const read = packet(form, 0)
  return {
    name: read?.name ?? null,
    templateId: readId(pick(form, 'formTemplateId')),
    started: read?.started ?? false,
    completed: read?.completed === true,
    answers: objectsIn([form], 'answers').map((answer) => ({
      question: readText(pick(answer, 'label')) ?? null,
      attribute: readText(pick(answer, 'attribute')) ?? null,
      value: pick(answer, 'value'),
    })),
  }
}
export type ReadDeskForm = ReturnType<typeof formIn>
