/** A reusable pipeline. */
export interface CrmStatusGroup {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly description: string
  readonly isActive: boolean
}

/** A stage of a pipeline. */
export interface CrmStatus {
  readonly id: number
  readonly accountId: number
  readonly crmStatusGroupId: number
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
  readonly sortOrder: number
}

export interface Category {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly description: string
  /** The pipeline that it is tracked by; null for a plain grouping. */
  readonly crmStatusGroupId: number | null
  readonly isActive: boolean
}

/** A patient's step into, within or out of a category; the last one says where the patient is. */
export interface CategoryTransition {
  readonly id: number
  readonly accountId: number
  readonly patientId: number
  readonly fromCategoryId: number | null
  /** Null when the patient left. */
  readonly toCategoryId: number | null
  readonly fromCrmStatusId: number | null
  readonly toCrmStatusId: number | null
  readonly transitionedAt: string
  readonly note: string | null
}
