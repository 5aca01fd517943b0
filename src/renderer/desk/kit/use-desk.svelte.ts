import {
  createInfiniteQuery,
  createMutation,
  createQuery,
  type CreateMutationOptions,
} from '@tanstack/svelte-query'
import { createContext } from 'svelte'
import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { QueryInput, QueryName, QueryOutput } from '../../../shared/desk/operations.ts'
import { DeskError, type Desk } from '../desk.svelte.ts'
import type { Navigation } from './navigation.svelte.ts'

/** The desk of the page; read while a component is made. */
export const [useDesk, provideDesk] = createContext<Desk>()

/** Place of the member of staff; to be read while a component is made. */
export const [useNavigation, provideNavigation] = createContext<Navigation>()

export interface FollowedQuery<N extends QueryName> {
  readonly state: { readonly data: QueryOutput<N> | undefined; readonly error: unknown }
}

/** Follows main's answer to a query, not asked while its input is undefined; called while a component is made. */
export function follow<N extends QueryName>(
  name: N,
  inputOf: () => QueryInput<N> | undefined,
  more: { readonly refetchInterval?: (query: FollowedQuery<N>) => number } = {},
) {
  const desk = useDesk()
  return createQuery(() => ({ ...desk.query(name, inputOf()), ...more }))
}

type Place = string | number | null

/** Follows main's answers to a query that is read page by page; `next` names the next one's `after` in an answer. */
export function followPages<N extends QueryName>(
  name: N,
  inputOf: () => QueryInput<N> | undefined,
  after: keyof QueryInput<N>,
  next: keyof QueryOutput<N> & string,
) {
  const desk = useDesk()
  return createInfiniteQuery(() => {
    const input = inputOf()
    const { queryKey, enabled } = desk.query(name, input)
    return {
      queryKey,
      enabled,
      queryFn: ({ pageParam }: { pageParam: Place }) =>
        desk.ask(name, {
          ...input,
          ...(pageParam !== null && { [after]: pageParam }),
        } as QueryInput<N>),
      initialPageParam: null as Place,
      getNextPageParam: (page) => (page as Readonly<Record<string, Place>>)[next],
    }
  })
}

interface Command<Output, Input, Before> extends Omit<
  CreateMutationOptions<Output, Error, Input, Before>,
  'mutationFn'
> {
  readonly run: (input: Input) => Promise<Output>
}
/** Makes a command that is sent once `mutate` is called; called while a component is made. */
export const createCommand = <Output, Input = void, Before = unknown>({
  run,
  ...hooks
}: Command<Output, Input, Before>) => createMutation(() => ({ mutationFn: run, ...hooks }))

export type Subject = Parameters<typeof m.desk_reading>[0]['subject']

export interface ReadState<T = unknown> {
  readonly data: T | null | undefined
  readonly error: unknown
  readonly isError: boolean
  /** ms since 1970 at which the data was read. */
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

/** Returns main's refusal from an error of a query or a command. */
export const refusalOf = (error: unknown) =>
  error instanceof DeskError ? error.refusal : error ? ({ kind: 'failed' } as const) : undefined

/** Explains a refusal to the user of the desk. */
export function refusalWords(refusal: DeskRefusal): string {
  switch (refusal.kind) {
    case 'wrongSecret':
      return refusal.waitMs > 0 ? waitWords(refusal.waitMs) : m.desk_secret_wrong()
    case 'mustWait':
      return waitWords(refusal.waitMs)
    case 'badSecret':
      return m.desk_bad_secret(refusal)
    case 'notConfirmed':
      return m.desk_not_confirmed({ count: refusal.triesLeft })
    case 'otherIdentifiers':
      return m.desk_other_needs(refusal)
    case 'badPatient':
      return m.desk_bad_patient(refusal)
    case 'notAllowed':
      return m.desk_refusal({ kind: 'noRight' })
    case 'malformed':
    case 'locked':
    case 'failed':
      return m.desk_not_done()
    default:
      return m.desk_refusal(refusal)
  }
}

const waitWords = (ms: number) => m.desk_secret_wait({ seconds: Math.ceil(ms / 1_000) })

/** Explains any error that a query or a command ended with. */
export const errorWords = (error: unknown): string =>
  refusalWords(refusalOf(error) ?? { kind: 'failed' })

/** Checks if a query ended because the service cannot be reached. */
export const isOffline = (error: unknown): boolean => refusalOf(error)?.kind === 'offline'

/** Open row of a table, or another part of the page; the keyboard goes back to what opened it, else to the table. */
export class Choice {
  key = $state<string>()
  told = $state('')
  table = $state<{ focus(): void }>()
  edits = $state(false)
  #opener: Element | null = null
  constructor(key?: string) {
    this.key = key
  }
  /** Opens what is known of a row, or closes it again. */
  choose = (key: string): void => {
    this.told = ''
    this.edits = false
    this.#opener = document.activeElement
    this.key = this.key === key ? undefined : key
  }
  close = (): void => {
    this.edits = false
    this.key = undefined
    const opener = this.#opener
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    else this.table?.focus()
  }
  /** Leaves the form: back to what is known of the row, or, of a new one, to the table. */
  stop = (): void => {
    if (this.key === 'new') this.close()
    else this.edits = false
  }
  /** Says what a form has done, and leaves it. */
  saved = (words: string): void => {
    this.told = words
    this.stop()
  }
  /** Says what was done, and closes. */
  end = (words: string): void => {
    this.told = words
    this.close()
  }
}
