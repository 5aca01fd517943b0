export interface IntakePerson {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
  /** E.164, or null where none was given; one of the two is there. */
  readonly phone: string | null
  readonly email: string | null
}
