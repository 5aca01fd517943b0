import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { presentTemplate, presentTemplateSummary } from '../present.ts'
import { latestTemplate, latestTemplates } from '../state/lookup.ts'

const { formTemplates } = contract.developer

/** Form templates of the account in their newest version, those no longer active included. */
export const developerFormTemplateRoutes = [
  route(formTemplates.list, ({ state, account }) =>
    ok(latestTemplates(state, account.id).map(presentTemplateSummary)),
  ),

  route(formTemplates.get, ({ state, account, params, sandbox }) => {
    const template = latestTemplate(state, account.id, params.form_template_id)
    if (!template) return notFound('form template')
    const { version: _, ...answer } = presentTemplate(sandbox, template)
    return ok(answer)
  }),
]
