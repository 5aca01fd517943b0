import { find, unwrap } from './layers.ts'
import type { ServiceAnswer } from './reading.ts'
import { isFields } from './record.ts'
import { names, recordFields } from './vocabulary.ts'

/**
 * The address that an answer gives: as a text, under any of its names, as the only address in it, or as the place that
 * it points to. A relative one stands on the service's own host.
 */
export function address(
  { body, headers, url }: ServiceAnswer,
  fields: readonly string[] = names.url,
): string | undefined {
  const { layers, core } = unwrap(body, recordFields.link)
  const read = (value: unknown) => readAddress(value, url)
  return (
    read(core) ??
    find(layers, fields, read) ??
    layers.map((layer) => onlyAddress(Object.values(layer), read)).find(Boolean) ??
    read(headers['location'])
  )
}

function onlyAddress(values: readonly unknown[], read: (value: unknown) => string | undefined) {
  const found = values.filter((value) => typeof value === 'string' && /^https?:/i.test(value))
  return found.length === 1 ? read(found[0]) : undefined
}

function readAddress(value: unknown, base: string): string | undefined {
  if (isFields(value)) return readAddress(value['href'] ?? value['url'], base)
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^(?:https?:\/\/|\/)\S+$/i.test(text)) return undefined
  return URL.parse(text, base)?.href
}
