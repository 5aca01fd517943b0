// `npm run notices`: writes THIRD-PARTY-NOTICES.txt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lockfile.ts'
import { noticesFile, writeNotices } from './notices.ts'

writeFileSync(join(root, noticesFile), writeNotices())
