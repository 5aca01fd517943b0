import type * as z from 'zod/mini'
import { patientScreen, type Screen } from '../../../src/shared/ipc.ts'
import { staffScreen, type StaffScreen } from '../../../src/shared/staff.ts'

export type Of<N extends Screen['name']> = Extract<Screen, { name: N }>

const all = [...patientScreen.def.options, ...staffScreen.def.options]

/** Makes the emptiest value of a schema: null, no rows, false, 0, '', or the first of several words. */
function emptyOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'nullable':
      return null
    case 'array':
      return []
    case 'boolean':
      return false
    case 'number':
      return 0
    case 'string':
      return ''
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'object':
      return emptyObject(def.shape)
    default:
      return undefined
  }
}
const emptyObject = (shape: z.core.$ZodShape) =>
  Object.fromEntries(
    Object.entries(shape)
      .map(([key, schema]) => [key, emptyOf(schema)] as const)
      .filter(([, value]) => value !== undefined),
  )

/** Makes a screen of this name on which nothing stands but `more`. */
export function screenWith<N extends Screen['name']>(name: N, more: Partial<Of<N>> = {}): Of<N> {
  const { shape } = all.find((each) => each.shape.name.def.values.includes(name as never))!
  return { ...emptyObject(shape), ...more } as Of<N>
}

/** Makes a screen of staff for each of these words, by a name that ends in the word. */
export const screensOf = <W extends string>(
  name: string,
  words: readonly W[],
  make: (word: W) => StaffScreen,
): Readonly<Record<string, StaffScreen>> =>
  Object.fromEntries(words.map((word) => [`${name}-${word}`, make(word)]))
