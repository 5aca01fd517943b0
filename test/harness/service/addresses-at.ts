/** Gives all interfaces of a service one address. */
export const addressesAt = (url: string) => ({
  partnerUrl: url,
  partnerAuthUrl: url,
  developerUrl: url,
  developerAuthUrl: url,
})
