import { answers, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import type { Fields } from '../wire.ts'

const { through, toStaff, asWithUs, adapted, allThrough, allAsWithUs, allAdapted } =
  rowsOf('patient')
const body = (write: (patient: Fields) => unknown) => answers(op.patient, write)

/** A date of birth in all that it can be written with. */
interface Born {
  readonly year: string
  readonly month: string
  readonly day: string
  /** YYYY-MM-DD. */
  readonly iso: string
  readonly ms: number
  /** Jan to Dec. */
  readonly name: string
}

function bornOf({ dateOfBirth }: Fields): Born {
  const [month = '', day = '', year = ''] = String(dateOfBirth).split('/')
  const padded = { year, month: month.padStart(2, '0'), day: day.padStart(2, '0') }
  const iso = `${padded.year}-${padded.month}-${padded.day}`
  const ms = Date.parse(`${iso}T00:00:00Z`)
  return { ...padded, iso, ms, name: new Date(ms).toUTCString().slice(8, 11) }
}

type Write = (born: Born) => unknown
const born = (write: Write, name = 'dateOfBirth') =>
  body((patient) => ({ ...without(patient, 'dateOfBirth'), [name]: write(bornOf(patient)) }))

const forms: Readonly<Record<string, Write>> = {
  'YYYY-MM-DD': ({ iso }) => iso,
  'MM/DD/YYYY': ({ year, month, day }) => `${month}/${day}/${year}`,
  'YYYY/MM/DD': ({ iso }) => iso.replaceAll('-', '/'),
  'YYYY-M-D': ({ year, month, day }) => `${year}-${Number(month)}-${Number(day)}`,
  YYYYMMDD: ({ iso }) => iso.replaceAll('-', ''),
  'YYYY.MM.DD': ({ iso }) => iso.replaceAll('-', '.'),
  'as a timestamp at midnight UTC': ({ iso }) => `${iso}T00:00:00Z`,
  'as a timestamp with milliseconds': ({ iso }) => `${iso}T00:00:00.000Z`,
  'as a timestamp without a zone': ({ iso }) => `${iso}T00:00:00`,
  'as a timestamp with a blank': ({ iso }) => `${iso} 00:00:00`,
  'as a timestamp with an offset': ({ iso }) => `${iso}T00:00:00-08:00`,
  'as a timestamp with an offset to the east': ({ iso }) => `${iso}T00:00:00+02:00`,
  'as a timestamp with seven digits': ({ iso }) => `${iso}T00:00:00.0000000`,
  'M/D/YYYY and a time': ({ year, month, day }) => `${+month}/${+day}/${year} 12:00:00 AM`,
  'as ms since 1970': ({ ms }) => ms,
  'as s since 1970': ({ ms }) => ms / 1_000,
  'as ms in a text': ({ ms }) => String(ms),
  'as /Date(ms)/': ({ ms }) => `/Date(${ms})/`,
  'as parts': ({ year, month, day }) => ({ year: +year, month: +month, day: +day }),
  'as parts in texts': ({ year, month, day }) => ({ year, month, day }),
  'as a list of parts': ({ year, month, day }) => [+year, +month, +day],
  'as an object with date': ({ iso }) => ({ date: iso, precision: 'day' }),
  'as an object with value': ({ iso }) => ({ value: iso }),
  '07-Mar-1984': ({ year, name, day }) => `${day}-${name}-${year}`,
  '07-MAR-1984': ({ year, name, day }) => `${day}-${name.toUpperCase()}-${year}`,
  'Mar 7, 1984': ({ year, name, day }) => `${name} ${+day}, ${year}`,
  'March 7, 1984': ({ year, day }) => `March ${+day}, ${year}`,
  'with blanks around it': ({ iso }) => ` ${iso} `,
}
const beforeTheEpoch: Readonly<Record<string, Write>> = {
  'MM/DD/YYYY': ({ year, month, day }) => `${month}/${day}/${year}`,
  'as ms': ({ ms }) => ms,
  'as s': ({ ms }) => ms / 1_000,
  'as /Date(ms)/': ({ ms }) => `/Date(${ms})/`,
}
const names = [
  ...['birthDate', 'birthdate', 'dob', 'DOB', 'date_of_birth', 'birth_date', 'DateOfBirth'],
  ...['birthday', 'patientDateOfBirth'],
]
/** Dates that read as another one, or as none, where nobody says in which order they stand. */
const ambiguous: readonly (readonly [string, 'dayFirst' | 'monthFirst', Write])[] = [
  ['D/M/YYYY', 'dayFirst', ({ year, month, day }) => `${+day}/${+month}/${year}`],
  ['DD.MM.YYYY', 'dayFirst', ({ year, month, day }) => `${day}.${month}.${year}`],
  ['DD-MM-YYYY', 'dayFirst', ({ year, month, day }) => `${day}-${month}-${year}`],
  ['MM-DD-YYYY', 'monthFirst', ({ year, month, day }) => `${month}-${day}-${year}`],
]
const none: Readonly<Record<string, unknown>> = {
  'an empty text': '',
  '0001-01-01T00:00:00': '0001-01-01T00:00:00',
  null: null,
}
const noDate: Readonly<Record<string, Write>> = {
  'MM/DD/YY': ({ year, month, day }) => `${month}/${day}/${year.slice(2)}`,
  'only a year': ({ year }) => +year,
  'only a month': ({ iso }) => iso.slice(0, 7),
  stars: () => '****-**-**',
  'a day that does not exist': () => '1984-02-30',
  'a word': () => 'unknown',
}

/** Other ways to write a date of birth. */
export const birthDateRows = [
  ...Object.entries(forms).map(([how, write]) => through(`born ${how}`, born(write))),
  ...Object.entries(beforeTheEpoch).map(([how, write]) =>
    through(`born ${how}, in 1957`, born(write), 'several'),
  ),
  ...names.map((name) =>
    through(
      `born under ${name}`,
      born(({ iso }) => iso, name),
    ),
  ),
  ...allThrough({
    'born under demographics': body((patient) => ({
      id: patient['id'],
      demographics: { dateOfBirth: bornOf(patient).iso },
    })),
    'born under person': body((patient) => ({
      id: patient['id'],
      person: { birthDate: bornOf(patient).iso },
    })),
  }),
  ...ambiguous.map(([how, dateOrder, write]) =>
    adapted(`born ${how}`, { read: { dateOrder } }, born(write)),
  ),
  ...allAdapted(
    {
      'born D/M/YYYY after the twelfth': [
        { read: { dateOrder: 'dayFirst' } },
        born(({ year, month, day }) => `${+day}/${+month}/${year}`),
      ],
    },
    'several',
  ),
  ...allAdapted({
    'born deep in the answer': [
      { read: { fields: { 'patient.dateOfBirth': 'chart.vitals.origin' } } },
      body((patient) => ({
        id: patient['id'],
        chart: { vitals: { origin: bornOf(patient).iso } },
      })),
    ],
    'born under geburtsdatum': [
      { read: { fields: { 'patient.dateOfBirth': 'geburtsdatum' } } },
      born(({ iso }) => iso, 'geburtsdatum'),
    ],
  }),
  ...Object.entries(none).map(([how, value]) =>
    asWithUs(
      `born never: ${how}`,
      'noDateOfBirthOnRecord',
      born(() => value),
    ),
  ),
  ...Object.entries(noDate).map(([how, write]) =>
    toStaff(`born as ${how}`, 'that is no date', op.patient, born(write)),
  ),
  ...Object.entries(forms).map(([how, write]) =>
    asWithUs(
      `born ${how}, and told otherwise`,
      'dateOfBirthNotMatched',
      born(write),
      'otherBirthday',
    ),
  ),
  ...allAsWithUs('dateOfBirthNotMatched', {
    'born another day': born(({ ms }) => new Date(ms + 86_400_000).toISOString().slice(0, 10)),
  }),
]
