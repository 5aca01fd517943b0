import { auditExport, auditExportSearch, auditPage, auditSearch, auditVerdict } from '../audit.ts'
import { defineOperations, nothing } from '../operation.ts'

/** The audit of this machine. It holds no patient's name. */
export const auditOperations = defineOperations({
  queries: {
    /** Entries that fit, the newest first, a part at a time. */
    auditEntries: {
      right: { place: 'audit', act: 'see' },
      input: auditSearch,
      output: auditPage,
    },
  },
  commands: {
    /** Writes what fits to a file in the clinic's folder, as CSV. It is in the audit. */
    exportAudit: {
      right: { place: 'audit', act: 'change' },
      input: auditExportSearch,
      output: auditExport,
    },
    /** Checks every entry against the one before. It changes nothing, and that it was done is in the audit. */
    verifyAudit: {
      right: { place: 'audit', act: 'change' },
      input: nothing,
      output: auditVerdict,
    },
  },
})
