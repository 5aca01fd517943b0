import { expect, it } from 'vitest'
import { formPackets } from '../../../contract/partner-v2/form-packets.ts'
import { readerOf } from '../../../contract/readers/reading.ts'
import { ok } from '../../../shared/result.ts'
import { compileAnswer } from './answer.ts'

const readAll = readerOf('anything', ({ body }) => body)
const bodyOf = (text: string) => {
  const answer = {
    status: 200,
    headers: {},
    url: 'https://service.example/x',
    body: Buffer.from(text),
  }
  return compileAnswer(formPackets.getUrl)(answer, readAll, 0)
}

it.each([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[-9223372036854775808,9007199254740991]', ['-9223372036854775808', 9007199254740991]],
  ['{"id":12,"ratio":0.12345678901234568}', { id: 12, ratio: 0.12345678901234568 }],
  ['{"unitPrice":9007199254740993}', { unitPrice: 9007199254740992 }],
  ['{"id":"9007199254740993"}', { id: '9007199254740993' }],
])('keeps every digit of an integer: %s', (text, body) => expect(bodyOf(text)).toEqual(ok(body)))

it('takes a bare address in any case', () => {
  expect(bodyOf('HTTPS://Forms.example/c/1')).toEqual(ok('HTTPS://Forms.example/c/1'))
})
