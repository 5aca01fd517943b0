import { builtinRules } from 'eslint/use-at-your-own-risk'

/** Rules of ESLint's own that oxlint has no equivalent of. */
export default { rules: { 'no-restricted-syntax': builtinRules.get('no-restricted-syntax') } }
