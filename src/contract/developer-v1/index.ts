import { formTemplateGroups } from './form-template-groups.ts'
import { formTemplates } from './form-templates.ts'
import { locations } from './locations.ts'
import { patients } from './patients.ts'
import { stateProvinces } from './state-provinces.ts'

/** The developer interface, version 1, in the order of its document. */
export const developer = { locations, stateProvinces, patients, formTemplates, formTemplateGroups }
