import type { StateProvince } from '../state/types.ts'

/** Name, short name, latitude and longitude of the middle; the sandbox knows no streets. */
const places = `
  Alabama AL 32.8 -86.8; Alaska AK 64.7 -152.5; Arizona AZ 34.3 -111.7; Arkansas AR 34.8 -92.4;
  California CA 37.2 -119.4; Colorado CO 39.0 -105.5; Connecticut CT 41.6 -72.7;
  Delaware DE 39.0 -75.5; District of Columbia DC 38.9 -77.0; Florida FL 28.6 -82.4;
  Georgia GA 32.7 -83.4; Hawaii HI 20.3 -156.4; Idaho ID 44.4 -114.6; Illinois IL 40.1 -89.2;
  Indiana IN 39.9 -86.3; Iowa IA 42.1 -93.5; Kansas KS 38.5 -98.4; Kentucky KY 37.5 -85.3;
  Louisiana LA 31.1 -92.0; Maine ME 45.4 -69.2; Maryland MD 39.0 -76.8;
  Massachusetts MA 42.3 -71.8; Michigan MI 44.3 -85.4; Minnesota MN 46.3 -94.3;
  Mississippi MS 32.7 -89.7; Missouri MO 38.4 -92.5; Montana MT 47.0 -109.6;
  Nebraska NE 41.5 -99.8; Nevada NV 39.3 -116.6; New Hampshire NH 43.7 -71.6;
  New Jersey NJ 40.2 -74.7; New Mexico NM 34.4 -106.1; New York NY 42.9 -75.5;
  North Carolina NC 35.6 -79.4; North Dakota ND 47.4 -100.5; Ohio OH 40.3 -82.8;
  Oklahoma OK 35.6 -97.5; Oregon OR 43.9 -120.6; Pennsylvania PA 40.9 -77.8;
  Rhode Island RI 41.6 -71.5; South Carolina SC 33.9 -80.9; South Dakota SD 44.4 -100.2;
  Tennessee TN 35.9 -86.4; Texas TX 31.5 -99.3; Utah UT 39.3 -111.7; Vermont VT 44.1 -72.7;
  Virginia VA 37.5 -78.9; Washington WA 47.4 -120.4; West Virginia WV 38.6 -80.6;
  Wisconsin WI 44.6 -90.0; Wyoming WY 43.0 -107.6; Alberta AB 55.0 -115.0;
  British Columbia BC 54.0 -125.0; Manitoba MB 55.0 -97.0; New Brunswick NB 46.6 -66.4;
  Newfoundland and Labrador NL 53.0 -60.0; Northwest Territories NT 65.0 -119.0;
  Nova Scotia NS 45.0 -63.0; Nunavut NU 66.0 -95.0; Ontario ON 50.0 -85.0;
  Prince Edward Island PE 46.4 -63.2; Quebec QC 53.0 -70.0; Saskatchewan SK 54.0 -106.0;
  Yukon YT 63.0 -135.0`

interface Place extends StateProvince {
  readonly latitude: number
  readonly longitude: number
}

const all = places.split(';').map((place, index): Place => {
  const [, name = '', shortName = '', latitude, longitude] =
    /^\s*(.+) ([A-Z]{2}) (\S+) (\S+)$/.exec(place) ?? []
  return {
    id: index + 1,
    name,
    shortName,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }
})

/** States of the USA by their names, then provinces of Canada by theirs. */
export const stateProvinces: readonly StateProvince[] = all.map(({ id, name, shortName }) => ({
  id,
  name,
  shortName,
}))

/** Finds a state or province and the middle of it, by its id or its short name. */
export function findStateProvince(wanted: number | string): Place | undefined {
  return all.find(({ id, shortName }) => id === wanted || shortName === wanted)
}
