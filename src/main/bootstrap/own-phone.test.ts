import { describe, expect, it } from 'vitest'
import { drawQrCode } from '../base/draw-qr-code.ts'
import type { FormOriginRefusal } from '../form-origins/form-address.ts'
import type { ConnectionState } from '../../shared/connection.ts'
import { createOwnPhonePort } from './visits.ts'

const rule = { origins: ['https://forms.example.com'], isPractice: false }

function open(state: ConnectionState = 'online') {
  const refused: FormOriginRefusal[] = []
  const monitor = { current: () => ({ state, since: null }), subscribe: () => () => undefined }
  const onRefused = (refusal: FormOriginRefusal) => void refused.push(refusal)
  return { refused, port: createOwnPhonePort(monitor, rule, onRefused) }
}

describe('the way to the own phone', () => {
  it('draws an address at which a form would be opened', () => {
    const { port, refused } = open()
    const address = 'https://forms.example.com/p/1?token=abc'
    expect(port.draw(address)).toEqual({ ok: true, value: drawQrCode(address) })
    expect(refused).toEqual([])
  })

  it.each([
    'https://elsewhere.example.net/p/1',
    'http://forms.example.com/p/1',
    'https://127.0.0.1/p/1',
    'https://name:secret@forms.example.com/p/1',
    'no address',
  ])('draws no other: %s', (address) => {
    const { port, refused } = open()
    expect(port.draw(address)).toMatchObject({ ok: false, error: { kind: 'notConfirmed' } })
    expect(refused).toHaveLength(1)
  })

  it('draws none that no phone could read', () => {
    const { port, refused } = open()
    const address = `https://forms.example.com/${'a'.repeat(1_000)}`
    expect(port.draw(address)).toMatchObject({ ok: false, error: { kind: 'notAllowed' } })
    expect(refused).toEqual([])
  })

  it.each([
    ['online', false],
    ['slow', false],
    ['unknown', false],
    ['offline', true],
    ['refused', true],
    ['serviceDown', true],
  ] as const)('%s: down is %s', (state, isDown) => {
    expect(open(state).port.isDown()).toBe(isDown)
  })
})
