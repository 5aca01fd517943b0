import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readLockfile, root } from './lockfile.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const checksums = z.strictObject({
  version: z.string(),
  published: z.string(),
  provenance: z.string(),
  binaries: z.array(
    z.strictObject({
      package: z.string(),
      /** The program in the package. */
      file: z.string(),
      sha256,
      /** That of the package with which the program was compared. */
      integrity: z.string(),
      /** The file of nodejs.org that holds the program, or is it. */
      archive: z.string(),
      archiveSha256: sha256,
    }),
  ),
})

/** What nodejs.org publishes of the Node.js that the lockfile installs. */
export type NodeChecksums = z.infer<typeof checksums>
type Binary = NodeChecksums['binaries'][number]

/** Reads `scripts/node-checksums.json`; throws where it is not what it should be. */
export function readChecksums(): NodeChecksums {
  const text = readFileSync(join(import.meta.dirname, 'node-checksums.json'), 'utf8')
  return checksums.parse(JSON.parse(text))
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Compares the repackaged Node.js with what nodejs.org publishes: the program that is installed here by its own
 * checksum, those of other systems by the lockfile's integrity of their packages. What is wrong comes back in words,
 * with how many programs were looked at.
 */
export async function verifyInstalled(
  { version, binaries }: NodeChecksums,
  folder = root,
): Promise<{ readonly faults: readonly string[]; readonly installed: number }> {
  const locked = readLockfile(folder).filter(({ name }) => /^node-(linux|win|darwin)-/.test(name))
  const faults: string[] = []
  let installed = 0
  for (const { name, version: pinned, integrity, path } of locked) {
    const known = binaries.find((each) => each.package === name)
    if (!known || pinned !== version) faults.push(`${name} ${pinned}: no checksum is known of it`)
    else if (integrity !== known.integrity)
      faults.push(`${name}: the lockfile names another package`)
    else if (existsSync(join(folder, path, known.file))) {
      installed += 1
      const found = await sumOf(join(folder, path, known.file))
      if (found !== known.sha256) faults.push(`${name}: ${known.file} has SHA-256 ${found}`)
    }
  }
  return { faults, installed }
}

/**
 * Compares the kept checksums with nodejs.org itself (`base`: its folder of the version): each archive is listed in
 * SHASUMS256.txt, has that checksum, and holds the program that is named. Gives what is wrong; rejects where it cannot
 * be reached.
 */
export async function verifyPublished(
  { version, binaries }: NodeChecksums,
  base = `https://nodejs.org/dist/v${version}`,
): Promise<readonly string[]> {
  const list = (await fetchOctets(`${base}/SHASUMS256.txt`)).toString('utf8')
  const published = new Map(
    list.split('\n').map((line) => {
      const [sum = '', name = ''] = line.trim().split(/\s+/)
      return [name, sum]
    }),
  )
  const faults: string[] = []
  for (const binary of binaries) {
    if (published.get(binary.archive) !== binary.archiveSha256)
      faults.push(`${binary.archive}: ${published.get(binary.archive) ?? 'nothing'} is published`)
    const octets = await fetchOctets(`${base}/${binary.archive}`)
    if (sumOfOctets(octets) !== binary.archiveSha256)
      faults.push(`${binary.archive} is another file`)
    else if (sumOfOctets(programIn(binary, octets)) !== binary.sha256)
      faults.push(`${binary.archive} holds another program`)
  }
  return faults
}

const sumOfOctets = (octets: Buffer) => createHash('sha256').update(octets).digest('hex')

async function fetchOctets(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: status ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** The program in an archive, taken out by the system's `tar`. */
function programIn({ archive, file }: Binary, octets: Buffer): Buffer {
  if (!archive.endsWith('.tar.gz')) return octets
  const folder = mkdtempSync(join(tmpdir(), 'foyer-node-'))
  try {
    const path = join(folder, 'archive.tar.gz')
    writeFileSync(path, octets)
    const member = `${archive.slice(0, -'.tar.gz'.length)}/${file}`
    execFileSync('tar', ['-xzf', path, '-C', folder, member])
    return readFileSync(join(folder, member))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
