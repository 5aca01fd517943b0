import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { unescape } from 'node:querystring'
import { err, ok, type Result } from '../../shared/result.ts'

// Each comes by a file (the variable's name with `_FILE`), by the pipe of `handOverVariable`, or in the environment.
export const secretVariables = [
  'FOYER_PARTNER_CLIENT_ID',
  'FOYER_PARTNER_CLIENT_SECRET',
  'FOYER_DEVELOPER_CLIENT_ID',
  'FOYER_DEVELOPER_CLIENT_SECRET',
  'FOYER_WIRE_SECRETS',
  'FOYER_CLIENT_KEY',
  'FOYER_PROXY_CREDENTIALS',
  'FOYER_VAULT_PASSPHRASE',
  'FOYER_STAFF_PIN',
] as const

/** Secrets by the names of their variables; one that was not given is not there. */
export type GivenSecrets = Readonly<Partial<Record<(typeof secretVariables)[number], string>>>

/** Variable with the descriptor of a pipe that holds secrets as JSON: `npm start` hands them to Foyer alone by it. */
export const handOverVariable = 'FOYER_SECRETS_FD'

/** Holds a value until it is taken, then drops its reference, so that it does not stay in memory. */
export function singleUse<T>(value: T | undefined) {
  let held = value
  return {
    take(): T | undefined {
      const taken = held
      held = undefined
      return taken
    },
  }
}

// Each secret is removed even if another fails. Errors: a file that cannot be read, is empty, or can be read by others.
/** Removes every secret from an environment, for its children, and reads files named there. Errors hold no values. */
export function takeSecrets(environment: NodeJS.ProcessEnv): Result<GivenSecrets, string> {
  const taken: Partial<Record<string, string>> = takeTexts(environment)
  let problem: string | undefined
  for (const name of proxyVariables) {
    const { [name]: address = '' } = environment
    const isOurs = address !== '' && /^https/i.test(name)
    if (URL.parse(address)?.hostname || !(isOurs || address.includes('@'))) continue
    delete environment[name]
    problem ??= `${name}: an address such as http://proxy.example:3128`
  }
  for (const name of secretVariables) {
    const { [`${name}_FILE`]: file } = environment
    delete environment[`${name}_FILE`]
    if (taken[name] !== undefined || !file) continue
    const read = readSecret(file)
    if (read.ok) taken[name] = read.value
    else problem ??= `${name}_FILE: ${read.error}`
  }
  return problem === undefined ? ok(taken as GivenSecrets) : err(problem)
}

/** Takes an environment's secrets (a proxy's credentials too) but leaves file names, for a launcher that hands on both. */
export function takeTexts(environment: NodeJS.ProcessEnv): GivenSecrets {
  const handedOver = receive(environment)
  const taken: Partial<Record<string, string>> = {}
  for (const name of secretVariables) {
    const value = handedOver[name] ?? environment[name]
    delete environment[name]
    if (value) taken[name] = value
  }
  const credentials = takeProxyCredentials(environment)
  if (credentials !== undefined) taken['FOYER_PROXY_CREDENTIALS'] ??= credentials
  return taken
}

/** Variables that name a proxy; those of the intake service first. */
const proxyVariables = ['https_proxy', 'http_proxy', 'all_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
])

function takeProxyCredentials(environment: NodeJS.ProcessEnv): string | undefined {
  let taken: string | undefined
  for (const name of proxyVariables) {
    const url = URL.parse(environment[name] ?? '')
    if (!url?.username && !url?.password) continue
    if (/^https/i.test(name)) taken ??= `${unescape(url.username)}:${unescape(url.password)}`
    url.username = ''
    url.password = ''
    environment[name] = url.href
  }
  return taken
}

function receive(environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const descriptor = environment[handOverVariable]
  delete environment[handOverVariable]
  if (descriptor === undefined) return {}
  const pipe = Number(descriptor)
  try {
    return JSON.parse(readFileSync(pipe, 'utf8')) as Record<string, string>
  } finally {
    closeSync(pipe)
  }
}

const enough = 4_096

/** Reads a file without its final line break. Fails if other users know the secret, for they can read it. */
function readSecret(path: string): Result<string, string> {
  try {
    // A FIFO would block for ever.
    const nonBlocking = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0
    const handle = openSync(path, constants.O_RDONLY | nonBlocking)
    try {
      const about = fstatSync(handle)
      if (!about.isFile()) return err('it is not a file')
      if (about.size > enough) return err(`the file is longer than ${enough} bytes`)
      const refused = process.getuid && whyNotOurs(about.uid, about.mode, process.getuid())
      if (refused) return err(refused)
      const text = readFileSync(handle, 'utf8').replace(/\r?\n$/, '')
      return text === '' ? err('the file is empty') : ok(text)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return err(`the file cannot be read (${code ?? 'unknown'})`)
  }
}

/** The group may read it: so systemd and others hand a credential to a service. */
function whyNotOurs(uid: number, mode: number, own: number): string | undefined {
  if (uid !== own && uid !== 0) return 'the file belongs to another user'
  if (mode & 0o027)
    return `others may read or write the file (mode ${(mode & 0o777).toString(8)}): chmod 600`
  return undefined
}
