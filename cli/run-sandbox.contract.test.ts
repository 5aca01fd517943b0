import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../test/harness/test-folder.ts'
import { send } from '../test/harness/sandbox/client.ts'

const script = join(import.meta.dirname, 'main.ts')

function start(...args: string[]) {
  const child = spawn(process.execPath, [script, 'sandbox', ...args], { stdio: 'pipe' })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  const ended = once(child, 'close') as Promise<[number | null]>
  return { child, said, ended }
}

it('serves what it prints, and ends cleanly on Ctrl-C', async () => {
  const { child, said, ended } = start('--port', '0', '--pages-port', '0')
  try {
    await expect.poll(() => said.out).toContain('Ctrl-C ends it.')
    const [, url = ''] = /interfaces\s+(\S+)/.exec(said.out) ?? []
    const [, form = ''] = /oauth\/token -d (\S+)/.exec(said.out) ?? []
    const fields = [form, ...[...said.out.matchAll(/-d (client_\w+=\S+)/g)].map(([, f]) => f)]
    const token = await send('POST', `${url}/oauth/token`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields.join('&'),
    })
    expect(token).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
    const [, phone = ''] = /pretend phone\s+(\S+)/.exec(said.out) ?? []
    expect((await send('GET', phone)).status).toBe(200)
    child.kill('SIGINT')
    expect((await ended)[0]).toBe(0)
    expect(said.err).toBe('')
  } finally {
    child.kill('SIGKILL')
  }
})

it('explains itself, and says what is wrong with a port or a certificate', async () => {
  const help = start('--help')
  expect((await help.ended)[0]).toBe(0)
  expect(help.said.out).toContain('foyer sandbox')
  const wrong = start('--port', 'abc')
  expect((await wrong.ended)[0]).toBe(1)
  expect(wrong.said.err).toContain('"abc" is not a port')
  const untrusted = start('--webhook-ca', '/nowhere.pem')
  expect((await untrusted.ended)[0]).toBe(1)
  expect(untrusted.said.err).toContain('/nowhere.pem')
})

const profiles = join(import.meta.dirname, '..', 'test', 'wire-profiles')

it('speaks by a wire profile, and tells the secrets that it wants', { tags: 'full' }, async () => {
  const profile = join(profiles, 'gateway.json')
  const { child, said, ended } = start('--port', '0', '--pages-port', '0', '--profile', profile)
  try {
    await expect.poll(() => said.out).toContain('Ctrl-C ends it.')
    const [, url = ''] = /interfaces\s+(\S+)/.exec(said.out) ?? []
    const [, given = ''] = /FOYER_WIRE_SECRETS='(.+)'/.exec(said.out) ?? []
    expect(Object.keys(JSON.parse(given) as object)).toEqual(['apiKey'])
    expect((await send('POST', `${url}/oauth/token`)).status).toBe(404)
    expect((await send('POST', `${url}/connect/token`)).status).toBe(401)
    child.kill('SIGINT')
    expect((await ended)[0]).toBe(0)
  } finally {
    child.kill('SIGKILL')
  }
})

it('says what is wrong with a wire profile', { tags: 'full' }, async () => {
  const file = join(testFolder(), 'wrong.json')
  writeFileSync(file, '{"sent":{"dates":"julian"}}')
  const { said, ended } = start('--profile', file)
  expect((await ended)[0]).toBe(1)
  expect(said.err).toContain(`${file} needs a correction`)
  expect(said.err).toContain('sent.dates')
})
