import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import { isPaginated, type Operation } from '../operation.ts'
import { isFields, type Fields } from '../readers/fields.ts'
import { contractPrefixes, type WireProfile } from '../wire-profile.ts'
import { getAt, parsePath, removeAt, setAt } from './json-path.ts'
import { bodyFields, dateFieldNames, phoneFieldNames, queryFields } from './request-fields.ts'

export interface RequestParts {
  readonly params: Fields
  readonly query: Fields
  readonly headers: Fields
  readonly body: unknown
}

const proofToken = 'x-identity-proof-token'

export const tokenInterfaces: Readonly<Record<string, 'partner' | 'developer'>> = {
  'auth.partnerToken': 'partner',
  'auth.developerToken': 'developer',
}

/** The method and the path template of an operation at this service. */
export function wireAddress(
  { paths, token }: Pick<WireProfile, 'paths' | 'token'>,
  operation: Operation,
): { readonly method: string; readonly path: string } {
  const { id, method, path, interface: of } = operation
  if (of === 'auth') {
    const asks = tokenInterfaces[id]
    return { method, path: asks === undefined ? path : token[asks].path }
  }
  const own = Object.hasOwn(paths.operations, id) ? paths.operations[id] : undefined
  const usual = path.startsWith(`${contractPrefixes[of]}/`)
    ? paths[of] + path.slice(contractPrefixes[of].length)
    : path
  return { method: own?.method ?? method, path: own?.path ?? usual }
}

/** True if requests of an operation carry a body when they have content for one. */
export function carriesBody(profile: WireProfile, operation: Operation): boolean {
  if (operation.body) return true
  return !['GET', 'DELETE'].includes(wireAddress(profile, operation).method)
}

function nameOf({ sent }: WireProfile, { id }: Operation, field: string): string {
  const name = Object.hasOwn(sent.names, field) ? sent.names[field] : undefined
  return typeof name === 'string' ? name : (name?.[id] ?? field)
}

function translatePart(
  profile: WireProfile,
  operation: Operation,
  fields: readonly string[],
  isNested: boolean,
) {
  const changed = fields.flatMap((field) => {
    const name = nameOf(profile, operation, field)
    const path = (isNested ? parsePath(name) : undefined) ?? [name]
    const change = changesOf(profile.sent, field)
    return name === field && !change ? [] : [{ field, name, path, change }]
  })
  if (changed.length === 0) return undefined
  const ours = changed.map(({ field }) => field)
  return {
    toWire(given: Fields): Fields {
      let wire = removeAll(given, ours)
      for (const { field, path, change } of changed) {
        const value = given[field]
        if (value !== undefined)
          wire = setAt(wire, path, change ? change.out(value) : value) as Fields
      }
      return wire
    },
    fromWire(wire: Fields, isRight: (fields: Fields) => boolean, region: string): Fields {
      let left: unknown = wire
      for (const { path, field } of changed) left = removeAt(removeAt(left, path), [field])
      const restored = (chosen: typeof changed): Fields => {
        const own = chosen.flatMap(({ field, path, change }): [string, unknown][] => {
          const value = getAt(wire, path)
          if (value === undefined) return []
          return [[field, change ? change.back(value, region) : value]]
        })
        return { ...(left as Fields), ...Object.fromEntries(own) }
      }
      // Fields that share a name: only one of them is meant, and the contract says which fits.
      const shared = changed.filter(({ name }, index) =>
        changed.some((other, at) => at !== index && other.name === name),
      )
      const alone = changed.filter((each) => !shared.includes(each))
      if (shared.length === 0) return restored(changed)
      const choices = shared.map((each) => restored([...alone, each]))
      return choices.find(isRight) ?? choices[0] ?? {}
    },
  }
}

function removeAll(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** The values that an operation has beside the contract's; `{locationId}` is that parameter of the path. */
function extraOf({ sent }: WireProfile, { id }: Operation, params: Fields): Fields | undefined {
  const extra = Object.hasOwn(sent.extra, id) ? sent.extra[id] : undefined
  return (
    extra &&
    Object.fromEntries(
      Object.entries(extra).map(([name, value]) => {
        const [, param] = (typeof value === 'string' && /^\{(\w+)\}$/.exec(value)) || []
        return [name, param === undefined ? value : params[param]]
      }),
    )
  )
}

const asFields = (value: unknown): Fields => (isFields(value) ? value : {})

export interface RequestTranslation {
  readonly toWire: (parts: RequestParts) => RequestParts
  /** Undefined where something that the profile adds is missing. National phone numbers belong to `region`. */
  readonly fromWire: (parts: RequestParts, region: string) => RequestParts | undefined
}

const unchanged: RequestTranslation = { toWire: (parts) => parts, fromWire: (parts) => parts }

/** Prepares the translation of an operation's requests; those of the default profile stay as they are. */
export function translateRequest(profile: WireProfile, operation: Operation): RequestTranslation {
  if (operation.interface === 'auth') return unchanged
  const query = translatePart(profile, operation, queryFields(operation), false)
  const body = translatePart(profile, operation, bodyFields(operation), true)
  const { token } = profile.proof
  const carriesToken = operation.headers !== undefined && proofToken in operation.headers.shape
  const movesToken = carriesToken && (token.in !== 'header' || token.name !== proofToken)
  const hasExtra = Object.hasOwn(profile.sent.extra, operation.id)
  const { pageSize } = profile.lists
  const isCut = pageSize !== null && isPaginated(operation)
  if (!isCut && !query && !body && !movesToken && !hasExtra) return unchanged

  const asideIn = carriesBody(profile, operation) ? 'body' : 'query'
  const tokenIn = token.in === 'body' ? asideIn : token.in === 'query' ? 'query' : 'headers'
  const tokenName = tokenIn === 'headers' ? token.name.toLowerCase() : token.name

  return {
    toWire(parts) {
      const { limit = pageSize } = parts.query
      const asked = isCut
        ? { ...parts.query, limit: Math.min(Number(limit), pageSize) }
        : parts.query
      const wire = {
        params: parts.params,
        query: query ? query.toWire(asked) : asked,
        headers: parts.headers,
        body: body && parts.body !== undefined ? body.toWire(asFields(parts.body)) : parts.body,
      }
      const extra = extraOf(profile, operation, parts.params)
      if (extra) wire[asideIn] = { ...asFields(wire[asideIn]), ...extra }
      if (movesToken) {
        const { [proofToken]: value, ...others } = wire.headers
        wire.headers = others
        wire[tokenIn] = { ...asFields(wire[tokenIn]), [tokenName]: value }
      }
      return wire
    },
    fromWire(wire, region) {
      const parts = { ...wire }
      if (movesToken) {
        const { [tokenName]: value, ...others } = asFields(parts[tokenIn])
        const { [proofToken]: _, ...headers } = tokenIn === 'headers' ? others : parts.headers
        parts[tokenIn] = others
        parts.headers = value === undefined ? headers : { ...headers, [proofToken]: value }
      }
      const extra = extraOf(profile, operation, wire.params)
      if (extra) {
        const given = asFields(parts[asideIn])
        // An address carries text alone.
        const written = (value: unknown) =>
          typeof value === 'string' ? value : JSON.stringify(value)
        const isGiven = ([name, value]: [string, unknown]) =>
          written(given[name]) === written(value)
        if (!Object.entries(extra).every(isGiven)) return undefined
        parts[asideIn] = removeAll(given, Object.keys(extra))
      }
      if (body) {
        const isRight = (fields: Fields) => operation.body?.safeParse(fields).success ?? false
        parts.body = body.fromWire(asFields(parts.body), isRight, region)
      }
      if (query) parts.query = query.fromWire(parts.query, () => true, region)
      return parts
    },
  }
}

type Sent = WireProfile['sent']

const onText =
  (change: (text: string, region: string) => string) =>
  (value: unknown, region = '') =>
    typeof value === 'string' ? change(value, region) : value

/** Finds the changes of a field's value on its way out and back (`region`: ISO 3166-1 alpha-2, of national numbers). */
function changesOf(sent: Sent, field: string) {
  const { dates, phone } = sent
  const words = sent.words[field]
  if (words) {
    const ours = new Map(Object.entries(words).map(([our, their]) => [String(their), our]))
    return {
      out: (value: unknown) => (isKey(words, value) ? words[value] : value),
      // A value with a word of its own on the wire means nothing there by the contract's word.
      back: (value: unknown) => ours.get(String(value)) ?? (isKey(words, value) ? null : value),
    }
  }
  if (dateFieldNames.includes(field) && dates !== 'iso')
    return {
      out: onText((text) => writeDate(text, dates)),
      back: onText((text) => readDate(text, dates)),
    }
  if (phoneFieldNames.includes(field) && phone !== 'e164')
    return {
      out: onText((text) => writePhone(text, phone)),
      back: onText((text, region) => readPhone(text, phone, region)),
    }
  return undefined
}

function isKey(words: Readonly<Record<string, unknown>>, value: unknown): value is string {
  return typeof value === 'string' && Object.hasOwn(words, value)
}

function writeDate(text: string, form: Sent['dates']): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return text
  if (form === 'compact') return `${year}${month}${day}`
  const parts = form === 'dayFirst' ? [day, month] : [month, day]
  return [...parts.map(Number), year].join('/')
}

const dateForms = {
  compact: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  monthFirst: /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  dayFirst: /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
}

/** A date in another form than this one is none, and stays for the contract to refuse. */
function readDate(text: string, form: Sent['dates']): string {
  if (form === 'iso') return text
  const { year = '', month = '', day = '' } = dateForms[form].exec(text)?.groups ?? {}
  return year === '' ? `not ${form}` : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function writePhone(text: string, form: Sent['phone']): string {
  if (form === 'digits') return text.replace(/\D/g, '')
  const national = parsePhoneNumberFromString(text)?.formatNational()
  return (form === 'national' ? national?.replace(/\D/g, '') : national) ?? text
}

function readPhone(text: string, form: Sent['phone'], region: string): string {
  if (form === 'digits') return /^\d+$/.test(text) ? `+${text}` : ''
  const defaultCountry = region as CountryCode
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })?.number ?? ''
  return writePhone(number, form) === text ? number : ''
}
