import type { Reader, ServiceAnswer } from '../../../src/contract/readers/reading.ts'

/** Origin that the requests of these answers went to. */
const serviceUrl = 'https://service.example/partner/v2/x'
export const answerOf = (body: unknown, more: Partial<ServiceAnswer> = {}): ServiceAnswer => ({
  status: 200,
  headers: {},
  url: serviceUrl,
  body,
  ...more,
})

/** Value that a reader finds; throws where it finds nothing. */
export function valueOf<T>(reader: Reader<T>, body: unknown, more?: Partial<ServiceAnswer>): T {
  const read = reader(answerOf(body, more))
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}
