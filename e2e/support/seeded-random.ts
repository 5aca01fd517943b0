import { createHash } from 'node:crypto'

/** Numbers from 0 up to 1, uniform; the same ones for the same seed. */
export function seededRandom(seed: string): () => number {
  let drawn = 0
  return () => {
    const digest = createHash('sha256').update(`${seed} ${drawn++}`).digest()
    return digest.readUInt32BE() / 2 ** 32
  }
}
