import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { LockedPackage } from './lockfile.ts'

const licence = z.union([
  z.object({ license: z.object({ id: z.string().min(1) }) }),
  z.object({ license: z.object({ name: z.string().min(1) }) }),
  z.object({ expression: z.string().min(1) }),
])
const component = z.looseObject({
  'bom-ref': z.string().min(1),
  type: z.enum(['application', 'library', 'framework']),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().regex(/^pkg:npm\/\S+@\S+$/),
  hashes: z
    .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
    .min(1),
  licenses: z.array(licence).min(1),
})

/** What Foyer needs of a CycloneDX 1.5 document; the field names are the standard's. */
const bomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  version: z.int().positive(),
  metadata: z.looseObject({
    component: z.looseObject({
      'bom-ref': z.string(),
      type: z.literal('application'),
      name: z.string(),
      version: z.string(),
    }),
  }),
  components: z.array(component).min(1),
  dependencies: z.array(
    z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() }),
  ),
})
export type Bom = z.infer<typeof bomSchema>

interface RawBom {
  readonly metadata: { readonly component: Readonly<Record<string, unknown>> }
  readonly components: readonly Readonly<Record<string, unknown>>[]
  readonly dependencies: readonly {
    readonly ref: string
    readonly dependsOn?: readonly string[]
  }[]
}

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Whether a package is a part of what is delivered: Electron is, though only packaging installs it. */
const isDelivered = ({ name, isDev }: LockedPackage) => !isDev || name === 'electron'

/**
 * Makes the same document of the same lockfile, everywhere and at any time, out of what `npm sbom` says of the whole:
 * what is not delivered, the time, and the name of the folder are left out, its number follows from its content, its
 * lists are sorted. Throws, with the place, where the outcome is none that `bomSchema` takes.
 */
export function normaliseBom(raw: RawBom, locked: readonly LockedPackage[]): Bom {
  const { component: own } = raw.metadata
  const ownRef = String(own['bom-ref'])
  const refs = new Set(locked.filter(isDelivered).map(({ name, version }) => `${name}@${version}`))
  const isNamed = (ref: string) => refs.has(ref) || ref === ownRef
  const content = {
    metadata: { component: { ...own, type: 'application', name: 'foyer' } },
    components: raw.components
      .filter((each) => refs.has(String(each['bom-ref'])))
      .map((each): Record<string, unknown> => ({ ...each, scope: undefined }))
      .sort((one, other) => order(String(one['bom-ref']), String(other['bom-ref']))),
    dependencies: raw.dependencies
      .filter(({ ref }) => isNamed(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isNamed).sort(order) }))
      .sort((one, other) => order(one.ref, other.ref)),
  }
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const part = (from: number, to: number) => digest.slice(from, to)
  const serialNumber = `urn:uuid:${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
  return bomSchema.parse({
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber,
    version: 1,
    ...content,
  })
}

/** What is wrong with a document beside its form: a part that is named twice, or one that nothing names. */
export function faultsOf(
  { components, dependencies, metadata }: Bom,
  locked: readonly LockedPackage[],
): string[] {
  const refs = components.map((each) => each['bom-ref'])
  const known = new Set([...refs, metadata.component['bom-ref']])
  const named = dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
  const delivered = locked.filter(isDelivered)
  const missing = delivered.filter(({ name, version }) => !known.has(`${name}@${version}`))
  return [
    ...refs.filter((ref, index) => refs.indexOf(ref) !== index).map((ref) => `${ref} stands twice`),
    ...named.filter((ref) => !known.has(ref)).map((ref) => `${ref} is no component`),
    ...missing.map(({ name, version }) => `${name}@${version} is missing`),
  ]
}
