import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { XMLBuilder } from 'fast-xml-parser'
import { z } from 'zod'
import { m } from '../src/i18n/paraglide/messages.js'
import { readValues, resolveSettings, valueAt, withValue } from '../src/main/settings/layers.ts'
import { describeProblems } from '../src/main/settings/load.ts'
import { settingsSchema } from '../src/main/settings/schema.ts'
import {
  type SettingPath,
  type ValueSchema,
  isNullable,
  settingPaths,
} from '../src/main/settings/setting-paths.ts'
import { encodePolicyValue, policyDomain, policyKey } from '../src/main/settings/system-policy.ts'
import type { Locale } from '../src/shared/locale.ts'
import { defineCommand } from './command.ts'
import { exitCodes, refuse, refuseSettings } from './problem.ts'
import { projectFolder } from './service/target.ts'

type Values = Readonly<Record<string, unknown>>
/** Texts of the files of a format, by their paths. */
type Files = Readonly<Record<string, string>>

/** Element of an XML document as its builder takes it. */
type Element = Readonly<Record<string, unknown>>
const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
})
const xml = (
  name: string,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
  children: readonly Element[] | string = [],
): Element => ({
  [name]: typeof children === 'string' ? [{ '#text': children }] : children,
  ':@': attributes,
})
const documentOf = (root: Element, type = '') =>
  `<?xml version="1.0" encoding="utf-8"?>\n${type}${builder.build([root]).trim()}\n`

const idOf = ({ path }: SettingPath) => path.join('_')
/** Sections of the settings by their names with dots, each behind the one that holds it. */
const sections = [
  ...new Set(
    settingPaths.flatMap(({ path }) =>
      path.slice(0, -1).map((_, n) => path.slice(0, n + 1).join('.')),
    ),
  ),
]
const sectionOf = ({ path }: SettingPath) => path.slice(0, -1)
const categoryOf = (section: readonly string[]) => ['Foyer', ...section].join('_')

/** Writes what may stand at a setting, in signs that need no language. */
function boundsOf(schema: ValueSchema): string {
  const {
    enum: choices,
    minimum,
    maximum,
    maxLength,
    maxItems,
    items,
    pattern,
    default: preset,
  } = schema
  const of = items ?? schema
  return [
    (choices ?? of.enum)?.join(' | '),
    minimum !== undefined && maximum !== undefined && `${minimum} – ${maximum}`,
    maxLength !== undefined && `≤ ${maxLength}`,
    maxItems !== undefined && `≤ ${maxItems} ×`,
    pattern ?? of.pattern,
    preset !== undefined && preset !== null && `= ${JSON.stringify(preset)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Reads what each setting means out of its row in docs/settings.md, which is written from the schema. */
function readMeanings(): ReadonlyMap<string, string> {
  const text = readFileSync(join(projectFolder, 'docs', 'settings.md'), 'utf8')
  const rows = text.matchAll(/^\| `([\w.]+)` *\|[^|]*\| (.*?) *\|$/gm)
  return new Map([...rows].map(([, key = '', meaning = '']) => [key, meaning]))
}

const flagOf = (value: number) =>
  xml(value ? 'enabledValue' : 'disabledValue', {}, [xml('decimal', { value })])

/** Element of a policy that holds its value; undefined for a flag, which is the policy itself. */
function elementOf(setting: SettingPath): Element | undefined {
  const { schema, path } = setting
  const at = { id: idOf(setting), valueName: path.at(-1) ?? '' }
  if (schema.type === 'boolean') return undefined
  if (schema.enum) {
    const items = schema.enum.map((choice) =>
      xml('item', { displayName: `$(string.${idOf(setting)}_${choice})` }, [
        xml('value', {}, [xml('string', {}, choice)]),
      ]),
    )
    return xml('enum', { ...at, required: true }, items)
  }
  const { minimum = 0, maximum = 0xff_ff_ff_ff, maxItems = 0, maxLength = 1_023 } = schema
  if (schema.type === 'integer')
    return xml('decimal', { ...at, required: true, minValue: minimum, maxValue: maximum })
  if (schema.type === 'array') return xml('multiText', { ...at, maxStrings: maxItems })
  return xml('text', { ...at, required: !isNullable(schema), maxLength })
}

function policyOf(setting: SettingPath): Element {
  const id = idOf(setting)
  const section = sectionOf(setting)
  const element = elementOf(setting)
  const attributes = {
    name: id,
    class: 'Machine',
    displayName: `$(string.${id})`,
    explainText: `$(string.${id}_Help)`,
    key: [policyKey, ...section].join('\\'),
    ...(element
      ? { presentation: `$(presentation.${id})` }
      : { valueName: setting.path.at(-1) ?? '' }),
  }
  return xml('policy', attributes, [
    xml('parentCategory', { ref: categoryOf(section) }),
    xml('supportedOn', { ref: 'foyer:SUPPORTED' }),
    ...(element ? [xml('elements', {}, [element])] : [flagOf(1), flagOf(0)]),
  ])
}

const schemaOf = {
  xmlns: 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions',
  revision: '1.0',
  schemaVersion: '1.0',
}

function admx(): string {
  const categories = sections.map((section) => {
    const path = section.split('.')
    const about = { name: categoryOf(path), displayName: `$(string.${categoryOf(path)})` }
    return xml('category', about, [xml('parentCategory', { ref: categoryOf(path.slice(0, -1)) })])
  })
  const foyer = xml('category', { name: 'Foyer', displayName: '$(string.Foyer)' })
  const supported = { name: 'SUPPORTED', displayName: '$(string.SUPPORTED)' }
  const root = xml('policyDefinitions', schemaOf, [
    xml('policyNamespaces', {}, [xml('target', { prefix: 'foyer', namespace: 'Foyer.Policies' })]),
    xml('resources', { minRequiredRevision: '1.0' }),
    xml('supportedOn', {}, [xml('definitions', {}, [xml('definition', supported)])]),
    xml('categories', {}, [foyer, ...categories]),
    xml('policies', {}, settingPaths.map(policyOf)),
  ])
  return documentOf(root)
}

function presentationOf(setting: SettingPath, label: string): readonly Element[] {
  const { schema } = setting
  const refId = idOf(setting)
  if (schema.type === 'boolean') return []
  const { default: preset } = schema
  const of = () => {
    if (schema.enum) {
      const chosen = schema.enum.indexOf(String(preset))
      return xml('dropdownList', { refId, noSort: true, defaultItem: chosen }, label)
    }
    if (schema.type === 'integer')
      return xml('decimalTextBox', { refId, defaultValue: Number(preset) }, label)
    if (schema.type === 'array') return xml('multiTextBox', { refId }, label)
    return xml('textBox', { refId }, [xml('label', {}, label)])
  }
  return [xml('presentation', { id: refId }, [of()])]
}

function adml(locale: Locale, meanings: ReadonlyMap<string, string>): string {
  const string = (id: string, text: string) => xml('string', { id }, text)
  const nameOf = ({ key }: SettingPath) => m.staff_setting({ key }, { locale })
  const strings = settingPaths.flatMap((setting) => {
    const { key, schema } = setting
    const id = idOf(setting)
    const help = [locale === 'en' ? meanings.get(key) : undefined, key, boundsOf(schema)]
    return [
      string(id, nameOf(setting)),
      string(`${id}_Help`, help.filter(Boolean).join('\n')),
      ...(schema.enum ?? []).map((value) =>
        string(`${id}_${value}`, m.staff_choice({ value }, { locale })),
      ),
    ]
  })
  const presentations = settingPaths.flatMap((each) => presentationOf(each, nameOf(each)))
  const root = xml('policyDefinitionResources', schemaOf, [
    xml('displayName', {}, 'Foyer'),
    xml('description', {}, 'Foyer'),
    xml('resources', {}, [
      xml('stringTable', {}, [
        string('Foyer', 'Foyer'),
        string('SUPPORTED', 'Foyer'),
        ...sections.map((section) => string(categoryOf(section.split('.')), section)),
        ...strings,
      ]),
      xml('presentationTable', {}, presentations),
    ]),
  ])
  return documentOf(root)
}

const admxFiles = (): Files => {
  const meanings = readMeanings()
  return {
    'foyer.admx': admx(),
    'en-US/foyer.adml': adml('en', meanings),
    'es-ES/foyer.adml': adml('es', meanings),
  }
}

/** Writes a value as the policy service of Windows takes it. */
function csp(setting: SettingPath, value: unknown): string {
  const encoded = encodePolicyValue(setting.schema, value)
  if (typeof encoded === 'boolean') return encoded ? '<enabled/>' : '<disabled/>'
  const text = Array.isArray(encoded) ? encoded.join('\uf000') : String(encoded)
  return `<enabled/>${builder.build([xml('data', { id: idOf(setting), value: text })]).trim()}`
}

/** Writes the profile that Microsoft Graph takes: the definitions, and each value of a policy. */
function intune(values: Values): Files {
  const policies = './Device/Vendor/MSFT/Policy'
  const entry = (displayName: string, omaUri: string, value: string) => ({
    '@odata.type': '#microsoft.graph.omaSettingString',
    displayName,
    omaUri,
    value,
  })
  const given = settingPaths.flatMap((setting) => {
    const value = valueAt(values, setting.key)
    if (value === undefined) return []
    const section = sectionOf(setting)
    const parents = section.map((_, n) => categoryOf(section.slice(0, n + 1)))
    const area = ['Foyer', 'Policy', 'Foyer', ...parents].join('~')
    return [entry(setting.key, `${policies}/Config/${area}/${idOf(setting)}`, csp(setting, value))]
  })
  const install = `${policies}/ConfigOperations/ADMXInstall/Foyer/Policy/Foyer`
  const profile = {
    '@odata.type': '#microsoft.graph.windows10CustomConfiguration',
    displayName: 'Foyer',
    omaSettings: [entry('foyer.admx', install, admx()), ...given],
  }
  return { 'foyer.intune.json': `${JSON.stringify(profile, null, 2)}\n` }
}

/** Writes a value as an element of a property list. */
function plistOf(value: unknown): Element {
  if (typeof value === 'boolean') return xml(String(value))
  if (typeof value === 'number') return xml('integer', {}, String(value))
  if (Array.isArray(value)) return xml('array', {}, value.map(plistOf))
  if (typeof value !== 'object' || value === null) return xml('string', {}, String(value))
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return xml(
    'dict',
    {},
    entries.flatMap(([key, each]) => [xml('key', {}, key), plistOf(each)]),
  )
}

const plist = (value: Values) =>
  documentOf(
    xml('plist', { version: '1.0' }, [plistOf(value)]),
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n',
  )

const pfmTypes: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'integer',
  array: 'array',
}

/** Describes settings below a section as a manifest of ProfileCreator does. */
function manifestOf(section: string, meanings: ReadonlyMap<string, string>): readonly Values[] {
  const isHere = (path: readonly string[]) => path.slice(0, -1).join('.') === section
  const settings = settingPaths
    .filter(({ path }) => isHere(path))
    .map(({ key, path, schema }) => {
      const of = schema.items ?? schema
      return {
        pfm_name: path.at(-1),
        pfm_type: pfmTypes[String(schema.type)] ?? 'string',
        pfm_title: m.staff_setting({ key }, { locale: 'en' }),
        pfm_description: meanings.get(key),
        pfm_default: schema.default ?? undefined,
        pfm_range_list: schema.enum,
        pfm_range_min: schema.minimum,
        pfm_range_max: schema.maximum,
        pfm_format: schema.pattern,
        pfm_repetition_max: schema.maxItems,
        pfm_subkeys: schema.items && [
          { pfm_type: 'string', pfm_range_list: of.enum, pfm_format: of.pattern },
        ],
      }
    })
  const below = sections
    .filter((each) => isHere(each.split('.')))
    .map((each) => ({
      pfm_name: each.split('.').at(-1),
      pfm_type: 'dictionary',
      pfm_title: each,
      pfm_subkeys: manifestOf(each, meanings),
    }))
  return [...settings, ...below]
}

function plistFiles(values: Values): Files {
  const encoded = settingPaths.reduce<Values>((all, { key, schema }) => {
    const value = valueAt(values, key)
    return value === undefined ? all : withValue(all, key, encodePolicyValue(schema, value))
  }, {})
  const manifest = {
    pfm_domain: policyDomain,
    pfm_title: 'Foyer',
    pfm_format_version: 1,
    pfm_version: 1,
    pfm_platforms: ['macOS'],
    pfm_subkeys: manifestOf('', readMeanings()),
  }
  return {
    [`${policyDomain}.plist`]: plist(encoded),
    [`${policyDomain}.manifest.plist`]: plist(manifest),
  }
}

/** Writes a policy for Foyer on Linux, and a JSON Schema for whoever edits it: nothing must be given in a policy. */
function linux(values: Values): Files {
  const schema = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' })
  const optional = (key: string, value: unknown) => (key === 'required' ? undefined : value)
  return {
    'policy.json': `${JSON.stringify(values, null, 2)}\n`,
    'policy.schema.json': `${JSON.stringify(schema, optional, 2)}\n`,
  }
}

const formats: Readonly<Record<string, (values: Values) => Files>> = {
  admx: admxFiles,
  intune,
  plist: plistFiles,
  linux,
}

/** Reads the values of a policy. Throws a `Refusal` for what the schema does not take. */
function readPolicy(file: string): Values {
  const read = readValues(file)
  if (!read.ok) return refuseSettings(describeProblems(read.error))
  if (!read.value) return refuse('the file of --values is not there.')
  const resolved = resolveSettings([{ origin: 'policy', where: file, values: read.value }])
  // What is given nowhere is no fault of a policy.
  const wrong = resolved.ok ? [] : resolved.error.filter(({ where }) => where === file)
  if (wrong.length > 0)
    return refuseSettings(`the policy needs a correction:\n${describeProblems(wrong)}`)
  return read.value
}

/** `foyer policy`; exit codes: those of its help. */
export const policy = defineCommand(
  {
    name: 'foyer policy',
    summary: "Write every setting in the format of a system's policies (docs/installation.md)",
    flags: {
      '--format <format>':
        'admx (templates of Windows), intune (a profile for Graph), plist (macOS, with its manifest), or linux (Foyer’s own)',
      '--values <file>':
        'the settings to enforce, as they stand in foyer.config.json (default: none)',
      '--out <folder>': 'where to write (default: this folder)',
    },
    exits: { 0: 'written', 2: 'wrong usage', 78: 'a value needs a correction' },
  },
  ({ values: { format = '', values: file, out = '.' } }, terminal) => {
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (!write) return refuse(`say --format ${Object.keys(formats).join(', ')}.`)
    for (const [name, text] of Object.entries(write(file === undefined ? {} : readPolicy(file)))) {
      const path = join(out, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      terminal.out(`${path}\n`)
    }
    return Promise.resolve(exitCodes.ok)
  },
)
