type Fields<C extends { readonly type: string }, T> = Omit<Extract<C, { type: T }>, 'type'>

type FieldsOf<C extends { readonly type: string }> = {
  readonly [T in C['type'] as keyof Fields<C, T> extends never ? never : T]: Fields<C, T>
}

/** One of each command of a schema: `fields` is what those say that say more than their type. */
export function commandsOf<C extends { readonly type: string }>(
  options: readonly {
    readonly shape: { readonly type: { readonly def: { readonly values: readonly C['type'][] } } }
  }[],
  fields: FieldsOf<C>,
): { readonly [T in C['type']]: Extract<C, { type: T }> } {
  const said: Readonly<Record<string, object>> = fields
  const types = options.flatMap(({ shape }) => shape.type.def.values)
  return Object.fromEntries(types.map((type) => [type, { type, ...said[type] }])) as never
}
