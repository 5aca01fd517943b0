import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  {
    ignores: [
      'out/',
      '.cache/',
      'node_modules/',
      'src/i18n/paraglide/',
      'coverage/',
      'bench/results/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.mjs'] },
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: { parser: ts.parser, svelteConfig },
    },
  },
  {
    files: [
      'src/renderer/**',
      'src/forms/**',
      'src/keyboard/**',
      'src/preload/**',
      'sandbox/patient-page/client/**',
    ],
    languageOptions: { globals: globals.browser },
  },
  {
    // Code of pages is typed by tsconfig.web.json, which the project service does not look for.
    files: [
      'src/renderer/**',
      'src/forms/**',
      'src/keyboard/**',
      'sandbox/patient-page/client/**',
      'test/harness/renderer/**',
      'test/harness/forms/**',
    ],
    languageOptions: { parserOptions: { projectService: false, project: './tsconfig.web.json' } },
  },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
  {
    files: ['scripts/**', 'bench/**', 'sandbox/main.ts', 'cli/start-kiosk.ts', 'e2e/**'],
    rules: { 'no-console': 'off' },
  },
)
