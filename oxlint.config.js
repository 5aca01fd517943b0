import eslintConfig from './eslint.config.js'

/**
 * Rules that oxlint lacks or decides otherwise: only the ESLint of the full tier and of `test:changed` holds them. That
 * alone knows the types of pages and tests, too.
 */
const fullTierAlone = [
  'no-dupe-args',
  'no-octal',
  '@typescript-eslint/no-unnecessary-type-assertion',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
]

const isOff = (set) => [set].flat()[0] === 'off'
const entries = eslintConfig.filter(({ rules }) => rules)
const pages = eslintConfig.filter(
  ({ files, languageOptions }) => files && languageOptions?.globals?.document !== undefined,
)
const everOn = new Set(
  entries
    .flatMap(({ rules }) => Object.entries(rules))
    .filter(
      ([name, set]) => !isOff(set) && !/^svelte\//.test(name) && !fullTierAlone.includes(name),
    )
    .map(([name]) => name),
)

const readRules = (rules) =>
  Object.fromEntries(
    Object.entries(rules)
      .filter(([name]) => everOn.has(name))
      .map(([name, set]) => [name === 'no-restricted-syntax' ? `eslint-own/${name}` : name, set]),
  )

/** ESLint's rules as eslint.config.js sets them, for all but components: the default tier's lint. */
export default {
  jsPlugins: [{ name: 'eslint-own', specifier: './scripts/eslint-own-rules.js' }],
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  env: { builtin: true, node: true },
  ignorePatterns: [
    '**/*.svelte',
    '**/*.svelte.ts',
    ...eslintConfig.flatMap(({ ignores, files }) => (files ? [] : (ignores ?? []))),
  ],
  options: { typeAware: true, denyWarnings: true },
  rules: Object.assign(
    {},
    ...entries.filter(({ files }) => !files).map(({ rules }) => readRules(rules)),
  ),
  overrides: [
    ...pages.map(({ files }) => ({ files: files.flat(), env: { browser: true } })),
    ...entries
      .filter(({ files }) => files)
      .map(({ files, ignores = [], rules }) => ({
        files: files.flat(),
        excludeFiles: ignores,
        rules: readRules(rules),
      })),
  ],
}
