/** Where paper is cut in inches (CLDR, `US-Letter`); everywhere else it is A4. */
const letter = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** The paper of a country (ISO 3166-1 alpha-2). */
export const paperOf = (country: string): 'letter' | 'A4' =>
  letter.includes(country) ? 'letter' : 'A4'
