import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { send } from '#harness/sandbox/client.ts'
import { sandbox } from './run-sandbox.ts'

const script = join(import.meta.dirname, 'main.ts')

function start(...args: string[]) {
  const child = spawn(process.execPath, [script, 'sandbox', ...args], { stdio: 'pipe' })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  return { child, said, ended: once(child, 'close') as Promise<[number | null]> }
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

it('says what is wrong with a port, a certificate or a wire profile', async () => {
  const profile = join(testFolder(), 'wrong.json')
  writeFileSync(profile, '{"sent":{"dates":"julian"}}')
  for (const [flag, value, words] of [
    ['--port', 'abc', '"abc" is not a port'],
    ['--webhook-ca', '/nowhere.pem', '/nowhere.pem'],
    ['--profile', profile, `${profile} needs a correction:\n  sent.dates`],
  ] as const) {
    const { terminal, written } = fakeTerminal()
    expect(await sandbox.run([flag, value], terminal)).toBe(1)
    expect(written.note).toContain(words)
  }
})
