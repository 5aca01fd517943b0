// `npm run node:verify`: compares the Node.js of the lockfile with the checksums that nodejs.org publishes, as they are
// kept in node-checksums.json; with `-- --published` those with nodejs.org itself.
import { readChecksums, verifyInstalled, verifyPublished } from './node-binaries.ts'

const checksums = readChecksums()
const { faults, installed } = await verifyInstalled(checksums)
const published = process.argv.includes('--published') ? await verifyPublished(checksums) : []
for (const fault of [...faults, ...published]) console.error(`foyer: ${fault}`)
if (faults.length + published.length > 0) process.exitCode = 1
else
  console.log(
    `foyer: Node.js ${checksums.version} (${installed} installed here) has the checksums of scripts/node-checksums.json`,
  )
