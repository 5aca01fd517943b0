import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import XMLBuilder from 'fast-xml-builder'
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
import { exitCodes, takeOrRefuse, refuse, refuseSettings } from './problem.ts'
import { projectFolder } from './vault-place.ts'

type Values = Readonly<Record<string, unknown>>
type Files = Readonly<Record<string, string>>
type Element = Values
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

const nameOf = (key: string, locale: Locale) => m.staff_setting({ key }, { locale })
const idOf = ({ path }: SettingPath) => path.join('_')
const sections = [
  ...new Set(
    settingPaths.flatMap(({ path }) =>
      path.slice(0, -1).map((_, n) => path.slice(0, n + 1).join('.')),
    ),
  ),
]
const sectionOf = ({ path }: SettingPath) => path.slice(0, -1)
const categoryOf = (section: readonly string[]) => ['Foyer', ...section].join('_')

function boundsOf({ items, ...own }: ValueSchema): string {
  const { enum: choices, minimum, maximum, maxLength, maxItems, pattern } = { ...items, ...own }
  const bounds = [
    choices?.join(' | '),
    minimum !== undefined && `${minimum} – ${maximum}`,
    maxLength !== undefined && `≤ ${maxLength}`,
    maxItems !== undefined && `≤ ${maxItems} ×`,
    pattern,
    own.default && `= ${JSON.stringify(own.default)}`,
  ]
  return bounds.filter(Boolean).join('\n')
}

/** Reads what each setting means out of its row in docs/settings.md, which is written from the schema. */
function readMeanings(): ReadonlyMap<string, string> {
  const text = readFileSync(join(projectFolder, 'docs', 'settings.md'), 'utf8')
  const rows = text.matchAll(/^\| `([\w.]+)` *\|[^|]*\| (.*?) *\|$/gm)
  return new Map([...rows].map(([, key = '', meaning = '']) => [key, meaning]))
}

const flagOf = (value: number) =>
  xml(value ? 'enabledValue' : 'disabledValue', {}, [xml('decimal', { value })])

/** Draws the element of a policy that holds its value, and its field in the editor; a flag has neither. */
function fieldOf(setting: SettingPath, label: string): readonly [Element, Element] | undefined {
  const { schema, path } = setting
  const refId = idOf(setting)
  const at = { id: refId, valueName: path.at(-1) ?? '' }
  const { minimum = 0, maximum = 0xff_ff_ff_ff, maxItems = 0, maxLength = 1_023 } = schema
  if (schema.type === 'boolean') return undefined
  if (schema.enum) {
    const items = schema.enum.map((choice) =>
      xml('item', { displayName: `$(string.${refId}_${choice})` }, [
        xml('value', {}, [xml('string', {}, choice)]),
      ]),
    )
    const defaultItem = schema.enum.indexOf(String(schema.default))
    const list = xml('dropdownList', { refId, noSort: true, defaultItem }, label)
    return [xml('enum', { ...at, required: true }, items), list]
  }
  if (schema.type === 'integer') {
    const bounds = { minValue: minimum, maxValue: maximum }
    const box = xml('decimalTextBox', { refId, defaultValue: Number(schema.default) }, label)
    return [xml('decimal', { ...at, required: true, ...bounds }), box]
  }
  if (schema.type === 'array')
    return [
      xml('multiText', { ...at, maxStrings: maxItems }),
      xml('multiTextBox', { refId }, label),
    ]
  return [
    xml('text', { ...at, required: !isNullable(schema), maxLength }),
    xml('textBox', { refId }, [xml('label', {}, label)]),
  ]
}

function policyOf(setting: SettingPath): Element {
  const id = idOf(setting)
  const section = sectionOf(setting)
  const [element] = fieldOf(setting, '') ?? []
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

function adml(locale: Locale): string {
  const meanings = readMeanings()
  const string = (id: string, text: string) => xml('string', { id }, text)
  const strings = settingPaths.flatMap((setting) => {
    const { key, schema } = setting
    const id = idOf(setting)
    const help = [locale === 'en' ? meanings.get(key) : undefined, key, boundsOf(schema)]
    return [
      string(id, nameOf(key, locale)),
      string(`${id}_Help`, help.filter(Boolean).join('\n')),
      ...(schema.enum ?? []).map((value) =>
        string(`${id}_${value}`, m.staff_choice({ value }, { locale })),
      ),
    ]
  })
  const presentations = settingPaths.flatMap((each) => {
    const [, field] = fieldOf(each, nameOf(each.key, locale)) ?? []
    return field ? [xml('presentation', { id: idOf(each) }, [field])] : []
  })
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

function csp(setting: SettingPath, value: unknown): string {
  const encoded = encodePolicyValue(setting.schema, value)
  if (typeof encoded === 'boolean') return encoded ? '<enabled/>' : '<disabled/>'
  const text = Array.isArray(encoded) ? encoded.join('\uf000') : String(encoded)
  return `<enabled/>${builder.build([xml('data', { id: idOf(setting), value: text })]).trim()}`
}

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
    const parents = sectionOf(setting).map((_, n, all) => categoryOf(all.slice(0, n + 1)))
    const area = ['Foyer', 'Policy', 'Foyer', ...parents].join('~')
    return [entry(setting.key, `${policies}/Config/${area}/${idOf(setting)}`, csp(setting, value))]
  })
  const install = `${policies}/ConfigOperations/ADMXInstall/Foyer/Policy/Foyer`
  return {
    'foyer.intune.json': json({
      '@odata.type': '#microsoft.graph.windows10CustomConfiguration',
      displayName: 'Foyer',
      omaSettings: [entry('foyer.admx', install, admx()), ...given],
    }),
  }
}

function plistOf(value: unknown): Element {
  if (typeof value === 'boolean') return xml(String(value))
  if (typeof value === 'number') return xml('integer', {}, String(value))
  if (Array.isArray(value)) return xml('array', {}, value.map(plistOf))
  if (typeof value !== 'object' || value === null) return xml('string', {}, String(value))
  const entry = ([key, each]: [string, unknown]) => [xml('key', {}, key), plistOf(each)]
  return xml('dict', {}, Object.entries(value).flatMap(entry))
}

function managedPreferences(values: Values): string {
  const encoded = settingPaths.reduce<Values>((all, { key, schema }) => {
    const value = valueAt(values, key)
    return value === undefined ? all : withValue(all, key, encodePolicyValue(schema, value))
  }, {})
  return documentOf(
    xml('plist', { version: '1.0' }, [plistOf(encoded)]),
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n',
  )
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function jsonSchema(more: Values = {}): string {
  const meanings = readMeanings()
  const schema = z.toJSONSchema(settingsSchema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: each, path }) {
      delete each.required
      const key = path.filter((name) => name !== 'properties').join('.')
      const description = meanings.get(key)
      if (description) Object.assign(each, { title: nameOf(key, 'en'), description })
    },
  })
  return json({ title: 'Foyer', ...more, ...schema })
}

const formats: Readonly<Record<string, (values: Values) => Files>> = {
  admx: () => ({
    'foyer.admx': admx(),
    'en-US/foyer.adml': adml('en'),
    'es-ES/foyer.adml': adml('es'),
  }),
  intune,
  plist: (values) => ({
    [`${policyDomain}.plist`]: managedPreferences(values),
    // As Jamf takes it.
    [`${policyDomain}.schema.json`]: jsonSchema({ __preferencedomain: policyDomain }),
  }),
  linux: (values) => ({ 'policy.json': json(values), 'policy.schema.json': jsonSchema() }),
}

function readPolicy(file: string): Values {
  const values = takeOrRefuse(readValues(file), describeProblems)
  if (!values) return refuse('the file of --values is not there.')
  const resolved = resolveSettings([{ origin: 'policy', where: file, values }])
  // A value that is given nowhere is no fault of a policy.
  const wrong = resolved.ok ? [] : resolved.error.filter(({ where }) => where === file)
  if (wrong.length > 0)
    return refuseSettings(`the policy needs a correction:\n${describeProblems(wrong)}`)
  return values
}

export const policy = defineCommand(
  {
    name: 'foyer policy',
    summary: "Write every setting in the format of a system's policies (docs/installation.md)",
    flags: {
      '--format <format>':
        'admx (templates of Windows), intune (a profile for Graph), plist (macOS, with a schema), or linux (Foyer’s own)',
      '--values <file>':
        'the settings to enforce, as they stand in foyer.config.json (default: none; not for admx)',
      '--out <folder>': 'where to write (default: this folder)',
    },
    exits: { 0: 'written', 2: 'wrong usage', 78: 'a value needs a correction' },
  },
  ({ values: { format = '', values: file, out = '.' } }, terminal) => {
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (!write) return refuse(`say --format ${Object.keys(formats).join(', ')}.`)
    if (format === 'admx' && file !== undefined)
      return refuse('templates hold no values: leave --values out, and set them in the editor.')
    for (const [name, text] of Object.entries(write(file === undefined ? {} : readPolicy(file)))) {
      const path = join(out, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      terminal.out(`${path}\n`)
    }
    return Promise.resolve(exitCodes.ok)
  },
)
