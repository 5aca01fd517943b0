import { CompactEncrypt, compactDecrypt } from 'jose'
import { expect, it } from 'vitest'
import { newClinicKey } from '#harness/bus/test-station.ts'
import { createKeyRing, mostSealedBytes, seal, unseal } from './seal.ts'

const key = newClinicKey()
const keys = createKeyRing([key])
const topic = 'foyer/a/up/b'

it('opens what was sealed for the same topic, and shows nothing of it', () => {
  const payload = seal(keys, topic, '{"name":"Zoë"}')
  expect(unseal(keys, topic, payload)).toEqual({ ok: true, value: '{"name":"Zoë"}' })
  const parts = Buffer.from(payload).toString().split('.')
  for (const part of [...parts, ...parts.map((each) => Buffer.from(each, 'base64url').toString())])
    expect(part).not.toMatch(/"name"|Zoë/)
  const nonces = Array.from(
    { length: 2_000 },
    () => new TextDecoder().decode(seal(keys, topic, 'x')).split('.')[2],
  )
  expect(new Set(nonces).size).toBe(nonces.length)
})

it('opens with the keys before the present one, and not with one that it never had', () => {
  const ring = createKeyRing([key])
  const before = seal(ring, topic, 'before')
  ring.change(newClinicKey())
  expect(unseal(ring, topic, before)).toEqual({ ok: true, value: 'before' })
  const after = seal(ring, topic, 'after')
  expect(unseal(keys, topic, after)).toMatchObject({ error: 'unknownKey' })
})

/** Sealed by hand, with a head of one's own. */
const sealedWith = (head: object, message = new TextEncoder().encode('{}')) =>
  new CompactEncrypt(message)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id, topic, ...head })
    .encrypt(key.secret)

it('writes what any reader of JWE opens, with the head that it says', async () => {
  const { plaintext, protectedHeader } = await compactDecrypt(seal(keys, topic, 'Zoë'), key.secret)
  expect(new TextDecoder().decode(plaintext)).toBe('Zoë')
  expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', kid: key.id, topic })
})

it('opens nothing in which a single character is another', () => {
  const sealed = seal(keys, topic, 'abc')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed.map((byte, index) => (index === at ? byte ^ 1 : byte))
    expect(unseal(keys, topic, changed).ok, `character ${at}`).toBe(false)
  }
})

it('opens nothing else', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const sealed = seal(keys, topic, 'x')
  const faultOf = (payload: Uint8Array, on = topic) => {
    const opened = unseal(keys, on, payload)
    return opened.ok ? 'opened' : opened.error
  }
  expect(faultOf(sealed, 'foyer/a/up/c')).toBe('anotherTopic')
  expect(faultOf(new Uint8Array(mostSealedBytes + 1))).toBe('tooLarge')
  expect(faultOf(bytes('{"v":1}'))).toBe('notSealed')
  expect(faultOf(new Uint8Array())).toBe('notSealed')
  const [head = '', ...rest] = new TextDecoder().decode(sealed).split('.')
  const renamed = Buffer.from(
    Buffer.from(head, 'base64url').toString().replace(topic, 'foyer/a/up/c'),
  ).toString('base64url')
  expect(faultOf(bytes([renamed, ...rest].join('.')), 'foyer/a/up/c')).toBe('notAuthentic')
  expect(faultOf(bytes(await sealedWith({})))).toBe('opened')
  for (const head of [{ cty: 'x' }, { topic: 7 }, { zip: 'DEF' }])
    expect(faultOf(bytes(await sealedWith(head)))).toBe('notSealed')
  const wrapped = new CompactEncrypt(bytes('{}'))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: key.id, topic })
    .encrypt(key.secret)
  expect(faultOf(bytes(await wrapped))).toBe('notSealed')
  expect(faultOf(bytes(new TextDecoder().decode(sealed).slice(0, -6)))).toBe('notSealed')
  expect(faultOf(bytes(await sealedWith({}, Uint8Array.of(0xff))))).toBe('notAuthentic')
})
