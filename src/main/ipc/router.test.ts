import { describe, expect, it } from 'vitest'
import type { LogFields } from '../visit/log-port.ts'
import type { Command, Reply } from '../../shared/ipc.ts'
import { createRouter } from './router.ts'

const ours = { isKioskPage: true }

function start(accept: (command: Command) => Reply | Promise<Reply> = () => ({ ok: true })) {
  const commands: Command[] = []
  const log: (Omit<LogFields, 'reason'> & { readonly reason: string })[] = []
  const route = createRouter(
    (command) => {
      commands.push(command)
      return accept(command)
    },
    { event: (name, fields) => void log.push({ ...fields, reason: fields.reason ?? name }) },
  )
  return { route, commands, log }
}

describe('the router', () => {
  it('hands a well-formed command of the kiosk page on, and its answer back', async () => {
    const { route, commands, log } = start()
    expect(await route({ type: 'choosePacket', key: '2' }, ours)).toEqual({ ok: true })
    expect(commands).toEqual([{ type: 'choosePacket', key: '2' }])
    expect(log).toEqual([])
  })

  it('refuses everyone but the kiosk page, whatever they say', async () => {
    const { route, commands, log } = start()
    for (const raw of [{ type: 'begin' }, 'nonsense', null])
      expect(await route(raw, { isKioskPage: false })).toEqual({
        ok: false,
        error: { kind: 'notAllowed' },
      })
    expect(commands).toEqual([])
    expect(log).toEqual(Array(3).fill({ reason: 'notAllowed' }))
  })

  it('refuses also where the refusal cannot be written down', async () => {
    const route = createRouter(() => ({ ok: true }), {
      event: () => {
        throw new Error('the disk is full')
      },
    })
    expect(await route({ type: 'begin' }, { isKioskPage: false })).toMatchObject({ ok: false })
  })

  it.each([
    ['nothing', undefined],
    ['text', 'begin'],
    ['no type', {}],
    ['an unknown type', { type: 'openDevTools' }],
    ['an event of the inside', { type: 'form.opened' }],
    ['a field too many', { type: 'begin', screen: 'completing' }],
    ['a field missing', { type: 'submitCode' }],
    ['a field of another type', { type: 'submitCode', code: 123_456 }],
    ['a field too long', { type: 'submitContact', value: 'a'.repeat(255) }],
    ['a list', [{ type: 'begin' }]],
  ])('refuses what is malformed: %s', async (_, raw) => {
    const { route, commands, log } = start()
    expect(await route(raw, ours)).toEqual({ ok: false, error: { kind: 'malformed' } })
    expect(commands).toEqual([])
    expect(log).toEqual([{ reason: 'malformed' }])
  })

  it('says what the present state does not take, in one line and without what was typed', async () => {
    const { route, log } = start(({ type }) => ({
      ok: false,
      error: { kind: 'notAccepted', type },
    }))
    expect(await route({ type: 'submitCode', code: '123456' }, ours)).toEqual({
      ok: false,
      error: { kind: 'notAccepted', type: 'submitCode' },
    })
    expect(log).toEqual([{ reason: 'notAccepted', command: 'submitCode' }])
  })

  it.each([
    [
      'throws',
      () => {
        throw new RangeError('about 123456')
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('about 123456'))],
    ['answers nonsense', () => ({ ok: 'yes' }) as unknown as Reply],
  ])('never throws: the visit %s', async (_, accept) => {
    const { route, log } = start(accept)
    expect(await route({ type: 'submitCode', code: '123456' }, ours)).toEqual({
      ok: false,
      error: { kind: 'notAccepted', type: 'submitCode' },
    })
    expect(log).toMatchObject([{ reason: 'bug' }, { reason: 'notAccepted' }])
    expect(JSON.stringify(log)).not.toContain('123456')
  })
})
