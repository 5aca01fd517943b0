/**
 * Seeded patients that tests and demonstrations use by name. Phones are E.164 of the fictional 555-01xx range, dates of
 * birth YYYY-MM-DD.
 */
export interface PatientCase {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly email: string | null
  readonly dateOfBirth: string | null
}

/** A patient with a phone and an e-mail address. */
export interface Reachable extends PatientCase {
  readonly phone: string
  readonly email: string
  readonly dateOfBirth: string
}

/** Returns phone number 0 to 99 of the fictional range. */
export function fictionalPhone(number: number): string {
  return `+1206555${String(100 + number).padStart(4, '0')}`
}

/** Returns the patient with this number; e-mail address and phone are theirs alone. */
export function reachable(
  number: number,
  firstName: string,
  lastName: string,
  dateOfBirth: string,
  mailbox = `${firstName}.${lastName}`,
): Reachable {
  return {
    id: 5000 + number,
    firstName,
    lastName,
    phone: fictionalPhone(number),
    email: `${mailbox.toLowerCase().replace(/[^a-z.]/g, '')}@example.com`,
    dateOfBirth,
  }
}

/** One packet waits. */
export const onePacket = reachable(1, 'Rosa', 'Delgado', '1984-03-07')

/** Three packets wait, with different due dates, one of them without. */
export const threePackets = reachable(2, 'James', "O'Connor", '1957-11-30')

/** Nothing waits. */
export const noPacket = reachable(3, 'Aisha', 'Rahman', '1992-07-21')

/** The only packet is completed. */
export const completedPacket = reachable(4, 'Peter', 'Novak', '1971-01-09')

/** One packet waits; for a proof of both channels. */
export const bothChannels = reachable(5, 'Linda', 'Okafor', '1966-05-18')

/** One packet is half done: answers stand in its first form. */
export const halfDone = reachable(6, 'Marcus', 'Bell', '1999-12-02')

/** Patient with one waiting packet; the record is no longer active, so nothing matches it. */
export const inactivePatient = reachable(7, 'Helen', 'Carter', '1948-08-14')

/** One packet waits, for a name that fits no small box. */
export const longName = reachable(
  8,
  'Maximiliana Esperanza Guadalupe',
  'Montgomery-Featherstonehaugh de la Santísima Trinidad',
  '1979-10-25',
  'maximiliana.montgomery',
)

/** One packet with a single short form waits: the quickest visit. */
export const shortForm = reachable(9, 'Nora', 'Berg', '1990-05-12')

/** Patients with an appointment today, by default soon after the sandbox began, and one packet each. */
export const arrivals = {
  due: reachable(30, 'Elena', 'Vega', '1976-08-19'),
  /** No packet. */
  nothingWaits: reachable(31, 'Omar', 'Haddad', '1989-01-23'),
  /** Two appointments, half an hour apart. */
  several: reachable(32, 'Greta', 'Lind', '1962-10-05'),
  cancelled: reachable(33, 'Tom', 'Fisher', '1994-03-30'),
  /** At the second location. */
  elsewhere: reachable(34, 'Mei', 'Zhang', '1987-12-12'),
  /** By video. */
  telehealth: reachable(35, 'Jonas', 'Weber', '1979-06-02'),
  /** Somebody has marked it already. */
  arrived: reachable(36, 'Ines', 'Silva', '1968-02-11'),
  /** It began 40 minutes before. */
  late: reachable(37, 'Paul', 'Adams', '1955-07-27'),
  /** Five hours later. */
  early: reachable(38, 'Ruth', 'Mensah', '1991-09-14'),
} as const

/** A mother and two children with one phone: a match by phone finds several; by e-mail one. */
export const familyPhone = {
  phone: fictionalPhone(10),
  members: [
    reachable(10, 'Grace', 'Kim', '1981-02-16'),
    { ...reachable(11, 'Daniel', 'Kim', '2008-06-03'), phone: fictionalPhone(10) },
    { ...reachable(12, 'Sophie', 'Kim', '2011-09-27'), phone: fictionalPhone(10) },
  ],
} as const

/** Two records of the same name and e-mail address: a match by e-mail finds several; by phone one. */
export const sharedEmail = {
  email: 'the.brandts@example.com',
  members: [
    { ...reachable(13, 'Otto', 'Brandt', '1950-04-04'), email: 'the.brandts@example.com' },
    { ...reachable(14, 'Ingrid', 'Brandt', '1953-03-19'), email: 'the.brandts@example.com' },
  ],
} as const

/** A record without phone and e-mail address. */
export const noContact: PatientCase = {
  ...reachable(15, 'Walter', 'Finch', '1938-12-24'),
  phone: null,
  email: null,
}

/** A child without contacts of her own, and her father; a packet waits for each. */
export const minor = {
  parent: reachable(16, 'Samuel', 'Adeyemi', '1985-06-11'),
  child: { ...reachable(17, 'Nia', 'Adeyemi', '2017-04-30'), phone: null, email: null },
} as const

/** Patient without a known date of birth; one packet waits. */
export const noDateOfBirth = {
  ...reachable(18, 'Carmen', 'Ruiz', ''),
  dateOfBirth: null,
} as const

/** One packet waits for each of these names. */
export const manyScripts = [
  reachable(20, 'فاطمة', 'الزهراء', '1990-01-15', 'fatima.alzahra'),
  reachable(21, '小明', '王', '1988-11-03', 'xiaoming.wang'),
  reachable(22, 'Zoë', 'Müller-Lüdenscheid', '1975-07-07', 'zoe.mueller'),
  reachable(23, 'Nguyễn', 'Thị Hồng Ánh', '2001-02-28', 'anh.nguyen'),
  reachable(24, 'Дмитрий', 'Щербаков', '1963-09-12', 'dmitry.shcherbakov'),
  reachable(25, 'प्रिया', 'शर्मा', '1995-05-05', 'priya.sharma'),
  reachable(26, 'さくら', '田中', '1982-04-01', 'sakura.tanaka'),
  reachable(27, 'Łukasz', 'Żółć', '1970-10-31', 'lukasz.zolc'),
  reachable(28, 'יעל', 'כהן', '1993-08-22', 'yael.cohen'),
  reachable(29, 'X', 'Æ', '2004-02-29', 'x.ae'),
] as const

/** Contacts of no patient. */
export const unknownContact = {
  phone: fictionalPhone(99),
  email: 'nobody@example.com',
} as const
