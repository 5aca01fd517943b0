import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { get, operations } from '../../src/contract/operation.ts'
import { ok } from '../../src/shared/result.ts'
import { createClock } from '../clock.ts'
import { createSandboxContext } from '../sandbox-context.ts'
import type { Env } from './env.ts'
import { route, serveAll } from './route.ts'

const operation = (path: string, answer: z.ZodType) =>
  operations('auth', '', { [path]: get(path, '', { answer }) })[path]!

const sandbox = createSandboxContext(createClock(), Buffer.alloc(32))

it('fails loudly when our own answer does not fit the contract, naming what differs', async () => {
  const app = new Hono<Env>()
  const answer = z.looseObject({ items: z.array(z.looseObject({ id: z.int() })) })
  serveAll(app, sandbox, [
    route(operation('/list', answer), () => ok({ items: [{ id: 'secret' }] } as never)),
  ])
  const reply = await app.request('/list')
  expect(reply.status).toBe(500)
  const body = await reply.text()
  expect(body).toContain('auth./list answers out of contract: items.0.id')
  expect(body).not.toContain('secret')
})

it('finds a fixed path before a parameter in the same place, in whatever order they stand', async () => {
  const app = new Hono<Env>()
  const named = (path: string) => route(operation(path, z.string()), () => ok(path as never))
  serveAll(app, sandbox, [named('/x/{id}'), named('/x/{id}/y'), named('/x/y'), named('/x/y/{id}')])
  const at = async (path: string) => (await app.request(path)).json()
  expect(await at('/x/7')).toBe('/x/{id}')
  expect(await at('/x/y')).toBe('/x/y')
  expect(await at('/x/y/7')).toBe('/x/y/{id}')
  expect(await at('/x/7/y')).toBe('/x/{id}/y')
})
