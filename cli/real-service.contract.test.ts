import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  useRunningSandbox,
  atService,
  startAlteringProxy,
  callApi,
  serviceAt,
  environmentOf,
} from '#harness/cli/commands.ts'
import { createAuthority } from '#harness/service/self-signed.ts'
import { answering, startTestService } from '#harness/service/test-service.ts'
import { startProxy } from '#harness/service/tunnel-proxy.ts'
import { exitCodes } from './problem.ts'
import { runApi } from './run-api.ts'

const { sandbox, folder } = await useRunningSandbox()

describe('foyer api at a real service', () => {
  it.each([
    [{ title: 'Gone', detail: 'by now' }, 'Gone; by now'],
    [
      { errors: [{ field: 'dueDate', message: 'too late' }, 'and more'] },
      'dueDate: too late; and more',
    ],
    [{ error: 'invalid_client', error_description: 'no such client' }, 'no such client'],
    [{ message: 'x'.repeat(400) }, `${'x'.repeat(299)}…`],
  ])('is told in the words of a real service, at most 300 characters: %j', async (body, words) => {
    const service = await startTestService(answering(body, 400))
    const audit = ['--audit', join(folder, 'words.jsonl')]
    const there = ['partner.patients.list', '--account=1', '--service', service.url, ...audit]
    const { note } = await callApi(there, { environment: environmentOf(sandbox, folder) })
    await service.close()
    expect(note).toContain(`The service says: ${words}\n`)
  })

  it("is called over a kiosk's network: its authority, its certificate and its proxy", async () => {
    const authority = await createAuthority()
    const { cert, key } = await authority.issue('kiosk.example')
    const tls = await authority.issue('service.example')
    const closed = { ...tls, ca: authority.cert, requestCert: true, address: '127.0.0.1' }
    const front = await startAlteringProxy(sandbox.apiUrl, (answer) => answer, closed)
    onTestFinished(() => front.close())
    const port = Number(new URL(front.url).port)
    const proxy = await startProxy(port, 'user:password')
    const files = ['ca.pem', 'kiosk.pem', 'foyer.config.json'].map((name) => join(folder, name))
    const [caFile = '', certFile = '', config = ''] = files
    await Promise.all([writeFile(caFile, authority.cert), writeFile(certFile, cert)])
    const service = serviceAt(`https://service.example:${port}`, {
      accountId: sandbox.accountId,
      locationId: sandbox.locationIds[0],
      caFile,
      certFile,
      proxy: `http://${proxy.address}`,
    })
    await writeFile(config, JSON.stringify({ service }))
    const environment = {
      ...environmentOf(sandbox, folder),
      FOYER_CONFIG: config,
      FOYER_CLIENT_KEY: key,
      FOYER_PROXY_CREDENTIALS: 'user:password',
    }
    const audit = ['--audit', join(folder, 'network.jsonl')]
    const list = ['partner.formTemplateGroups.listForLocation', ...audit]
    const { code, note } = await callApi(list, { environment })
    expect({ code, note }).toMatchObject({ code: exitCodes.ok })
    expect(proxy.tunnels.map(({ to }) => to)).toContain(`service.example:${port}`)
  })

  it('writes an answer where nobody else can read it, even over a file that was readable', async () => {
    const output = join(folder, 'patients.txt')
    await writeFile(output, 'readable by all', { mode: 0o644 })
    const args = ['partner.patients.list', '--audit', join(folder, 'calls.jsonl')]
    const called = await atService(sandbox, folder)({ run: runApi }, [...args, '--output', output])
    expect(called).toMatchObject({ code: exitCodes.ok, out: '' })
    expect(await readFile(output, 'utf8')).toContain('Rosa')
    expect((await stat(output)).mode & 0o777).toBe(0o600)
    expect(called.note).toContain('holds patient data')
  })
})
