import { contract } from '../../../contract/index.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { categoryOperations } from '../../../shared/desk/operations/categories.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { refusalOf } from '../failures.ts'
import { onChart, onNothing, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { createCrmNames } from '../queries/crm-names.ts'
import { createPatientCategory } from '../queries/patient-category.ts'
import type { DeskWork } from '../work.ts'

const { categories, crmStatusGroups, patientCategories } = contract.partner

const told = <T>(result: Result<T, ServiceError>): Result<T, DeskRefusal> =>
  result.ok ? result : err(refusalOf(result.error))

/** The category of a patient, and the pipelines that track categories. */
export function categoriesPlace(work: DeskWork): PlaceWork<typeof categoryOperations> {
  const category = createPatientCategory(work, createCrmNames(work))
  return {
    queries: {
      patientCategory: ({ chart }) =>
        onChart(work, chart, async (id) => told(await category.of(id))),
      categoryTransition({ chart, transition }) {
        const step = work.references.idOf('transition', transition)
        if (step === undefined) return undefined
        return onChart(work, chart, async (id) => {
          const read = told(await category.transition(id, step))
          if (!read.ok) return read
          return read.value ? ok(read.value) : err({ kind: 'unknownReference' })
        })
      },
      crmPipelines: () => onNothing(async () => told(await category.pipelines())),
    },
    commands: {},
  }
}

/** What the category of a patient asks the service for. */
export const categoriesReached: ReachedOperations<typeof categoryOperations> = {
  patientCategory: [
    patientCategories.get,
    patientCategories.listTransitions,
    categories.list,
    // Only for a category that is not listed.
    categories.get,
    crmStatusGroups.get,
    crmStatusGroups.listStatuses,
  ],
  categoryTransition: [patientCategories.getTransition, categories.list, crmStatusGroups.getStatus],
  crmPipelines: [crmStatusGroups.list, crmStatusGroups.listStatuses],
}
