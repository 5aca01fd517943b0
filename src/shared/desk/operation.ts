import * as z from 'zod/mini'
import type { DeskRight } from './rights.ts'

/** Query or command of the desk: its input, its output, and the right that it needs. */
export interface DeskOperation {
  readonly right: DeskRight
  readonly input: z.ZodMiniType
  readonly output: z.ZodMiniType
  /** True if the member of staff must give a reason. */
  readonly withReason?: true
}

/** Queries (which change nothing) and commands of one part of the desk, by name. */
export interface DeskOperations {
  readonly queries: Readonly<Record<string, DeskOperation>>
  readonly commands: Readonly<Record<string, DeskOperation>>
}

/** Keeps the names and the schemas of operations for the compiler. */
export const defineOperations = <const O extends DeskOperations>(operations: O): O => operations

type Schema = z.ZodMiniType
/** What an operation takes: a schema, or the fields of an object. */
type Given = Schema | z.core.$ZodShape
type SchemaOf<I extends Given> = I extends Schema
  ? I
  : I extends z.core.$ZodShape
    ? z.ZodMiniObject<I, z.core.$strict>
    : never

const operation =
  <const A extends DeskRight['act']>(act: A) =>
  <const P extends DeskRight['place'], I extends Given, O extends Schema = z.ZodMiniNull>(
    place: P,
    input: I,
    output: O = z.null() as unknown as O,
  ) => ({
    right: { place, act },
    input: (input instanceof z.ZodMiniType ? input : z.strictObject(input)) as SchemaOf<I>,
    output,
  })

/** Describe an operation that needs the right to see a place of the desk, or to change it; it answers null by default. */
export const see = operation('see')
export const change = operation('change')

/** Makes an operation one for which the member of staff must give a reason. */
export const withReason = <O extends DeskOperation>(described: O) => ({
  ...described,
  withReason: true as const,
})

/** The input of what takes none. */
export const nothing = z.strictObject({})
