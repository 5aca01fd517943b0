import { contract } from '../../../contract/index.ts'
import {
  clinicGroupReader,
  clinicLocationReader,
  groupsReader,
  locationsReader,
  statesReader,
  templateRowsReader,
  type ReadStateProvince,
} from '../../../contract/readers/clinic-readers.ts'
import { templateReader } from '../../../contract/readers/offline-readers.ts'
import type { Id } from '../../../contract/values.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { DeskWork } from '../work.ts'

const { formTemplateGroups, formTemplates, locations, stateProvinces } = contract.developer

type Read<T> = Promise<Result<T, ServiceError>>

/** The readings of the clinic's set-up for one session. */
export type ClinicReads = ReturnType<typeof createClinicReads>

/** Reads how the clinic is set up, by the ids of the service. States and provinces are read once. */
export function createClinicReads({ client, signal }: DeskWork) {
  let known: readonly ReadStateProvince[] | undefined

  async function states(): Read<readonly ReadStateProvince[]> {
    if (known) return ok(known)
    const read = await client.read(stateProvinces.list, statesReader, {}, { signal })
    if (read.ok) known = read.value
    return read
  }
  return {
    states,
    locations: () => client.read(locations.list, locationsReader, {}, { signal }),
    location: (id: Id) =>
      client.read(
        locations.get,
        clinicLocationReader(id),
        { params: { location_id: id } },
        { signal },
      ),
    groups: (practitioner: number | null) =>
      practitioner === null
        ? client.read(formTemplateGroups.list, groupsReader, {}, { signal })
        : client.read(
            formTemplateGroups.listByPractitioner,
            groupsReader,
            { params: { practitioner_id: practitioner } },
            { signal },
          ),
    group: (id: Id) =>
      client.read(
        formTemplateGroups.get,
        clinicGroupReader(id),
        { params: { form_template_group_id: id } },
        { signal },
      ),
    templates: () => client.read(formTemplates.list, templateRowsReader, {}, { signal }),
    template: (id: Id) =>
      client.read(
        formTemplates.get,
        templateReader,
        { params: { form_template_id: id } },
        { signal },
      ),
  }
}
