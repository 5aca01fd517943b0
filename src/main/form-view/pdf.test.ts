import { expect, it } from 'vitest'
import { mostPdfBytes } from '../../shared/paper-page.ts'
import { fakeProtocol } from '../../../test/conformance/fake-protocol.ts'
import { answerPdf } from './pdf.ts'

const url = 'https://form.example/paper'

/** Decides about an answer of this type and body; returns the reports and the request's result. */
async function decide(type: string, body: string, isTop = true, status = 200) {
  const outcomes: unknown[] = []
  let left = body
  const answers: Readonly<Record<string, (params: never) => object>> = {
    'Fetch.takeResponseBodyAsStream': () => ({ stream: '1' }),
    'IO.read': ({ size }: { size: number }) => {
      const data = left.slice(0, size)
      left = left.slice(size)
      return { data, eof: left === '' }
    },
    'Fetch.failRequest': () => ({ done: outcomes.push('failed') }),
    'Fetch.fulfillRequest': ({ body }: { body: string }) => ({
      done: outcomes.push(Buffer.from(body, 'base64').toString()),
    }),
  }
  const session = fakeProtocol((method, params) => answers[method]?.(params))
  const headers = [{ name: 'content-type', value: type }]
  const isAnswered = await answerPdf(
    session,
    { requestId: '1', networkId: 'touched', request: { url }, status, headers },
    isTop,
    {
      onPdf: ({ bytes }, isTouched) => outcomes.push([bytes?.length, isTouched]),
      onFile: (file) => outcomes.push(file),
      isTouched: (id) => id === 'touched',
      locale: 'es-US',
    },
  )
  return { isAnswered, outcomes }
}

it('takes no more of one than is drawn', async () => {
  const { outcomes } = await decide('application/pdf', 'x'.repeat(mostPdfBytes + 1))
  expect(outcomes).toEqual([[undefined, true], 'failed'])
})

it.each([
  ['text/html', '%PDF-1.4', true, 200],
  ['application/pdf', '%PDF-1.4', true, 404],
  ['application/octet-stream', '%PDF-1.4', false, 200],
])('leaves every other answer: %s', async (type, body, isTop, status) => {
  expect(await decide(type, body, isTop, status)).toEqual({ isAnswered: false, outcomes: [] })
})
