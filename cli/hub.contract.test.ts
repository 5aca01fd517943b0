import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { createSelfSigned } from '../test/harness/service/self-signed.ts'
import { freePort } from '../test/harness/bus/relay.ts'
import { hubPlace, startHubCommand } from '../test/harness/hub/hub-process.ts'
import { endpoint, eventBody, headersOf } from '../test/harness/hub/webhooks.ts'
import { waitFor } from '../test/harness/wait-for.ts'

const longMs = 60_000
const timeout = { timeout: 180_000 }

/** Waits until a hub says that it is open. */
const isOpen = ({ said }: ReturnType<typeof startHubCommand>) =>
  waitFor(() => expect(said.note).toContain('the hub is open'), longMs)

it('runs, is watched, takes a delivery over TLS, and ends on a signal', timeout, async () => {
  const port = await freePort()
  const { folder, environment } = hubPlace({
    FOYER_HUB_WEBHOOKS_PORT: String(port),
    FOYER_WEBHOOK_SECRETS: JSON.stringify(endpoint),
  })
  const identity = await createSelfSigned('localhost')
  const files = {
    FOYER_HUB_WEBHOOKS_CERT_FILE: join(folder, 'cert.pem'),
    FOYER_HUB_WEBHOOKS_KEY_FILE: join(folder, 'key.pem'),
  }
  writeFileSync(files.FOYER_HUB_WEBHOOKS_CERT_FILE, identity.cert)
  writeFileSync(files.FOYER_HUB_WEBHOOKS_KEY_FILE, identity.key)
  const hub = startHubCommand([], { ...environment, ...files })
  await isOpen(hub)

  const watching = startHubCommand(['--watch'], environment)
  await waitFor(() => expect(watching.said.out).toContain('Nobody needs help.'), longMs)

  const agent = new Agent({ connect: { ca: identity.cert } })
  onTestFinished(() => agent.destroy())
  const body = eventBody()
  const answer = await request(`https://localhost:${port}/webhooks`, {
    ...{ method: 'POST', dispatcher: agent, body, headers: headersOf(body) },
  })
  expect(answer.statusCode).toBe(204)
  await waitFor(() => expect(hub.said.note).toContain('"message":"webhookTaken"'))
  expect(hub.said.note).not.toContain(endpoint.token)

  hub.end('SIGTERM')
  expect(await hub.ended).toBe(0)
  expect(await watching.ended).toBe(3)
  expect(existsSync(join(folder, 'data', 'hub.sock'))).toBe(false)

  // The secrets of the endpoint rest in the vault.
  const { FOYER_WEBHOOK_SECRETS: _, ...without } = environment
  const again = startHubCommand([], { ...without, ...files })
  await isOpen(again)
  const twice = startHubCommand([], { ...without, ...files })
  expect(await twice.ended).toBe(78)
  expect(twice.said.note).toContain('another Foyer has the vault open')
  again.end('SIGINT')
  expect(await again.ended).toBe(0)
})

it(
  'leaves nothing in the way of the next one when it is killed',
  { ...timeout, tags: 'full' },
  async () => {
    const { environment } = hubPlace({
      FOYER_BUS_BROKER_PORT: String(await freePort()),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    })
    const first = startHubCommand([], environment)
    await isOpen(first)
    first.end('SIGKILL')
    await first.ended
    const next = startHubCommand([], environment)
    await isOpen(next)
    const listed = startHubCommand(['--stations'], environment)
    expect(await listed.ended).toBe(0)
    expect(listed.said.out).toBe('no station is paired; --pair invites one.\n')
    const invited = startHubCommand(['--pair'], environment)
    expect(await invited.ended).toBe(0)
    expect(invited.said.out).toMatch(/Code: +(\w{4}-){2}\w{4}\n/)
  },
)

it.each([
  ['no secrets', { FOYER_HUB_WEBHOOKS_PORT: '9443' }, 'FOYER_WEBHOOK_SECRETS'],
  ['short secrets', { FOYER_WEBHOOK_SECRETS: '{"token":"canary"}' }, 'at least 16 characters'],
  [
    'no certificate where others reach it',
    { FOYER_HUB_WEBHOOKS_HOST: '0.0.0.0' },
    'certFile and keyFile',
  ],
  [
    'a certificate that is not there',
    {
      FOYER_HUB_WEBHOOKS_PORT: '9443',
      FOYER_WEBHOOK_SECRETS: JSON.stringify(endpoint),
      FOYER_HUB_WEBHOOKS_CERT_FILE: '/nonexistent/cert.pem',
      FOYER_HUB_WEBHOOKS_KEY_FILE: '/nonexistent/key.pem',
    },
    'cannot be read (ENOENT)',
  ],
])(
  'says what is wrong with %s, and does not run',
  { ...timeout, tags: 'full' },
  async (_, changes, expected) => {
    const hub = startHubCommand([], hubPlace(changes).environment)
    expect(await hub.ended).toBe(78)
    expect(hub.said.note).toContain(expected)
    expect(hub.said.note).not.toContain('canary')
  },
)
