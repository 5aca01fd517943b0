export { formTemplateGroups } from './form-template-groups.ts'
export { locations } from './locations.ts'
