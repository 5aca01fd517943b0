import type { Newcomer } from '../../sandbox/seeds/seed.ts'

/** Somebody with an appointment this morning. */
export interface MorningPatient extends Newcomer {
  readonly phone: string
  readonly email: string
  readonly dateOfBirth: string
}

/** Patient number 0 to 29; phone (fictional) and e-mail address are theirs alone. */
function person(
  number: number,
  firstName: string,
  lastName: string,
  dateOfBirth: string,
): MorningPatient {
  return {
    // Their packets are numbered after them.
    id: 81_000 + number * 10,
    firstName,
    lastName,
    dateOfBirth,
    packets: 0,
    phone: `+1415555${String(120 + number).padStart(4, '0')}`,
    email: `${lastName.toLowerCase()}.${number}@example.com`,
  }
}

/** People who come to a kiosk or to the desk in the story of the morning, each with an appointment. */
export const story = {
  first: person(0, 'Amara', 'Okonkwo', '1975-05-02'),
  withForms: person(1, 'Bruno', 'Castellani', '1988-11-19'),
  /** Without a phone or an e-mail address of his own: his mother's is used. */
  child: { ...person(2, 'Tobias', 'Lindqvist', '2016-03-08'), phone: null, email: null },
  /** Two people of one name. */
  olderKim: person(3, 'Ji-woo', 'Kim', '1961-07-30'),
  youngerKim: person(4, 'Ji-woo', 'Kim', '1994-01-12'),
  brokenPhone: person(5, 'Henrik', 'Sørensen', '1949-09-23'),
  atDeadKiosk: person(6, 'Paloma', 'Iturbe', '1990-12-05'),
  asNetworkGoes: person(7, 'Farid', 'Benali', '1979-04-17'),
  withoutNetwork: person(8, 'Marguerite', 'Thibault', '1957-08-28'),
  atDeskWithoutNetwork: person(9, 'Oleksandr', 'Kovalchuk', '1983-10-03'),
  neverComes: person(10, 'Wendell', 'Pritchard', '1970-06-14'),
} as const

/** People whom the clinic's other systems check in, but for two: one was seen already, one has cancelled. */
export const elsewhere = {
  arrived: [
    person(11, 'Adaeze', 'Nwosu', '1996-02-20'),
    person(12, 'Callum', 'Fairweather', '1968-05-31'),
    person(13, 'Dolores', 'Quintanilla', '1942-12-11'),
    person(14, 'Ebru', 'Yıldırım', '2001-07-07'),
    person(15, 'Gustav', 'Ahlgren', '1977-03-25'),
    person(16, 'Hiroko', 'Nishimura', '1985-09-09'),
    person(17, 'Ignatius', 'Mbeki', '1953-11-02'),
  ],
  seen: person(18, 'Jacqueline', 'Roussel', '1964-01-29'),
  cancelled: person(19, 'Kwame', 'Asante', '1999-08-16'),
} as const

/** Mother whose phone the child's family uses; without an appointment of her own. */
export const mother = person(20, 'Sigrid', 'Lindqvist', '1982-10-21')

/** Comes without an appointment, and is not known to the clinic. */
export const walkIn = person(21, 'Rosalind', 'Achterberg', '1991-06-06')

/** All with an appointment, the order in which they were booked: twenty. */
export const booked: readonly Newcomer[] = [
  ...Object.values(story),
  ...elsewhere.arrived,
  elsewhere.seen,
  elsewhere.cancelled,
]

/** As the desk names somebody. */
export const nameOf = ({ firstName, lastName }: Newcomer): string => `${firstName} ${lastName}`

/** All that tells who somebody is. */
export function traitsOf(person: Newcomer): string[] {
  const { phone, email, dateOfBirth } = person
  return [nameOf(person), phone, email, dateOfBirth].flatMap((trait) => trait ?? [])
}
