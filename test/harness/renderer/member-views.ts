import type { StaffScreen } from '../../../src/shared/staff.ts'
import { keptCounts } from './intake-views.ts'

type Of<N extends StaffScreen['name']> = Extract<StaffScreen, { name: N }>

const names = [
  ...['Ana Ruiz', 'Ben Okafor', 'Chloé Lefèvre', 'David Chen', 'Emília Souza', 'Fatima al-Sayed'],
  ...['Gabriel Núñez', 'Hana Kobayashi', 'Montserrat-Guadalupe Fernández de Córdoba y Bobadilla'],
]
const members = names.map((name, at) => ({ id: `00000000-0000-4000-8000-00000000000${at}`, name }))
const [ana = { id: '', name: '' }] = members

const choose: Of<'staffChooseMember'> = { name: 'staffChooseMember', members, isGone: false }
const secret: Of<'staffMemberSecret'> = {
  ...{ name: 'staffMemberSecret', purpose: 'enter' },
  member: ana,
  ...{ checking: false, error: null, errorCount: 0, waitMs: 0 },
}

/** The screens on which a member of the desk's staff comes in, in every state in which they look different. */
export const memberScreens: Readonly<Record<string, StaffScreen>> = {
  'staff-desk-asked': { name: 'staffDeskAsked' },
  'staff-choose-member': choose,
  'staff-choose-member-gone': { ...choose, isGone: true },
  'staff-choose-member-many': {
    ...choose,
    members: Array.from({ length: 60 }, (_, at) => ({
      id: `00000000-0000-4000-8000-0000000000${at + 10}`,
      name: `${names[at % 8] ?? ''} ${at}`,
    })),
  },
  'staff-member-secret': secret,
  'staff-member-secret-wrong': { ...secret, error: 'wrong', errorCount: 1 },
  'staff-member-secret-checking': { ...secret, checking: true },
  'staff-member-secret-wait': { ...secret, error: 'wrong', errorCount: 3, waitMs: 95_000 },
  'staff-member-secret-change': { ...secret, purpose: 'change' },
  'staff-desk-away': { name: 'staffDeskAway' },
  'staff-no-role': { name: 'staffNoRole', member: 'Ana Ruiz' },
}

/** The panel of members who may open some of its pages. */
export const panelsOfMembers = (
  home: Of<'staffHome'>,
  connection: Of<'staffConnection'>,
): Readonly<Record<string, StaffScreen>> => ({
  'staff-home-reception': {
    ...home,
    signedIn: { name: 'Ana Ruiz', pages: ['home', 'intakes'] },
    ...{ missing: ['partner'], wipeAsked: true, visit: '4 271', intakes: keptCounts },
  },
  'staff-connection-administrator': {
    ...connection,
    signedIn: {
      name: 'Montserrat-Guadalupe Fernández de Córdoba y Bobadilla-Ayala',
      pages: ['desk', 'connection', 'credentials', 'settings', 'audit', 'machine'],
    },
  },
})
