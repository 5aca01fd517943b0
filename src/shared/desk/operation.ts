import * as z from 'zod/mini'
import type { DeskRight } from './rights.ts'

export interface DeskOperation {
  readonly right: DeskRight
  readonly input: z.ZodMiniType
  readonly output: z.ZodMiniType
  readonly withReason?: true
}

export interface DeskOperations {
  readonly queries: Readonly<Record<string, DeskOperation>>
  readonly commands: Readonly<Record<string, DeskOperation>>
}

/** Keeps the names and the schemas of operations for the compiler. */
export const defineOperations = <const O extends DeskOperations>(operations: O): O => operations

type Schema = z.ZodMiniType
type Given = Schema | z.core.$ZodShape
type SchemaOf<I extends Given> = I extends Schema
  ? I
  : I extends z.core.$ZodShape
    ? z.ZodMiniObject<I, z.core.$strict>
    : never

type Described<A, P, I extends Given, O extends Schema> = {
  readonly right: { readonly place: P; readonly act: A }
  readonly input: SchemaOf<I>
  readonly output: O
}

interface Describe<A extends DeskRight['act']> {
  <const P extends DeskRight['place'], I extends Given, O extends Schema>(
    place: P,
    input: I,
    output: O,
  ): Described<A, P, I, O>
  <const P extends DeskRight['place'], I extends Given>(
    place: P,
    input: I,
  ): Described<A, P, I, z.ZodMiniNull>
}

const operation = <const A extends DeskRight['act']>(act: A) =>
  ((place: DeskRight['place'], input: Given, output: Schema = z.null()) => ({
    right: { place, act },
    input: input instanceof z.ZodMiniType ? input : z.strictObject(input),
    output,
  })) as Describe<A>

/** Describe an operation that needs the right to see a place of the desk, or to change it. */
export const see = operation('see')
export const change = operation('change')

/** Makes an operation one for which the member of staff must give a reason. */
export const withReason = <O extends DeskOperation>(described: O) => ({
  ...described,
  withReason: true as const,
})

export const nothing = z.strictObject({})
