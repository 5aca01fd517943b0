import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  useRunningSandbox,
  startAlteringProxy,
  callApi,
  environmentOf,
} from '../test/harness/cli/commands.ts'
import { answering, startTestService } from '../test/harness/service/test-service.ts'
import { exitCodes } from './problem.ts'

const { sandbox, folder } = await useRunningSandbox()

describe('npm run api at a real service', () => {
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

  it('is a call to a real service without an audit; nothing is sent', async () => {
    const proxy = await startAlteringProxy(sandbox.apiUrl, (answer) => answer)
    const there = ['partner.patients.list', '--account=101', '--service', proxy.url]
    const refused = await callApi(there, { environment: environmentOf(sandbox, folder) })
    expect(refused).toMatchObject({ code: exitCodes.usage, out: '' })
    expect(refused.note).toContain('--audit is missing')
    expect(proxy.requests).toEqual([])

    const file = join(folder, 'calls.jsonl')
    const output = join(folder, 'patients.txt')
    await writeFile(output, 'readable by all', { mode: 0o644 })
    const audited = await callApi([...there, '--audit', file, '--output', output], {
      environment: environmentOf(sandbox, folder),
    })
    await proxy.close()
    expect(audited.code).toBe(exitCodes.ok)
    expect(await readFile(file, 'utf8')).toMatch(
      /"kind":"call".*"operation":"partner.patients.list"/,
    )
    expect((await stat(output)).mode & 0o777).toBe(0o600)
    expect(audited.note).toContain('holds patient data')
  })
})
