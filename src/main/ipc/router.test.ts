import { describe, expect, it } from 'vitest'
import type { LogFields } from '../kiosk/visit/log-port.ts'
import { mostPictureBytes } from '../../shared/card-picture.ts'
import type { Command } from '../../shared/ipc.ts'
import { createRouter } from './router.ts'

const ours = { isKioskPage: true }
const notAccepted = { ok: false, error: { kind: 'notAccepted', type: 'submitCode' } }
const notAllowed = { ok: false, error: { kind: 'notAllowed' } }
const about = new RangeError('about 123456')

type Accept = (command: Command) => boolean | Promise<boolean>

function start(
  accept: Accept = () => true,
  isStaffPresent: () => boolean | Promise<boolean> = () => false,
) {
  const commands: Command[] = []
  const staffCommands: Command['type'][] = []
  const log: (LogFields & { readonly name: string })[] = []
  const route = createRouter(
    () => ({
      isStaffPresent,
      visits: { accept: (command) => (commands.push(command), accept(command)) },
      staff: { accept: ({ type }) => staffCommands.push(type) > 0 },
    }),
    { event: (name, fields) => void log.push({ name, ...fields }) },
  )
  return { route, commands, staffCommands, log }
}

describe('the router', () => {
  it('hands a well-formed command of the kiosk page on, and its answer back', async () => {
    const { route, commands, log } = start()
    const largest = `/9j/${'A'.repeat((mostPictureBytes / 3) * 4 - 4)}`
    const said: readonly Command[] = [
      { type: 'choosePacket', key: '2' },
      { type: 'givePicture', number: 1, picture: largest },
    ]
    for (const command of said) expect(await route(command, ours)).toEqual({ ok: true })
    expect(commands).toEqual(said)
    expect(log).toEqual([])
  })

  it('refuses everyone but the kiosk page, whatever they say', async () => {
    const { route, commands, log } = start()
    for (const raw of [{ type: 'begin' }, 'nonsense', null])
      expect(await route(raw, { isKioskPage: false })).toEqual(notAllowed)
    expect(commands).toEqual([])
    expect(log).toStrictEqual(Array(3).fill({ name: 'commandRefused', reason: 'notAllowed' }))
  })

  it('refuses also where the refusal cannot be written down', async () => {
    const route = createRouter(() => undefined, {
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
    ['a picture that is none', { type: 'givePicture', number: 1, picture: 'iVBORw0KGgo=' }],
    ['a picture that is no text', { type: 'givePicture', number: 1, picture: '/9j/<b>=' }],
    ['a picture too large', { type: 'givePicture', number: 1, picture: `/9j/${'A'.repeat(4e6)}` }],
  ])('refuses what is malformed: %s', async (_, raw) => {
    const { route, commands, log } = start()
    expect(await route(raw, ours)).toEqual({ ok: false, error: { kind: 'malformed' } })
    expect(commands).toEqual([])
    expect(log).toStrictEqual([{ name: 'commandRefused', reason: 'malformed' }])
  })

  it('says what the present state does not take, in one line and without what was typed', async () => {
    const { route, log } = start(() => false)
    expect(await route({ type: 'submitCode', code: '123456' }, ours)).toEqual(notAccepted)
    const command = 'submitCode'
    expect(log).toStrictEqual([{ name: 'commandRefused', reason: 'notAccepted', command }])
  })

  it.each([
    [
      'throws',
      () => {
        throw about
      },
    ],
    ['rejects', () => Promise.reject(about)],
  ])('never throws: the visit %s', async (_, accept) => {
    const { route, log } = start(accept)
    expect(await route({ type: 'submitCode', code: '123456' }, ours)).toEqual(notAccepted)
    expect(log).toMatchObject([
      { name: 'bug', command: 'submitCode' },
      { name: 'commandRefused', reason: 'notAccepted' },
    ])
    expect(JSON.stringify(log)).not.toContain('123456')
  })

  it("gives the patients' commands to the visits, and touches, until staff stand there", async () => {
    let isStaffPresent = false
    const { route, commands, staffCommands } = start(
      () => true,
      () => isStaffPresent,
    )
    for (const type of ['begin', 'activity', 'openStaff'] as const)
      expect(await route({ type }, ours)).toEqual({ ok: true })
    isStaffPresent = true
    expect(await route({ type: 'begin' }, ours)).toMatchObject({ ok: false })
    for (const type of ['activity', 'closeStaff'] as const)
      expect(await route({ type }, ours)).toEqual({ ok: true })
    expect(commands).toEqual([{ type: 'begin' }, { type: 'activity' }])
    expect(staffCommands).toEqual(['openStaff', 'activity', 'closeStaff'])
  })

  it('keeps what a patient asks while staff are just leaving, and answers it then', async () => {
    let leave = (_isPresent: boolean) => {}
    const leaving = new Promise<boolean>((resolve) => (leave = resolve))
    const { route, commands } = start(
      () => true,
      () => leaving,
    )
    const reply = route({ type: 'begin' }, ours)
    leave(false)
    expect(await reply).toEqual({ ok: true })
    expect(commands).toEqual([{ type: 'begin' }])
  })

  it('takes nothing before the kiosk is ready', async () => {
    const route = createRouter(() => undefined, { event: () => undefined })
    expect(await route({ type: 'begin' }, ours)).toMatchObject({ ok: false })
    expect(await route({ type: 'openStaff' }, ours)).toMatchObject({ ok: false })
  })
})
