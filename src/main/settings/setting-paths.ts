import { z } from 'zod'
import { settingsSchema } from './schema.ts'

export interface ValueSchema {
  readonly type?: string | readonly string[]
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: ValueSchema
  readonly anyOf?: readonly ValueSchema[]
}

/** Tells whether a value may be nothing. */
export const isNullable = ({ type, anyOf = [] }: ValueSchema): boolean =>
  [type].flat().includes('null') || anyOf.some(isNullable)

export interface SettingPath {
  readonly path: readonly string[]
  readonly key: string
  readonly schema: ValueSchema
}

interface Node extends ValueSchema {
  readonly properties?: Readonly<Record<string, Node>>
}

function pathsOf(node: Node, path: readonly string[] = []): SettingPath[] {
  if (!node.properties) return [{ path, key: path.join('.'), schema: node }]
  return Object.entries(node.properties).flatMap(([key, child]) => pathsOf(child, [...path, key]))
}

export const settingPaths: readonly SettingPath[] = pathsOf(
  z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }) as Node,
)

/** Setting that staff may confirm or take back when the service names it, but never type. */
export const confirmedByStaff = 'formView.origins'

/** Setting that staff may extend when a form asked for an origin in vain, or take back, but never type. */
export const allowedByStaff = 'formView.allowedOrigins'

const fromNextStart = /^(?:(?:data|audit|updates|telemetry)\..+|kiosk\.name|offline\.enabled)$/

/** Tells whether a setting is read at the start alone, and so holds from the next one. */
export const holdsFromNextStart = (key: string): boolean => fromNextStart.test(key)

const ofStaff = /^(?:(?:identity|packets|arrival|idle)\..+|languages)$/

/** Tells whether staff may set it on the kiosk; all else is for administrators alone. */
export function isOfStaff(key: string): boolean {
  return [confirmedByStaff, allowedByStaff].includes(key) || ofStaff.test(key)
}
