import { contract } from '../src/contract/index.ts'
import { listOperations, type Operation } from '../src/contract/operation.ts'
import { deskCommands, deskQueries } from '../src/shared/desk/operations.ts'
import { deskReach } from './desk-reach.ts'

/** The operations of the two interfaces, the requests for tokens left out. */
export const serviceOperations: readonly Operation[] = [
  ...listOperations(contract.partner),
  ...listOperations(contract.developer),
]

/** Operations that only a patient's visit uses: the proof of identity. `check-in.spec.ts` holds them to the sandbox's requests. */
export const visitOperations: readonly Operation[] = listOperations({
  identityProof: contract.partner.identityProof,
})

const rights = { ...deskQueries, ...deskCommands }

const none = 'none yet'

/** Finds the places of the desk that reach an operation, and their queries and commands. */
function reachOf(operation: Operation): { readonly places: string; readonly by: string } {
  const names = (Object.keys(deskReach) as (keyof typeof deskReach)[]).filter((name) =>
    deskReach[name].includes(operation),
  )
  const places = [...new Set(names.map((name) => `\`${rights[name].right.place}\``))]
  if (visitOperations.includes(operation)) places.push('the visit at a kiosk')
  return {
    places: places.join(', ') || none,
    by: names.map((name) => `\`${name}\``).join(', ') || '–',
  }
}

/** Checks if people reach an operation, at a desk or at a kiosk. */
export const isReached = (operation: Operation): boolean => reachOf(operation).places !== none

/** Renders the table of all operations. */
export function renderDeskOperations(): string {
  const reached = serviceOperations.filter(isReached)
  const rows = serviceOperations.map((operation) => {
    const { places, by } = reachOf(operation)
    return `| \`${operation.id}\` | ${places} | ${by} |`
  })
  return [
    `Desk and kiosk reach ${reached.length} of ${serviceOperations.length} operations.`,
    '',
    '| operation | place | query or command |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}
