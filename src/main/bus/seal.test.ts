import { CompactEncrypt } from 'jose'
import { expect, it } from 'vitest'
import { newClinicKey } from '../../../test/harness/bus/test-station.ts'
import { createKeyRing } from './key-ring.ts'
import { mostSealedBytes, seal, unseal } from './seal.ts'

const key = newClinicKey()
const keys = createKeyRing([key])
const topic = 'foyer/a/up/b'

it('opens what was sealed for the same topic, and shows nothing of it', async () => {
  const payload = await seal(keys, topic, '{"name":"Zoë"}')
  expect(await unseal(keys, topic, payload)).toEqual({ ok: true, value: '{"name":"Zoë"}' })
  expect(Buffer.from(payload).toString()).not.toMatch(/name|Zo/)
  expect(await seal(keys, topic, 'x')).not.toEqual(await seal(keys, topic, 'x'))
})

it('opens with the keys before the present one, and not with one that it never had', async () => {
  const ring = createKeyRing([key])
  const before = await seal(ring, topic, 'before')
  ring.change(newClinicKey())
  expect(await unseal(ring, topic, before)).toEqual({ ok: true, value: 'before' })
  const after = await seal(ring, topic, 'after')
  expect(await unseal(keys, topic, after)).toMatchObject({ error: { kind: 'unknownKey' } })
})

/** Sealed by hand, with a head of one's own. */
const sealedWith = (head: object) =>
  new CompactEncrypt(new TextEncoder().encode('{}'))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id, topic, ...head })
    .encrypt(key.secret)

it('opens nothing else', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const sealed = await seal(keys, topic, 'x')
  const faultOf = async (payload: Uint8Array, on = topic) => {
    const opened = await unseal(keys, on, payload)
    return opened.ok ? 'opened' : opened.error.kind
  }
  expect(await faultOf(sealed, 'foyer/a/up/c')).toBe('anotherTopic')
  expect(await faultOf(new Uint8Array(mostSealedBytes + 1))).toBe('tooLarge')
  expect(await faultOf(bytes('{"v":1}'))).toBe('notSealed')
  expect(await faultOf(new Uint8Array())).toBe('notSealed')
  const [head = '', ...rest] = new TextDecoder().decode(sealed).split('.')
  const renamed = Buffer.from(
    Buffer.from(head, 'base64url').toString().replace(topic, 'foyer/a/up/c'),
  ).toString('base64url')
  expect(await faultOf(bytes([renamed, ...rest].join('.')), 'foyer/a/up/c')).toBe('notAuthentic')
  expect(await faultOf(bytes(await sealedWith({})))).toBe('opened')
  expect(await faultOf(bytes(await sealedWith({ cty: 'x' })))).toBe('notSealed')
  expect(await faultOf(bytes(await sealedWith({ topic: 7 })))).toBe('notSealed')
})
