import { expect, it } from 'vitest'
import { safeStorageSealer } from './safe-storage.ts'

type Storage = Parameters<typeof safeStorageSealer>[0]
type Backend = ReturnType<Storage['getSelectedStorageBackend']>

/** A storage whose key is `mask`; what it did not encrypt it throws at. */
function storage(mask: number, backend: Backend = 'gnome_libsecret', isAvailable = true): Storage {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ mask))
  return {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => turn(Buffer.from(`v11${text}`)),
    decryptString: (bytes) => {
      const text = turn(bytes).toString()
      if (!text.startsWith('v11')) throw new Error('Error while decrypting the ciphertext')
      return text.slice(3)
    },
  }
}

const secret = Buffer.from([0, 255, 128, 10, 13, 195, 40])
const noStore = { ok: false, error: { kind: 'noKeySource', tried: ['electron'] } }

async function sealed(platform?: NodeJS.Platform) {
  const result = await safeStorageSealer(storage(7), platform).seal(secret)
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

it('gives back, byte for byte, what it sealed', async () => {
  expect(await safeStorageSealer(storage(7)).unseal(await sealed())).toEqual({
    ok: true,
    value: secret,
  })
})

it('takes another key for a wrong one', async () => {
  expect(await safeStorageSealer(storage(8)).unseal(await sealed())).toEqual({
    ok: false,
    error: { kind: 'wrongKey' },
  })
})

it.each(['basic_text', 'unknown'] as const)(
  'neither seals nor opens with %s on Linux',
  async (backend) => {
    const sealer = safeStorageSealer(storage(7, backend), 'linux')
    expect(await sealer.seal(secret)).toEqual(noStore)
    expect(await sealer.unseal(await sealed('linux'))).toEqual(noStore)
  },
)

it.each(['linux', 'win32', 'darwin'] as const)(
  'neither seals nor opens where encryption is not available on %s',
  async (platform) => {
    const sealer = safeStorageSealer(storage(7, 'gnome_libsecret', false), platform)
    expect(await sealer.seal(secret)).toEqual(noStore)
    expect(await sealer.unseal(await sealed('linux'))).toEqual(noStore)
  },
)

it('does not ask for the backend where there is only the system’s own', async () => {
  const asked = () => {
    throw new Error('only there on Linux')
  }
  const sealer = safeStorageSealer({ ...storage(7), getSelectedStorageBackend: asked }, 'win32')
  expect(await sealer.seal(secret)).toMatchObject({ ok: true })
})
