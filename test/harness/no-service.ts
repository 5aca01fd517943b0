const nowhere = 'http://127.0.0.1:9'

/** Settings of a service on a port at which nothing answers: a station opens without it. */
export const noService = {
  FOYER_SERVICE_PARTNER_URL: nowhere,
  FOYER_SERVICE_PARTNER_AUTH_URL: nowhere,
  FOYER_SERVICE_DEVELOPER_URL: nowhere,
  FOYER_SERVICE_DEVELOPER_AUTH_URL: nowhere,
  FOYER_SERVICE_ACCOUNT_ID: '7',
  FOYER_SERVICE_LOCATION_ID: '12',
} as const
