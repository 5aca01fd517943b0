import { find, unwrap } from './fields.ts'
import { describeShape, readerOf, type ServiceAnswer } from './reading.ts'

/** Reads an answer's address: the whole text, or `field`. A relative one belongs to the service's own host. */
export function address(
  { body, url }: ServiceAnswer,
  field: 'url' | 'staticLink' = 'url',
): string | undefined {
  const { layers, core } = unwrap(body)
  const read = (value: unknown) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return /^(?:https?:\/\/|\/)\S+$/i.test(text) ? URL.parse(text, url)?.href : undefined
  }
  return read(core) ?? find(layers, field, read)
}

/** Reads the address in an answer; anyone who has the address can open its page. */
export const addressReader = readerOf('an address', address, ({ body }) => {
  const { layers, core } = unwrap(body)
  const texts = [core, ...layers.flatMap((layer) => Object.values(layer))]
  return texts.some(isWithoutScheme) ? 'an address without https://' : describeShape(body)
})

const isWithoutScheme = (value: unknown) =>
  typeof value === 'string' && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\S*$/.test(value.trim())
