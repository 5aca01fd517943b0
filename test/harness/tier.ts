/** Tells the two tiers of tests apart: `npm test` runs the default one, `npm run test:full` both. CONTRIBUTING.md has more. */
export const isFullTier = process.env['FOYER_TIER'] === 'full'

/** Lists the files of the full tier alone, as globs; single tests carry the tag `full` instead. */
export const fullTierFiles = isFullTier ? [] : ['**/*.full.*']
