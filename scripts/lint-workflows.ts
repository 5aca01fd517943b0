// `npm run lint:workflows`: says what is wrong with the workflows, which run only where the project is hosted.
import { join } from 'node:path'
import { faultsOfWorkflows } from './workflow-faults.ts'

const faults = await faultsOfWorkflows(join(import.meta.dirname, '..', '.github', 'workflows'))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
