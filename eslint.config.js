import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

/** What costs much is left to `npm run lint:full`, which reads all with their types. */
const isQuick = ['lint', 'test:changed'].includes(process.env.npm_lifecycle_event)
const untyped = [
  '**/*.test.ts',
  '**/*.spec.ts',
  '{test,e2e,bench,scripts}/**/*.ts',
  // Pages, whose types stand in tsconfig.web.json.
  'src/{renderer,reader,forms,keyboard,patient-page/client}/**',
  '**/*.svelte',
]

/** What only a page has: the code of main knows its types for the scripts that it hands to pages, and never uses it. */
const ofPages = Object.keys(globals.browser).filter((name) => !(name in globals.node))

export default ts.config(
  {
    ignores: [
      'out/',
      '.cache/',
      '.svelte-check/',
      'node_modules/',
      'src/i18n/paraglide/',
      'coverage/',
      'bench/results/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: {
        project: './tsconfig.json',
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
      // `() => act()` is how a callback is handed on; a block around it says nothing more.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // To go over to their asynchronous successors changes how the vault's key is sealed: a change of its own.
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: [
            {
              from: 'package',
              package: 'electron',
              name: ['isEncryptionAvailable', 'encryptString', 'decryptString'],
            },
          ],
        },
      ],
      // Secrets are taken out of the environment, and calls out of a page: both are objects of the platform.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', { max: 500 }],
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
      'src/reader/**',
      'src/forms/**',
      'src/keyboard/**',
      'src/preload/**',
      'src/patient-page/client/**',
    ],
    languageOptions: { globals: globals.browser },
  },
  {
    // Code of pages is typed by tsconfig.web.json.
    files: [
      'src/renderer/**',
      'src/reader/**',
      'src/forms/**',
      'src/keyboard/**',
      'src/patient-page/client/**',
      'test/harness/renderer/**',
      'test/harness/forms/**',
      'src/main/form-view/*.browser.test.ts',
    ],
    languageOptions: { parserOptions: { project: './tsconfig.web.json' } },
  },
  {
    files: [
      '{src/main,src/contract,src/shared,src/patient-page,sandbox,cli,scripts,bench}/**/*.ts',
    ],
    ignores: [
      'src/patient-page/client/**',
      '**/*.browser.test.ts',
      // Scripts that run in pages.
      'src/main/form-view/*.ts',
      'src/main/windows/chromium/{kiosk,own-page}.ts',
    ],
    rules: { 'no-restricted-globals': ['error', ...ofPages] },
  },
  {
    // Scripts that keep the browser's own methods, before a page puts others in their place.
    files: ['src/main/form-view/{page-apis,page-dialogs,paper-opener,paper-opening,touch-drag}.ts'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    // Electron's security checklist, items 15, 17, 18 and 20: what the shell and the preload may not use at all.
    files: ['src/main/windows/electron/**', 'src/preload/**', 'cli/electron.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-eval': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(openExternal|openPath|loadFile|executeJavaScript|setCertificateVerifyProc|setAsDefaultProtocolClient)$/]',
          message: 'Pages run no code of main, and open no file and no other program.',
        },
        {
          selector:
            'ImportDeclaration[source.value="electron"] > ImportSpecifier[imported.name=/^(shell|ipcMain|crashReporter|webFrame|BrowserWindow|autoUpdater)$/]',
          message: 'Only what src/main/windows/electron/api.ts names is used.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs', ...(isQuick ? untyped : [])], ...ts.configs.disableTypeChecked },
  // This rule compiles each component, which takes long.
  { rules: { 'svelte/no-unused-svelte-ignore': isQuick ? 'off' : 'error' } },
  {
    files: ['{src,cli,sandbox,test,e2e,bench,scripts}/**'],
    ignores: ['src/main/windows/electron/**', 'src/preload/**', 'cli/electron.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'SpreadElement > ObjectExpression, SpreadElement > TSAsExpression > ObjectExpression',
          message: 'Write keys out: a spread only packs them on a line.',
        },
      ],
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'cli/start.ts', 'e2e/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // A test that finds nothing there fails by it.
    files: ['**/*.test.ts', '**/*.spec.ts', 'test/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
)
