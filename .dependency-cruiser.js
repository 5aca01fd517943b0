/** Files that only tests load: the boundaries hold for the product. */
const tests = '\\.(test|browser\\.test|contract\\.test|conformance\\.test)\\.ts$'

/** A boundary of docs/architecture.md: files below `from` (and not `except`) must not import `to`. */
const boundary = (name, comment, from, to, except = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [tests, ...[except].flat()] },
  to,
})

const core = { dependencyTypes: ['core'] }

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'what is needed by two stands in a third',
      severity: 'error',
      // A component that draws itself names itself.
      from: { pathNot: '^src/forms/element\\.svelte$' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'an import that leads nowhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^\\$', '\\?'] },
    },
    boundary(
      'electron-behind-its-shell',
      'only the Electron shell and the preload know Electron',
      '^(src|sandbox|cli|scripts|bench|e2e|test)/',
      { path: '^(node_modules/)?electron(-store)?(/|$)' },
      ['^src/main/windows/electron/', '^src/preload/', '^test/conformance/electron/'],
    ),
    boundary(
      'playwright-behind-its-shell',
      'windows are behind the Shell port',
      '^(src|sandbox|cli)/',
      { path: '^node_modules/playwright' },
      ['^src/main/windows/chromium/'],
    ),
    boundary(
      'telemetry-on-demand',
      'OpenTelemetry is loaded where settings name a collector',
      '^(src|cli)/',
      { path: '^(node_modules/@opentelemetry|src/main/log/telemetry)', dynamic: false },
      ['^src/main/log/telemetry\\.ts$'],
    ),
    boundary('contract-is-pure', 'the contract knows zod and shared words', '^src/contract/', {
      path: '^(src|sandbox|cli|test|e2e|bench|scripts)/',
      pathNot: '^src/(contract|shared)/',
    }),
    boundary('shared-is-pure', 'shared words know nothing else of Foyer', '^src/shared/', {
      path: '^(src|sandbox|cli|test|e2e|bench|scripts)/',
      pathNot: '^src/shared/',
    }),
    boundary(
      'pages-run-in-a-browser',
      'code of pages, and what they share, has no Node',
      '^src/(contract|shared|forms|keyboard|reader|renderer|patient-page/client)/',
      core,
    ),
    boundary(
      'pages-know-main-by-its-words',
      'a page knows main only through src/shared/',
      '^src/(forms|keyboard|reader|renderer|patient-page/client)/',
      { path: '^(src/(main|preload)|sandbox|cli|test|e2e|bench|scripts)/' },
    ),
    boundary('keyboard-knows-no-field', 'the keyboard reports keys', '^src/keyboard/', {
      path: '^src/(forms|renderer|contract)/',
    }),
    boundary('forms-know-no-kiosk', 'forms are drawn anywhere', '^src/forms/', {
      path: '^src/renderer/',
    }),
    boundary('main-draws-nothing', 'main knows neither pages nor tools', '^src/main/', {
      path: '^(src/(renderer|reader|keyboard|preload)|sandbox|cli|test|e2e|bench|scripts)/',
    }),
    boundary(
      'main-draws-no-form',
      'only what is printed is read as a form is shown, without a component',
      '^src/main/',
      { path: '^src/forms/' },
      ['^src/main/kiosk/offline/intake-pdf/'],
    ),
    boundary('base-has-no-domain', 'base knows shared words alone', '^src/main/base/', {
      path: '^src/main/',
      pathNot: '^src/main/base/',
    }),
    boundary('visit-knows-no-window', 'the visit knows its ports', '^src/main/kiosk/visit/', {
      path: '^src/main/(windows|form-view|ipc|vault|kiosk/staff-panel|app|kiosk/form-origins)/',
    }),
    boundary(
      'visit-has-no-node',
      'the visit runs on injected time',
      '^src/main/kiosk/visit/',
      core,
    ),
    boundary(
      'service-knows-no-kiosk',
      'the client serves the command line too',
      '^src/main/intake/',
      {
        path: '^src/main/(windows|form-view|ipc|vault|kiosk/staff-panel|app|log)/',
      },
    ),
    boundary(
      'vault-knows-no-window',
      'the vault knows no window and no staff',
      '^src/main/vault/',
      {
        path: '^src/main/(windows|form-view|ipc|kiosk/staff-panel|app)/',
      },
    ),
    boundary(
      'broker-knows-no-vault',
      'the broker asks a lookup who may come',
      '^src/main/stations/broker/',
      {
        path: '^src/main/(stations/pairing|vault|windows|form-view|ipc|kiosk/staff-panel|app|kiosk/visit|intake)/',
      },
    ),
    boundary(
      'pairing-knows-no-window',
      'pairing knows vault and broker',
      '^src/main/stations/pairing/',
      {
        path: '^src/main/(windows|form-view|ipc|kiosk/staff-panel|app|kiosk/visit|intake)/',
      },
    ),
    boundary(
      'staff-know-no-window',
      'staff know the kiosk by a port',
      '^src/main/kiosk/staff-panel/',
      {
        path: '^src/main/(windows|form-view|ipc|app)/',
      },
    ),
    boundary('desk-knows-no-window', 'the desk knows its window by a port', '^src/main/desk/', {
      path: '^src/main/(windows/(electron|chromium)|ipc|app|settings|log)/',
    }),
    boundary(
      'members-know-no-window',
      'members of staff know vault and time alone',
      '^src/main/desk/members/',
      { path: '^src/main/(windows|form-view|ipc|app|kiosk/visit|intake|stations|settings)/' },
    ),
    boundary(
      'bus-knows-no-kiosk',
      'stations talk without windows or visits',
      '^src/main/stations/',
      {
        path: '^src/main/(windows|form-view|ipc|kiosk/staff-panel|app|kiosk/visit|intake|kiosk/offline)/',
      },
      ['^src/main/stations/kiosk/'],
    ),
    boundary(
      'mqtt-behind-the-bus',
      'what speaks MQTT is behind the port of the bus',
      '^(src|sandbox|cli)/',
      { path: '^node_modules/(mqtt|aedes)' },
      ['^src/main/stations/'],
    ),
    boundary(
      'arrival-knows-no-window',
      'an arrival knows ports alone',
      '^src/main/kiosk/arrival/',
      {
        path: '^src/main/(windows|form-view|ipc|kiosk/staff-panel|log|settings|kiosk/offline|app)/',
      },
    ),
    boundary(
      'settings-know-no-kiosk',
      'settings are read before anything else',
      '^src/main/settings/',
      {
        path: '^src/main/(windows|form-view|ipc|vault|kiosk/staff-panel|app|kiosk/visit|intake|log)/',
      },
    ),
    boundary('shell-knows-no-domain', 'windows know no visit', '^src/main/windows/', {
      path: '^src/main/(kiosk/visit|intake|vault|kiosk/staff-panel|app|ipc|kiosk/form-origins|log)/',
    }),
    boundary('shells-apart', 'neither shell knows the other', '^src/main/windows/electron/', {
      path: '^src/main/windows/chromium/',
    }),
    boundary('shells-apart-too', 'neither shell knows the other', '^src/main/windows/chromium/', {
      path: '^src/main/windows/electron/',
    }),
    boundary(
      'windows-behind-the-port',
      'only the entries choose a shell',
      '^src/main/',
      { path: '^src/main/windows/(electron|browser)/' },
      ['^src/main/windows/', '^src/main/app/run-in-', '^src/main/electron\\.ts$'],
    ),
    boundary(
      'app-is-the-top',
      'app knows all parts, and no part knows it',
      '^src/main/(?!app/|index\\.ts|electron\\.ts)',
      { path: '^src/main/app/' },
    ),
    boundary('sandbox-is-a-service', 'the sandbox knows nothing of the kiosk', '^sandbox/', {
      path: '^(src/(main|renderer|preload)|cli|test|e2e|bench|scripts)/',
    }),
    boundary('cli-knows-no-window', 'the command line knows no window', '^cli/', {
      path: '^src/(renderer|main/(ipc|kiosk/staff-panel))/',
    }),
    boundary(
      'probe-alone-plays-visits',
      'of the command line the probe alone knows the visit',
      '^cli/(?!probe/|rehearsal/)',
      { path: '^src/main/kiosk/visit/' },
    ),
    boundary('product-knows-no-tool', 'the product builds on no tool', '^(src|sandbox|cli)/', {
      path: '^(test|e2e|bench)/',
    }),
    boundary('e2e-knows-no-bench', 'measuring builds on e2e', '^e2e/', { path: '^bench/' }),
    boundary('scripts-know-no-e2e', 'scripts build the product', '^scripts/', {
      path: '^(e2e|bench)/',
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^out/', '^src/i18n/paraglide/', '^bench/peers/node_modules/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'node', 'default', 'types'],
      extensions: ['.ts', '.svelte', '.js', '.mjs', '.json', '.css'],
    },
    skipAnalysisNotInRules: true,
  },
}
