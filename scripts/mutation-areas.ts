/** A folder whose guards are worth a proof: what is mutated there, by which tests, and how much they must notice. */
export interface MutationArea {
  /** Globs of the product files that are mutated. */
  readonly mutate: readonly string[]
  /** Globs of the unit tests that run for them; each mutant gets those that reach it. */
  readonly tests: readonly string[]
  /** The lowest mutation score in percent; a run below it fails. Raise it with the tests. */
  readonly least: number
}

const main = 'src/main'
const visit = `${main}/visit`
const service = `${main}/service`
const origins = `${main}/form-origins`
const staff = `${main}/staff`
const vault = `${main}/vault`

/** Every area by name: the one place that knows where these folders are. */
export const mutationAreas: Readonly<Record<string, MutationArea>> = {
  policy: {
    mutate: [`${main}/shell/policy.ts`],
    tests: [`${main}/shell/policy.test.ts`],
    least: 97,
  },
  router: { mutate: [`${main}/ipc/*.ts`], tests: [`${main}/ipc/*.test.ts`], least: 96 },
  tokens: {
    mutate: [`${service}/auth/{token-request,tokens}.ts`],
    tests: [
      `${service}/auth/{doubted-token,tokens}.test.ts`,
      `${service}/http/tls.test.ts`,
      `${service}/secrecy.test.ts`,
    ],
    least: 94,
  },
  limits: {
    mutate: [`${visit}/machine/actors.ts`, `${visit}/limits/attempts.ts`],
    tests: [
      `${visit}/limits/{attempts,limits}.test.ts`,
      `${visit}/machine/{code-rules,finding-forms,identity,outage}.test.ts`,
    ],
    least: 90,
  },
  'form-origins': {
    mutate: [`${origins}/{form-address,origin-entry,public-suffix}.ts`],
    tests: [`${origins}/*.test.ts`],
    least: 83,
  },
  audit: {
    mutate: [
      `${vault}/audit/{audit,audit-chain,audit-log,audit-reading,audit-verify,retention}.ts`,
      `${vault}/vault-fault-reporter.ts`,
    ],
    tests: [
      `${vault}/audit/{audit,audit-log,retention}.test.ts`,
      `${vault}/vault-fault-reporter.test.ts`,
    ],
    least: 91,
  },
  vault: {
    mutate: [
      `${vault}/store/{attempts,credentials,database,files,forget,measured-time,schema}.ts`,
      `${vault}/store/security-settings.ts`,
      `${vault}/vault.ts`,
    ],
    tests: [
      `${vault}/store/{attempts,changes,credentials,database,files,measured-time,schema}.test.ts`,
      `${vault}/keys/{sealers,secret-service,unlock}.test.ts`,
      `${vault}/vault.test.ts`,
    ],
    least: 0,
  },
  keys: {
    mutate: [`${vault}/keys/{derive,key-file,passphrase,rotation,secret-service,unlock}.ts`],
    tests: [
      `${vault}/keys/{sealers,secret-service,unlock}.test.ts`,
      `${vault}/store/{changes,files}.test.ts`,
      `${vault}/vault.test.ts`,
    ],
    least: 0,
  },
  pin: { mutate: [`${staff}/pin/*.ts`], tests: [`${staff}/pin/*.test.ts`], least: 97 },
  staff: {
    mutate: [`${staff}/{services,session}/*.ts`],
    tests: [`${staff}/{services,session}/*.test.ts`],
    least: 0,
  },
}

/**
 * Tests that no mutation run takes: they start processes, which know nothing of the mutant, or take seconds each.
 * What only they can miss is a guard of `scripts/guards/`.
 */
export const slowTests: readonly string[] = [
  '**/*.{browser,contract,conformance}.test.ts',
  `${vault}/store/killed*.test.ts`,
]

/** Environment variable by which a run names its area to Vitest. */
export const areaVariable = 'FOYER_MUTATION_AREA'
