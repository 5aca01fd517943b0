// `npm run node:verify`: compares the Node.js of the lockfile with the checksums that nodejs.org publishes, as they are
// kept in node-checksums.json; with `-- --published` those with nodejs.org itself.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
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

/** Checksums by nodejs.org of the Node.js that the lockfile installs. */
export type NodeChecksums = z.infer<typeof checksums>

/** Reads `scripts/node-checksums.json`; throws where it is not what it should be. */
export function readChecksums(): NodeChecksums {
  const text = readFileSync(join(import.meta.dirname, 'node-checksums.json'), 'utf8')
  return checksums.parse(JSON.parse(text))
}

const sumOf = (octets: Buffer) => createHash('sha256').update(octets).digest('hex')

/**
 * Compares repackaged Node.js with nodejs.org: the installed program by checksum, others by the lockfile's integrity.
 * Returns faults and the count of programs.
 */
export function verifyInstalled(
  { version, binaries }: NodeChecksums,
  folder = root,
): { readonly faults: readonly string[]; readonly installed: number } {
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
      const found = sumOf(readFileSync(join(folder, path, known.file)))
      if (found !== known.sha256) faults.push(`${name}: ${known.file} has SHA-256 ${found}`)
    }
  }
  return { faults, installed }
}

/**
 * Compares the kept checksums with nodejs.org (`base`: the version's folder): each archive is listed, matches, and
 * holds its program. Returns faults; rejects if unreachable.
 */
export async function verifyPublished(
  { version, binaries }: NodeChecksums,
  base = `https://nodejs.org/dist/v${version}`,
): Promise<readonly string[]> {
  const list = (await fetchOctets(`${base}/SHASUMS256.txt`)).toString('utf8')
  const faults: string[] = []
  for (const { archive, archiveSha256, file, sha256: wanted } of binaries) {
    const isListed = list.split('\n').some((line) => line.trim() === `${archiveSha256}  ${archive}`)
    if (!isListed) faults.push(`${archive}: this checksum is not published`)
    const octets = await fetchOctets(`${base}/${archive}`)
    const unpacked = archive.replace(/\.tar\.gz$/, '')
    const take = () => execFileSync('tar', ['-xzO', `${unpacked}/${file}`], tarOptions(octets))
    if (sumOf(octets) !== archiveSha256) faults.push(`${archive} is another file`)
    else if (sumOf(unpacked === archive ? octets : take()) !== wanted)
      faults.push(`${archive} holds another program`)
  }
  return faults
}

const tarOptions = (input: Buffer) => ({ input, maxBuffer: 512 * 1024 * 1024 })

async function fetchOctets(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: status ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

if (import.meta.main) {
  const known = readChecksums()
  const { faults, installed } = verifyInstalled(known)
  const published = process.argv.includes('--published') ? await verifyPublished(known) : []
  for (const fault of [...faults, ...published]) console.error(`foyer: ${fault}`)
  if (faults.length + published.length > 0) process.exit(1)
  console.log(
    `foyer: Node.js ${known.version} (${installed} installed here) has the checksums of scripts/node-checksums.json`,
  )
}
