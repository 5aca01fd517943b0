import { createContext } from 'svelte'
import type { Desk } from '../desk.svelte.ts'
import type { Navigation } from './navigation.svelte.ts'

/** The desk of the page; read while a component is made. */
export const [useDesk, provideDesk] = createContext<Desk>()

/** Place of the member of staff; to be read while a component is made. */
export const [useNavigation, provideNavigation] = createContext<Navigation>()
