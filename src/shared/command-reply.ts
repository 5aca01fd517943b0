/** Reason that a command was not carried out. */
export type Refusal =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'notAccepted'; readonly type: string }
  | { readonly kind: 'notAllowed' }

/** Main's answer to a command. Changes arrive as a `View`, not here. */
export type Reply = { readonly ok: true } | { readonly ok: false; readonly error: Refusal }
