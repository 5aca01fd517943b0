// `npm run sbom`: writes dist/foyer.cdx.json, a CycloneDX document of all that is delivered with Foyer. npm is asked for
// everything: with `--omit dev` it also leaves out what both the product and the development need.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readLockfile, root, type LockedPackage } from './lockfile.ts'

const text = z.string().min(1)

/** Fields of a CycloneDX 1.5 component that Foyer needs; the names are the standard's. */
const component = z.looseObject({
  'bom-ref': text,
  type: z.enum(['application', 'library', 'framework']),
  name: text,
  version: text,
  purl: z.string().regex(/^pkg:npm\/\S+@\S+$/),
  hashes: z
    .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
    .min(1),
  licenses: z
    .array(
      z.union([
        z.object({ license: z.union([z.object({ id: text }), z.object({ name: text })]) }),
        z.object({ expression: text }),
      ]),
    )
    .min(1),
})

/** Parts common to npm's document and the one made of it. */
const bomSchema = z.looseObject({
  metadata: z.object({ component: z.looseObject({ 'bom-ref': text, version: text }) }),
  components: z.array(component).min(1),
  dependencies: z.array(z.object({ ref: text, dependsOn: z.array(text).default([]) })),
})
type Bom = z.infer<typeof bomSchema>

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Returns the packages that are delivered, as a document refers to them: Electron is, though only packaging installs
 * it.
 */
const deliveredIn = (locked: readonly LockedPackage[]) =>
  locked
    .filter(({ name, isDev }) => !isDev || name === 'electron')
    .map(({ name, version }) => `${name}@${version}`)

/**
 * Makes one reproducible document per lockfile from `npm sbom`: sorted, numbered by content, without development parts,
 * time, folder. Throws on incomplete parts, naming them.
 */
export function normaliseBom(raw: unknown, locked: readonly LockedPackage[]): Bom {
  const read = z.object({ ...bomSchema.shape, components: z.array(z.unknown()) }).parse(raw)
  const own = read.metadata.component
  const refs = new Set(deliveredIn(locked))
  const isNamed = (ref: string) => refs.has(ref) || ref === own['bom-ref']
  const content = {
    metadata: { component: { ...own, type: 'application', name: 'foyer' } },
    components: bomSchema.shape.components
      .parse(read.components.filter((each) => refs.has((each as Bom['components'][0])['bom-ref'])))
      .map((each) => ({ ...each, scope: undefined }))
      .sort((one, other) => order(one['bom-ref'], other['bom-ref'])),
    dependencies: read.dependencies
      .filter(({ ref }) => isNamed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isNamed).sort(order) }))
      .sort((one, other) => order(one.ref, other.ref)),
  }
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const part = (from: number, to: number) => digest.slice(from, to)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`,
    version: 1,
    ...content,
  }
}

/** Lists the faults of a well-formed document: a part that is named twice, missing, or that nothing names. */
export function faultsOf(
  { components, dependencies, metadata }: Bom,
  locked: readonly LockedPackage[],
): string[] {
  const refs = components.map((each) => each['bom-ref'])
  const known = new Set([...refs, metadata.component['bom-ref']])
  const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  const missing = deliveredIn(locked).filter((each) => !known.has(each))
  return [
    ...refs.filter((ref, index) => refs.indexOf(ref) !== index).map((ref) => `${ref} stands twice`),
    ...named.filter((ref) => !known.has(ref)).map((ref) => `${ref} is no component`),
    ...missing.map((each) => `${each} is missing`),
  ]
}

if (import.meta.main) {
  const raw = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const locked = readLockfile()
  const bom = normaliseBom(JSON.parse(raw), locked)
  const faults = faultsOf(bom, locked)
  for (const fault of faults) console.error(`foyer: the SBOM does not fit the lockfile: ${fault}`)
  if (faults.length > 0) process.exit(1)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'foyer.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`foyer: dist/foyer.cdx.json: ${bom.components.length} components`)
}
