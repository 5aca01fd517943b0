import { m } from '../../i18n/paraglide/messages.js'
import type { VaultFault } from '../../shared/staff.ts'
import type { Words } from '../../i18n/reason-words.ts'

interface FaultWords {
  readonly title: Words
  readonly what: Words
  /** Remedy, once Foyer is ended. */
  readonly step: Words
}

export const faultWords: Readonly<Record<VaultFault, FaultWords>> = {
  noKeySource: {
    title: m.staff_fault_no_key_source_title,
    what: m.staff_fault_no_key_source_what,
    step: m.staff_fault_no_key_source_step,
  },
  passphraseNeeded: {
    title: m.staff_fault_passphrase_needed_title,
    what: m.staff_fault_passphrase_needed_what,
    step: m.staff_fault_passphrase_needed_step,
  },
  keyringNeeded: {
    title: m.staff_fault_keyring_needed_title,
    what: m.staff_fault_keyring_needed_what,
    step: m.staff_fault_keyring_needed_step,
  },
  electronNeeded: {
    title: m.staff_fault_electron_needed_title,
    what: m.staff_fault_electron_needed_what,
    step: m.staff_fault_electron_needed_step,
  },
  keyMissing: {
    title: m.staff_fault_key_missing_title,
    what: m.staff_fault_key_missing_what,
    step: m.staff_fault_key_missing_step,
  },
  wrongKey: {
    title: m.staff_fault_wrong_key_title,
    what: m.staff_fault_wrong_key_what,
    step: m.staff_fault_wrong_key_step,
  },
  corrupt: {
    title: m.staff_fault_corrupt_title,
    what: m.staff_fault_corrupt_what,
    step: m.staff_fault_corrupt_step,
  },
  altered: {
    title: m.staff_fault_altered_title,
    what: m.staff_fault_altered_what,
    step: m.staff_fault_altered_step,
  },
  writesLost: {
    title: m.staff_fault_writes_lost_title,
    what: m.staff_fault_writes_lost_what,
    step: m.staff_fault_writes_lost_step,
  },
  readOnly: {
    title: m.staff_fault_read_only_title,
    what: m.staff_fault_read_only_what,
    step: m.staff_fault_read_only_step,
  },
  full: {
    title: m.staff_fault_full_title,
    what: m.staff_fault_full_what,
    step: m.staff_fault_full_step,
  },
  inUse: {
    title: m.staff_fault_in_use_title,
    what: m.staff_fault_in_use_what,
    step: m.staff_fault_in_use_step,
  },
  newerSchema: {
    title: m.staff_fault_newer_schema_title,
    what: m.staff_fault_newer_schema_what,
    step: m.staff_fault_newer_schema_step,
  },
  unavailable: {
    title: m.staff_fault_unavailable_title,
    what: m.staff_fault_unavailable_what,
    step: m.staff_fault_unavailable_step,
  },
}
