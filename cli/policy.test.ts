import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { settingsOfEachTest } from '#harness/settings/settings-folder.ts'
import { valueAt, withValue } from '../src/main/settings/layers.ts'
import {
  type SettingPath,
  type ValueSchema,
  settingPaths,
} from '../src/main/settings/setting-paths.ts'
import {
  decodePolicy,
  encodePolicyValue,
  readRegistry,
} from '../src/main/settings/system-policy.ts'
import { exitCodes } from './problem.ts'
import { policy } from './run-policy.ts'

const files = settingsOfEachTest()
const chosen: Readonly<Record<string, unknown>> = {
  'service.accountId': '0012',
  'service.locationId': '14',
  'service.testAccountIds': [101, '0007', '8'],
  'service.wireProfile': 'wire.json',
  'service.proxy': 'http://proxy.example:3128',
  'packets.defaultTemplateGroupId': 7,
  'arrival.directions.es': 'Recepción "A" & <B>; 50 % \\ \'C\'',
  'identity.phoneRegion': 'MX',
  'identity.phoneCountries': ['GB', 'FR'],
  'kiosk.name': '12',
  'data.dir': null,
  'bus.broker.url': 'mqtts://broker.example:8883',
  'updates.feed.url': null,
  'updates.feed.key': null,
  'updates.feed.channel': 'beta',
  'offline.templateGroupIds': [],
}
/** A value that a setting takes, and other than its default where it can be. */
function sampleOf({ key, schema }: SettingPath): unknown {
  if (key in chosen) return chosen[key]
  if (schema.type === 'boolean') return !schema.default
  if (schema.type === 'integer') return schema.maximum
  const text = /url$|rigins$/i.test(key) ? 'https://a.example' : '/a folder/a file'
  if (schema.type === 'array') return [(schema.items?.enum ?? [text]).at(-1)]
  return schema.enum?.at(-1) ?? text
}
type Values = Readonly<Record<string, unknown>>
const samples = settingPaths.reduce<Values>(
  (all, setting) => withValue(all, setting.key, sampleOf(setting)),
  {},
)
const settingOf = (path: readonly string[]) => {
  const found = settingPaths.find(({ key }) => key === path.join('.'))
  if (!found) throw new Error(`there is no setting ${path.join('.')}`)
  return found
}

async function write(format: string, values: unknown = samples) {
  const { terminal, written } = fakeTerminal()
  const given = values === null ? [] : ['--values', files.write('given.json', values)]
  const where = ['--out', join(files.folder(), 'out'), ...given]
  const code = await policy.run(['--format', format, ...where], terminal)
  const paths = written.out.split('\n').filter(Boolean)
  return { code, ...written, texts: paths.map((path) => readFileSync(path, 'utf8')) }
}

/** Element of a document: attributes are texts, and what is below it stands by its name in lists. */
type Xml = { readonly [name: string]: Xml[] & string }
const plain = { attributeNamePrefix: '', ignoreAttributes: false, parseTagValue: false } as const
const readXml = (text: string) =>
  new XMLParser({ ...plain, isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute }).parse(
    text,
  ) as Xml

/** Reads each policy of an ADMX file: its setting, where its value goes, and what may stand there. */
function readAdmx(text: string) {
  const policies = readXml(text)['policyDefinitions']?.[0]?.['policies']?.[0]?.['policy'] ?? []
  return policies.map((policy: Xml) => {
    const [kind = 'flag', elements] = Object.entries(policy['elements']?.[0] ?? {})[0] ?? []
    const element: Xml = (elements as readonly Xml[] | undefined)?.[0] ?? policy
    const section = policy['key']?.split('\\').slice(3) ?? []
    const setting = settingOf([...section, element['valueName'] ?? ''])
    const choices = element['item']?.map((item: Xml) => item['value']?.[0]?.['string']?.[0])
    return { policy, kind, setting, element, choices }
  })
}
type Policy = ReturnType<typeof readAdmx>[number]

const kindOf = ({ type, enum: choices }: ValueSchema) =>
  choices
    ? 'enum'
    : ({ boolean: 'flag', integer: 'decimal', array: 'multiText' }[String(type)] ?? 'text')

/** Reads what `reg query` shows once the policies hold these texts. */
function readBack(entries: readonly (readonly [Policy, string])[]) {
  const kinds: Readonly<Record<string, string>> = {
    flag: 'DWORD',
    decimal: 'DWORD',
    multiText: 'MULTI_SZ',
  }
  const lines = entries.flatMap(([{ policy, kind, element }, text]) => {
    const type = kinds[kind] ?? 'SZ'
    const data =
      type === 'DWORD' ? `0x${Number(text).toString(16)}` : text.replaceAll('\uf000', '\\0')
    const value = `    ${element['valueName']}    REG_${type}    ${data}`
    return ['', `HKEY_LOCAL_MACHINE\\${policy['key']}`, value]
  })
  return decodePolicy(readRegistry(lines.join('\r\n')))
}

it('writes ADMX with every setting, its bounds and words, and reads back what an editor writes by it', async () => {
  const { texts } = await write('admx', null)
  const [admx = '', ...words] = texts
  const policies = readAdmx(admx)
  const told = policies.map(({ setting: { key }, kind, choices, element }) => {
    const [least, most, count] = ['minValue', 'maxValue', 'maxStrings'].map((name) => element[name])
    return { key, kind, choices, least, most, count }
  })
  const text = (bound: number | undefined) => (bound === undefined ? undefined : String(bound))
  const expected = settingPaths.map(({ key, schema }) => {
    const count = schema.type === 'array' ? String(schema.maxItems ?? 0) : undefined
    const [least, most] = [text(schema.minimum), text(schema.maximum)]
    return { key, kind: kindOf(schema), choices: schema.enum, least, most, count }
  })
  expect(told).toEqual(expected)
  const named = [...admx.matchAll(/\$\((string|presentation)\.(\w+)\)/g)].map(([, , id]) => id)
  for (const adml of words) {
    const resources = readXml(adml)['policyDefinitionResources']?.[0]?.['resources']?.[0]
    const of = (table: string, name: string) => resources?.[table]?.[0]?.[name]?.map(({ id }) => id)
    const known = [of('stringTable', 'string'), of('presentationTable', 'presentation')].flat()
    expect(new Set(known)).toEqual(new Set(named))
  }
  expect(words[0]).toContain('Time without a touch before the warning')
  expect(words[1]).toContain('Avisar sin toques')
  const typed = policies.map((policy) => {
    const { key, schema } = policy.setting
    const value = encodePolicyValue(schema, valueAt(samples, key))
    const list = Array.isArray(value) ? value.join('\uf000') : String(value)
    return [policy, typeof value === 'boolean' ? String(Number(value)) : list] as const
  })
  expect(words).toHaveLength(2)
  expect(readBack(typed)).toEqual(samples)
})

it('writes an Intune profile with the ADMX and each value, which come back', async () => {
  const { texts } = await write('intune')
  type Profile = {
    readonly omaSettings: readonly { readonly omaUri: string; readonly value: string }[]
  }
  const {
    omaSettings: [install, ...given],
  } = JSON.parse(texts[0] ?? '') as Profile
  expect(install?.omaUri).toMatch(/\/ConfigOperations\/ADMXInstall\/Foyer\/Policy\//)
  const policies = new Map(
    readAdmx(install?.value ?? '').map((each) => [String(each.policy['name']), each]),
  )
  const set = given.map(({ omaUri, value }) => {
    const [, area = '', id = ''] = /\/Config\/(.*)\/(\w+)$/.exec(omaUri) ?? []
    const found = policies.get(id)
    if (!found) throw new Error(`there is no policy ${id}`)
    expect(area.endsWith(`~${found.policy['parentCategory']?.[0]?.['ref']}`)).toBe(true)
    const data = readXml(`<all>${value}</all>`)['all']?.[0]?.['data']?.[0]
    return [found, data?.['value'] ?? (value === '<enabled/>' ? '1' : '0')] as const
  })
  expect(readBack(set)).toEqual(samples)
  expect(policies.size).toBe(settingPaths.length)
})

function readPlist(element: Values): unknown {
  const [kind = '', held] = Object.entries(element)[0] ?? []
  const children = (held ?? []) as readonly Values[]
  if (kind === 'array') return children.map(readPlist)
  const text = (children[0]?.['#text'] ?? '') as string
  if (kind !== 'dict') return { true: true, false: false, integer: Number(text) }[kind] ?? text
  const of = (at: number) => readPlist(children[at] ?? {})
  return Object.fromEntries(
    children.flatMap((_, at) => (at % 2 ? [] : [[of(at), of(at + 1)] as const])),
  )
}

function parsePlist(text: string): Values {
  const parser = new XMLParser({ preserveOrder: true, parseTagValue: false, trimValues: false })
  const parsed = parser.parse(text.replaceAll(/>\s+</g, '><')) as Values[]
  const [root = {}] = (parsed.find((each) => 'plist' in each)?.['plist'] ?? []) as Values[]
  return readPlist(root) as Values
}

it('brings a profile for macOS that opens the packed program, each part of it another', () => {
  const at = join(import.meta.dirname, '..', 'resources', 'macos', 'foyer-kiosk.mobileconfig')
  const profile = parsePlist(readFileSync(at, 'utf8'))
  const parts = [profile, ...(profile['PayloadContent'] as Values[])]
  expect(new Set(parts.map((part) => part['PayloadUUID'])).size).toBe(7)
  for (const part of parts) expect(part).toMatchObject({ PayloadVersion: 1 })
  const opened = [{ Path: '/Applications/Foyer.app', Hide: false }]
  expect(parts[1]).toMatchObject({ 'AutoLaunchedApplicationDictionary-managed': opened })
})

it('writes a property list whose values come back, and a schema with every setting and its bounds', async () => {
  const { texts } = await write('plist')
  const [list = '', jsonSchema = ''] = texts
  expect(decodePolicy(parsePlist(list))).toEqual(samples)
  for (const { path, schema } of settingPaths) {
    const { type: _, ...bounds } = schema
    const words = { title: expect.any(String) as string, description: expect.any(String) as string }
    const place = `properties.${path.join('.properties.')}`
    expect(valueAt(JSON.parse(jsonSchema) as unknown, place)).toMatchObject({ ...bounds, ...words })
  }
})

it('writes the policy of Linux, which Foyer reads above everything else', async () => {
  const {
    texts: [text = '', schema = ''],
  } = await write('linux')
  files.write('wire.json', {})
  const loaded = files.load({
    config: '{"kiosk":{"name":"file"}}',
    environment: { FOYER_KIOSK_NAME: 'environment' },
    policy: text,
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error))
  const { settings, originOf } = loaded.value.snapshot
  const found = settingPaths.map(({ key }) => [key, valueAt(settings, key), originOf(key)])
  expect(found).toEqual(settingPaths.map(({ key }) => [key, valueAt(samples, key), 'policy']))
  const takes = new Ajv2020({ strict: false }).compile(JSON.parse(schema) as object)
  const right = [samples, {}, { idle: { afterMs: 10_000 } }]
  expect(right.map((each) => takes(each))).toEqual([true, true, true])
  const wrong = [{ idle: { afterMs: 9_999 } }, { idel: {} }, { identity: { noMatch: 'x' } }]
  expect(wrong.map((each) => takes(each))).toEqual([false, false, false])
})

it.each([
  ['admx', samples, exitCodes.usage, /templates hold no values/],
  [
    'linux',
    { idle: { afterMs: 5 }, idel: {} },
    exitCodes.configuration,
    /idle\.afterMs .*10000[^]*idel .*no such key/,
  ],
  ['registry', {}, exitCodes.usage, /say --format admx, intune, plist, linux/],
])('refuses %s of %j', async (format, values, code, why) => {
  expect(await write(format, values)).toMatchObject({
    code,
    out: '',
    note: expect.stringMatching(why) as string,
  })
})
