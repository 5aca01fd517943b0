/** Folder with guards worth a proof: its mutated files, their tests, and the least share that the tests must notice. */
export interface MutationArea {
  /** Globs of the product files that are mutated. */
  readonly mutate: readonly string[]
  /** Globs of the unit tests that run for them; each mutant gets those that reach it. */
  readonly tests: readonly string[]
  /** Lowest mutation score in percent; a run below it fails. Without one an area runs only if it is named. */
  readonly least?: number
}

const main = 'src/main'
const visit = `${main}/kiosk/visit`
const intake = `${main}/intake`
const origins = `${main}/kiosk/form-origins`
const staff = `${main}/kiosk/staff-panel`
const vault = `${main}/vault`
const windows = `${main}/windows`
const formView = `${main}/form-view`

/** Every area by name: the one place that knows where these folders are. Tests are named by folder: they move. */
export const mutationAreas: Readonly<Record<string, MutationArea>> = {
  policy: { mutate: [`${formView}/policy.ts`], tests: [`${formView}/policy.test.ts`], least: 97 },
  router: { mutate: [`${main}/ipc/*.ts`], tests: [`${main}/ipc/*.test.ts`], least: 96 },
  tokens: {
    mutate: [`${intake}/auth/{token-request,tokens}.ts`],
    tests: [`${intake}/{auth,http}/*.test.ts`, `${intake}/*.test.ts`],
    least: 94,
  },
  limits: {
    mutate: [`${visit}/limits/attempts.ts`],
    tests: [`${visit}/limits/*.test.ts`],
    least: 94,
  },
  calls: {
    mutate: [`${visit}/machine/calls.ts`],
    // The tests of the machine that ask for a call's outcome; the others take minutes for each mutant.
    tests: [
      `${visit}/limits/limits.test.ts`,
      `${visit}/machine/{code-rules,desk-and-staff,desk-code,finding-forms,identity,offline,own-phone}.test.ts`,
    ],
    least: 87,
  },
  'form-origins': {
    mutate: [`${origins}/{form-address,origin-entry,public-suffix}.ts`],
    tests: [`${origins}/*.test.ts`],
    least: 98,
  },
  audit: {
    mutate: [`${vault}/audit/{audit,audit-log,audit-copies}.ts`],
    tests: [`${vault}/audit/{audit,audit-anchors,audit-log,retention}.test.ts`],
    least: 95,
  },
  pin: { mutate: [`${staff}/pin/*.ts`], tests: [`${staff}/pin/*.test.ts`], least: 98 },
  // No run has measured these yet.
  vault: {
    mutate: [
      `${vault}/store/{attempts,credentials,database,files,forget,rows}.ts`,
      `${vault}/vault.ts`,
    ],
    tests: [`${vault}/{store,keys}/*.test.ts`, `${vault}/vault.test.ts`],
  },
  keys: {
    mutate: [`${vault}/keys/{derive,key-file,sealers,unlock}.ts`],
    tests: [`${vault}/{store,keys}/*.test.ts`, `${vault}/vault.test.ts`],
  },
  'audit-copies': {
    mutate: [`${vault}/audit/audit-{anchors,forward}.ts`],
    tests: [`${vault}/audit/*.test.ts`],
  },
  staff: { mutate: [`${staff}/{services,session}/*.ts`], tests: [`${staff}/**/*.test.ts`] },
  members: {
    mutate: [`${main}/desk/members/*.ts`],
    tests: [`${main}/desk/members/*.test.ts`],
  },
  visit: {
    mutate: [`${visit}/kiosk.ts`, `${visit}/view/view.ts`, `${visit}/machine/*.ts`],
    tests: [`${visit}/**/*.test.ts`],
  },
  service: {
    mutate: [`${intake}/{http,client}/*.ts`, `${intake}/check-in-service.ts`],
    tests: [`${intake}/**/*.test.ts`],
  },
  wire: {
    mutate: ['src/contract/wire-profile.ts', 'src/contract/{wire/*,readers/proof}.ts'],
    tests: ['src/contract/**/*.test.ts'],
  },
  bus: {
    mutate: [`${main}/stations/*.ts`],
    tests: [`${main}/stations/**/*.test.ts`],
  },
  outbox: {
    mutate: [`${main}/kiosk/offline/outbox/*.ts`],
    tests: [`${main}/kiosk/offline/outbox/*.test.ts`],
  },
  electron: {
    mutate: [`${windows}/electron/*.ts`, 'src/preload/index.ts'],
    tests: [`${windows}/electron/*.test.ts`, 'src/preload/*.test.ts'],
  },
  windows: {
    mutate: [
      `${formView}/pages.ts`,
      `${formView}/{form-keyboard,papers,refusals,storage-origins}.ts`,
    ],
    tests: [`${formView}/*.test.ts`],
  },
  process: {
    mutate: [`${main}/app/{hardening,secrets,start-up}.ts`],
    tests: [`${main}/app/*.test.ts`],
  },
  settings: {
    mutate: [`${main}/{settings,log}/*.ts`],
    tests: [`${main}/{settings,log}/*.test.ts`],
  },
}

/**
 * Tests that no mutation run takes: they start processes, which know nothing of the mutant, or take seconds each.
 * `guards.ts` has a guard for each fault that they alone can find.
 */
export const slowTests: readonly string[] = [
  '**/*.{browser,contract,conformance,full}.test.ts',
  `${vault}/store/killed*.test.ts`,
]

/** Environment variable by which a run names its area to Vitest. */
export const areaVariable = 'FOYER_MUTATION_AREA'
