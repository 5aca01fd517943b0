import { serve } from '@hono/node-server'
import type { AddressInfo, Server } from 'node:net'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { elementOf, fakeStore, onePage } from '#harness/forms/element-of.ts'
import { patientPage } from './routes.ts'

const form = onePage(elementOf('textInput', { id: 7, label: 'Name', required: true }))

let clientDir: string
let server: Server
let base: string

beforeEach(async () => {
  clientDir = testFolder()
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Page</title>')
  await writeFile(join(clientDir, 'assets', 'page.js'), 'export {}')
  const app = patientPage(fakeStore([form]), clientDir)
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/complete`
})
afterEach(async () => {
  server.close()
  await once(server, 'close')
})

const send = (method: string, path: string, body?: unknown) =>
  fetch(`${base}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

describe('the page', () => {
  it('comes with a policy that lets nothing in from elsewhere, and is not stored', async () => {
    const page = await send('GET', 'a-token')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Page</title>')
    const policy = page.headers.get('Content-Security-Policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('says 404 for an unknown link, with the page that says it kindly', async () => {
    const page = await send('GET', 'another-token')
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('<title>Page</title>')
  })

  it('serves its assets and nothing beside them', async () => {
    const asset = await send('GET', 'assets/page.js')
    expect(asset.status).toBe(200)
    expect(asset.headers.get('Content-Type')).toContain('javascript')
    for (const path of ['assets/%2e%2e/index.html', 'assets/..%2findex.html', 'assets/none.js'])
      expect((await send('GET', path)).status).toBe(404)
  })

  it('says 503 when it has not been built', async () => {
    await rm(join(clientDir, 'index.html'))
    expect((await send('GET', 'a-token')).status).toBe(503)
  })
})

describe('the interface behind the page', () => {
  it('knows no form that the packet does not have', async () => {
    const answer = await send('POST', 'a-token/forms/99/submission')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: { kind: 'unknownLink' } })
  })

  const file = { fileName: 'a', mediaType: 'b', dataUrl: 'https://x' }
  it.each([
    ['no JSON', '{'],
    ['no answers', {}],
    ['a key that is no id', { answers: { name: 'Ana' } }],
    ['an answer of no known shape', { answers: { '7': { a: 1 } } }],
    ['a file that is no data URL', { answers: { '7': file } }],
    ['a mark beside the body', { answers: { '7': [{ side: 'front', x: 2, y: 0 }] } }],
  ])('refuses %s', async (_, body) => {
    expect((await send('PUT', 'a-token/forms/1/answers', body)).status).toBe(400)
  })

  it('refuses a body that is far too long', async () => {
    const body = { answers: { '7': 'x'.repeat(25 * 1024 * 1024) } }
    expect((await send('PUT', 'a-token/forms/1/answers', body)).status).toBe(413)
  })
})
