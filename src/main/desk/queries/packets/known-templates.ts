import type { Id } from '../../../../contract/values.ts'
import type { PrefillValues, TemplateDetails } from '../../../../shared/desk/packets.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { isOutage } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'
import { readTemplate } from './template.ts'

/** What templates ask, as far as one session has read them. */
export interface KnownTemplates {
  /** The query `template`: a template as it is now. */
  read(templateId: Id): Promise<Result<TemplateDetails, ServiceError>>
  /**
   * Whether these templates list each of the attributes as one to be filled in beforehand, as the page was shown them.
   * Reads those that it was not shown; one that cannot be read lists nothing.
   */
  list(templateIds: readonly Id[], values: PrefillValues): Promise<Result<boolean, ServiceError>>
}

/** What is known within one session. */
export function createKnownTemplates(work: DeskWork): KnownTemplates {
  const known = new Map<string, TemplateDetails>()

  async function read(templateId: Id): Promise<Result<TemplateDetails, ServiceError>> {
    const template = await readTemplate(work, templateId)
    if (template.ok) known.set(String(templateId), template.value)
    return template
  }

  return {
    read,
    async list(templateIds, values) {
      const unlisted = new Set(values.map(({ attribute }) => attribute))
      for (const id of templateIds) {
        if (unlisted.size === 0) break
        const kept = known.get(String(id))
        const template = kept ? ok(kept) : await read(id)
        if (!template.ok && isOutage(template.error)) return template
        const listed = template.ok ? template.value.attributes : []
        for (const { attribute } of listed) unlisted.delete(attribute)
      }
      return ok(unlisted.size === 0)
    },
  }
}
