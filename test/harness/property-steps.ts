import fc from 'fast-check'

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>
type Made<F extends Fields> = {
  readonly [P in keyof F]: F[P] extends fc.Arbitrary<infer T> ? T : never
}

/** Declares a kind of step that a model takes: how often it comes beside the others, and its fields. */
export const stepOf = <const K extends string, F extends Fields = { kind: fc.Arbitrary<K> }>(
  weight: number,
  kind: K,
  fields?: F,
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<
    { readonly kind: K } & Made<F>
  >,
})
