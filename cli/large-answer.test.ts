import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { sendJson, startTestService, type Behaviour } from '#harness/service/test-service.ts'
import { exitCodes } from './problem.ts'
import { callApi } from '#harness/cli/commands.ts'

const mebibyte = 1024 * 1024

/** All patients of an account, in 5 MiB. */
const manyPatients: Behaviour = (_request, response) => {
  const data = Array.from({ length: 5 * 1024 }, (_, id) => ({ id, firstName: 'x'.repeat(1024) }))
  sendJson(response, { success: true, message: '', data })
}

async function listPatients(behave: Behaviour, ...args: readonly string[]) {
  const service = await startTestService(behave)
  onTestFinished(() => service.close())
  const audit = join(testFolder(), 'access.jsonl')
  const credentials = { FOYER_DEVELOPER_CLIENT_ID: 'a', FOYER_DEVELOPER_CLIENT_SECRET: 'b' }
  const there = ['--service', service.url, '--audit', audit, ...args]
  return callApi(['developer.patients.list', ...there], { environment: credentials })
}

describe('an answer longer than a kiosk would read', () => {
  it('is read by a command', async () => {
    const { code, out } = await listPatients(manyPatients, '--json')
    expect(code).toBe(exitCodes.ok)
    expect(JSON.parse(out)).toHaveLength(5 * 1024)
  })

  it('has an end all the same, at 64 MiB', async () => {
    const { code, note } = await listPatients((_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-length': 64 * mebibyte + 1 }
      response.writeHead(200, headers).flushHeaders()
    })
    expect(code).toBe(exitCodes.unreadable)
    expect(note).toContain('too long')
  })
})
