import { tick } from 'svelte'
import { m } from '../../../i18n/paraglide/messages.js'
import { getLocale } from '../../../i18n/paraglide/runtime.js'
import type { CommandName } from '../../../shared/desk/operations.ts'
import { languageName } from '../../kiosk/state/language-name.ts'
import type { Desk } from '../desk.svelte.ts'
import type { Key } from '../kit/keys.ts'
import type { Navigation } from '../kit/navigation.svelte.ts'
import { enterField, enterPlace, searchField } from '../kit/focus.svelte.ts'
import { chartSections } from '../chart/chart-sections.ts'
import { offeredPlaces } from './place-pages.ts'

export interface Act {
  readonly id: string
  readonly words: string
  readonly key?: Key
  readonly isPlace?: true
  readonly run: () => void
}

export const paletteKey: Key = { key: 'k', isWithControl: true }
export const lockKey: Key = { key: 'l', isWithControl: true }
export const undoKey: Key = { key: 'z', isWithControl: true, isOfFields: true }
const searchKey: Key = { key: '/' }
const keysKey: Key = { key: '?' }

/** Lists the actions available from anywhere; without `navigation`, when nobody is signed in, only the lock. */
export function actsOf(desk: Desk, navigation: Navigation | undefined): readonly Act[] {
  const lock = { id: 'lock', words: m.desk_lock(), key: lockKey, run: desk.lock }
  if (!navigation) return [lock]

  const alone = (key: Key) => (desk.hasSingleKeys ? { key } : {})
  const here = searchField()
  const places = offeredPlaces(desk).map((place): Act => ({
    id: place,
    words: m.desk_place({ place }),
    isPlace: true,
    run() {
      navigation.visit(place)
      void enterPlace()
    },
  }))
  const undo = { id: 'undo', words: m.desk_undo_now(), key: undoKey, run: navigation.takeBack }
  const palette: Act = {
    id: 'palette',
    words: m.desk_palette(),
    key: paletteKey,
    run: () => (navigation.dialog = 'palette'),
  }
  const searchHere: Act = {
    id: 'search',
    words: m.desk_act_search(),
    ...alone(searchKey),
    run: () => void tick().then(() => enterField(searchField())),
  }
  const findPatient: Act = {
    id: 'findPatient',
    words: m.desk_patients_search(),
    ...(!here && alone(searchKey)),
    run() {
      navigation.findPatients('')
      void enterPlace()
    },
  }
  const languages = (desk.view?.clinic.locales ?? [])
    .filter((each) => each !== getLocale())
    .map((each): Act => ({
      id: each,
      words: m.desk_act_language({ language: languageName(each) }),
      run: () => void desk.say({ act: 'chooseLanguage', locale: each }),
    }))
  const keys: Act = {
    id: 'keys',
    words: m.desk_keys(),
    ...alone(keysKey),
    run: () => (navigation.dialog = 'keys'),
  }
  return [
    ...(navigation.undo || navigation.last ? [undo] : []),
    ...places,
    palette,
    ...(here ? [searchHere] : []),
    ...(desk.may({ place: 'patients', act: 'see' }) ? [findPatient] : []),
    ...languages,
    keys,
    lock,
  ]
}

/** Lists the commands that the member's rights allow; each leads to where it is given, and opens its form there. */
export function commandActs(desk: Desk, navigation: Navigation): readonly Act[] {
  const offered = offeredPlaces(desk)
  return Object.entries(desk.view?.commands ?? {}).flatMap(([key, place]) => {
    const name = key as CommandName
    const isOfDetails = name === 'changePatient' || place === 'removal'
    const section = isOfDetails ? 'details' : chartSections.find((each) => each.key === place)?.key
    const ownPage = place === 'pairing' ? 'kiosks' : place
    const page = section ? 'patients' : ownPage
    if (!offered.some((each) => each === page)) return []
    const run = () => {
      navigation.begin(name, page, section)
      // A form that opens there has the keyboard already.
      void tick().then(() => void (document.activeElement?.closest('main') ?? enterPlace()))
    }
    return [{ id: name, words: m.desk_command({ name }), run }]
  })
}
