import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../test/harness/test-folder.ts'
import {
  sendJson,
  startTestService,
  type Behaviour,
  type TestService,
} from '../test/harness/service/test-service.ts'
import { exitCodes } from './exit-codes.ts'
import { callApi } from '../test/harness/cli/commands.ts'

const mebibyte = 1024 * 1024
let service: TestService
let behave: Behaviour
let folder: string
let audit: string
beforeEach(async () => {
  service = await startTestService((...args) => behave(...args))
  folder = testFolder()
  audit = join(folder, 'access.jsonl')
})
afterEach(() => service.close())

/** All patients of an account, in 5 MiB. */
const manyPatients: Behaviour = (_request, response) => {
  const data = Array.from({ length: 5 * 1024 }, (_, id) => ({ id, firstName: 'x'.repeat(1024) }))
  sendJson(response, { success: true, message: '', data })
}

function listPatients(...args: readonly string[]) {
  const credentials = { FOYER_DEVELOPER_CLIENT_ID: 'a', FOYER_DEVELOPER_CLIENT_SECRET: 'b' }
  const there = ['--service', service.url, '--audit', audit, ...args]
  return callApi(['developer.patients.list', ...there], { environment: credentials })
}

describe('an answer longer than a kiosk would read', () => {
  it('is read by a command', async () => {
    behave = manyPatients
    const { code, out } = await listPatients('--json')
    expect(code).toBe(exitCodes.ok)
    expect(JSON.parse(out)).toHaveLength(5 * 1024)
  })

  it('has an end all the same, at 64 MiB', async () => {
    behave = (_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-length': 64 * mebibyte + 1 }
      response.writeHead(200, headers).flushHeaders()
    }
    const { code, note } = await listPatients()
    expect(code).toBe(exitCodes.unreadable)
    expect(note).toContain('too long')
  })
})
