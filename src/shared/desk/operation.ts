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

type Schema = z.ZodMiniType
type SchemaOf<I> = I extends z.core.$ZodShape ? z.ZodMiniObject<I, z.core.$strict> : I

const operation =
  <const A extends DeskRight['act']>(act: A) =>
  <
    const P extends DeskRight['place'],
    I extends Schema | z.core.$ZodShape,
    O extends Schema = z.ZodMiniNull,
  >(
    place: P,
    input: I,
    output = z.null() as Schema as O,
  ): {
    readonly right: { readonly place: P; readonly act: A }
    readonly input: SchemaOf<I>
    // Inferred from the argument alone, and not from the list in which the operation stands.
    readonly output: NoInfer<O>
  } => ({
    right: { place, act },
    input: (input instanceof z.ZodMiniType ? input : z.strictObject(input)) as SchemaOf<I>,
    output,
  })

/** Describe an operation that needs the right to see a place of the desk, or to change it. */
export const see = operation('see')
export const change = operation('change')

/** Makes an operation one for which the member of staff must give a reason. */
export const withReason = <O extends DeskOperation>(described: O) => ({
  ...described,
  withReason: true as const,
})

export const nothing = z.strictObject({})
