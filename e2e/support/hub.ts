import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type {
  BrokerFiles,
  DocumentedMosquitto,
} from '../../test/harness/bus/documented-mosquitto.ts'
import { freePort } from '../../test/harness/bus/relay.ts'
import { spawnHubCommand } from '../../test/harness/hub/hub-command.ts'
import { openWatchTerminal, type WatchTerminal } from '../../test/harness/hub/watch-terminal.ts'
import type { TlsIdentity } from '../../test/harness/service/self-signed.ts'
import { processTree } from './process-tree.ts'
import { openRecords } from './service-records.ts'

const root = join(import.meta.dirname, '..', '..')

/** What a hub shows to whom it invites. */
interface Invitation {
  readonly address: string
  readonly code: string
}

/** A clinic's hub as `npm run hub` runs it: it listens at an outside broker, and takes the service's deliveries. */
export interface Hub {
  /** All that it has logged. */
  log(): string
  /** The service's endpoint of its deliveries. */
  readonly webhookId: string | number
  /** Invites a kiosk, as `npm run hub -- --pair` does. */
  invite(): Promise<Invitation>
  /** What its administrator gives the broker: `npm run bus -- acl` and `passwords`. */
  brokerFiles(): Promise<BrokerFiles>
  /** Sits down at a terminal in which it is watched. The caller closes it. */
  watch(): WatchTerminal
  /** Ends it in order and deletes its data; the value is its exit code. */
  close(): Promise<number | null>
}

/** Makes the hub's endpoint at the service, and starts the hub. Throws with its log where it does not open. */
export async function startHub(
  sandbox: Sandbox,
  broker: DocumentedMosquitto,
  tls: TlsIdentity,
): Promise<Hub> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-hub-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  await writeFile(files.cert, tls.cert)
  await writeFile(files.key, tls.key, { mode: 0o600 })
  const port = await freePort()
  const token = randomBytes(24).toString('base64url')
  const records = openRecords(sandbox)
  const { id: webhookId, signingSecret } = await records.makeWebhook(
    `https://localhost:${port}/webhooks`,
    token,
  )
  await records.close()
  const environment = {
    FOYER_CONFIG: '/nonexistent',
    FOYER_SERVICE_PARTNER_URL: sandbox.apiUrl,
    FOYER_SERVICE_PARTNER_AUTH_URL: sandbox.apiUrl,
    FOYER_SERVICE_DEVELOPER_URL: sandbox.apiUrl,
    FOYER_SERVICE_DEVELOPER_AUTH_URL: sandbox.apiUrl,
    FOYER_SERVICE_ACCOUNT_ID: String(sandbox.accountId),
    FOYER_SERVICE_LOCATION_ID: String(sandbox.locationIds[0]),
    FOYER_KIOSK_NAME: 'The hub',
    FOYER_DATA_DIR: join(folder, 'data'),
    FOYER_VAULT_PASSPHRASE: randomBytes(24).toString('base64url'),
    FOYER_BUS_BROKER_URL: `mqtts://127.0.0.1:${broker.port}`,
    FOYER_BUS_BROKER_CA_FILE: broker.caFile,
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    FOYER_HUB_WEBHOOKS_PORT: String(port),
    FOYER_HUB_WEBHOOKS_CERT_FILE: files.cert,
    FOYER_HUB_WEBHOOKS_KEY_FILE: files.key,
    FOYER_WEBHOOK_SECRETS: JSON.stringify({ token, signingSecret }),
  }
  const npm = spawn('npm', ['run', '--silent', 'hub'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  const opened = new Promise<void>((resolve) =>
    npm.stderr.on('data', (data: Buffer) => {
      log += data.toString()
      if (log.includes('the hub is open')) resolve()
    }),
  )
  const ended = once(npm, 'close').then(([code]) => code as number | null)

  async function close() {
    for (const pid of npm.exitCode === null ? await processTree(npm.pid ?? 0) : []) {
      const name = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (/^[^\0]*node\0cli\/hub\.ts/.test(name)) process.kill(pid, 'SIGTERM')
    }
    const code = await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    return code
  }
  await Promise.race([opened, ended])
  if (npm.exitCode !== null) {
    await close()
    throw new Error(`the hub did not open\n${log}`)
  }

  async function ask(program: 'hub' | 'bus', ...args: string[]): Promise<string> {
    const command = spawnHubCommand(args, environment, program)
    if ((await command.ended) !== 0) throw new Error(command.said.note)
    return command.said.out
  }
  return {
    log: () => log,
    webhookId,
    async invite() {
      const said = await ask('hub', '--pair')
      const [, address = ''] = /Address: +(\S+)/.exec(said) ?? []
      const [, code = ''] = /Code: +(\S+)/.exec(said) ?? []
      return { address, code }
    },
    brokerFiles: async () => ({
      acl: await ask('bus', 'acl'),
      passwords: await ask('bus', 'passwords'),
    }),
    watch: () => openWatchTerminal(environment, { columns: 120, rows: 40 }),
    close,
  }
}
