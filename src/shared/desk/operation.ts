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

/** The input of what takes none. */
export const nothing = z.strictObject({})
