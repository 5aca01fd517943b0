import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useRunningSandbox, callApi, fakeTerminal, serviceAt } from '#harness/cli/commands.ts'
import { sandboxSecret } from '../sandbox/http/wire.ts'
import { wireProfile } from '../src/contract/wire-profile.ts'
import { exitCodes } from './problem.ts'
import { probe } from './run-probe.ts'

const file = join(import.meta.dirname, '../test/wire-profiles/gateway.json')
const list = ['partner.formPackets.list', '--location', '301', '--json', '-q']

const { sandbox, folder } = await useRunningSandbox({
  profile: wireProfile.parse(JSON.parse(readFileSync(file, 'utf8'))),
})

const api = (args: readonly string[], environment?: NodeJS.ProcessEnv) =>
  callApi([...list, ...args], environment && { environment })

describe('a command with a wire profile', () => {
  it('calls a service that speaks by it, and only with it', async () => {
    const there = ['--service', sandbox.apiUrl]
    expect((await api([...there, '--profile', file])).code).toBe(exitCodes.ok)
    const developer = ['developer.locations.list', '--json', '-q', '--profile', file]
    expect((await callApi([...developer, ...there])).code).toBe(exitCodes.ok)
    expect((await api(there)).code).not.toBe(exitCodes.ok)
  })

  it('has a sandbox of its own speak by it', async () => {
    expect((await api(['--sandbox', '--profile', file])).code).toBe(exitCodes.ok)
  })

  it('takes the profile and the secret of the settings for a configured service', async () => {
    const { apiUrl, accountId, credentials } = sandbox
    const service = serviceAt(apiUrl, { wireProfile: file, accountId, locationId: 301 })
    const config = join(folder, 'config.json')
    writeFileSync(config, JSON.stringify({ service }))
    const environment = () => ({
      FOYER_CONFIG: config,
      FOYER_PARTNER_CLIENT_ID: credentials.partner.clientId,
      FOYER_PARTNER_CLIENT_SECRET: credentials.partner.clientSecret,
    })
    const secrets = { FOYER_WIRE_SECRETS: JSON.stringify({ apiKey: sandboxSecret('apiKey') }) }
    expect((await api([], { ...environment(), ...secrets })).code).toBe(exitCodes.ok)
    const { code, note } = await api([], environment())
    expect(code).toBe(exitCodes.configuration)
    expect(note).toContain('FOYER_WIRE_SECRETS: apiKey is missing')
  })

  it('shows the request as it goes over the wire', async () => {
    const { out } = await api(['--sandbox', '--profile', file, '--dry-run'])
    expect(out).toMatch(/^GET \/intake\/public\/v2\/account\/\d+\/location\/301\/form/)
  })

  it('probes by it', async () => {
    const { terminal, written } = fakeTerminal()
    const only = ['--only', 'partner.formPackets.list', '--location', '301', '--account', '101']
    const there = ['--service', sandbox.apiUrl, '--profile', file, '-q']
    expect(await probe.run([...there, ...only], terminal)).toBe(exitCodes.ok)
    expect(written.out).toContain('partner.formPackets.list')
  })
})
