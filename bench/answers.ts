/** Answer of the service, and its address. */
export interface ServedAnswer {
  readonly path: string
  readonly body: string
}

const here = '/partner/v2/account/7/location/12/form'
const formNames = ['About you', 'Medical history', 'Consent to treatment']

function packet(id: number, answers?: readonly unknown[]) {
  return {
    id,
    name: 'New patient forms',
    status: 'IN_PROGRESS',
    patientId: 1042,
    locationId: 12,
    dueDate: '2030-03-01',
    createdAt: '2030-02-01T09:30:00Z',
    completedAt: null,
    archivedAt: null,
    forms: formNames.map((name, index) => ({
      id: 9000 + index,
      formTemplateId: 300 + index,
      version: 4,
      name,
      status: 'IN_PROGRESS',
      ...(answers && { answers }),
    })),
  }
}

function pageOf(size: number): ServedAnswer {
  const items = Array.from({ length: size }, (_, index) => packet(4711 + index))
  return {
    path: `${here}?limit=${size}`,
    body: JSON.stringify({ items, nextCursor: 'YWZ0ZXI6NDcxMQ' }),
  }
}

/** Answers of the bench's server, one of each class. */
export const served = {
  /** A form packet of the size that a visit meets. */
  packet: {
    path: `${here}/4711`,
    body: JSON.stringify(
      packet(4711, [
        { elementId: 1, attribute: 'first_name', label: 'First name', value: 'Amina' },
        { elementId: 2, attribute: null, label: 'Do you take any medicine?', value: ['No'] },
      ]),
    ),
  },
  /** A location of the developer interface, in its envelope. */
  envelope: {
    path: '/service/api/developer/v1/locations/12',
    body: JSON.stringify({
      success: true,
      message: 'Location found',
      data: {
        id: 12,
        name: 'Harbor Family Clinic',
        active: true,
        createdOn: '2026-01-05T08:00:00Z',
        lastUpdatedOn: '2026-02-05T08:00:00Z',
        timeZone: 'America/New_York',
        phoneNumber: '+12125550100',
        address: {
          address1: '1 Harbor Street',
          city: 'New York',
          postalCode: '10001',
          latitude: 40.7,
          longitude: -74,
          stateProvince: { id: 33, name: 'New York', shortName: 'NY' },
        },
      },
    }),
  },
  page20: pageOf(20),
  page1000: pageOf(1_000),
} satisfies Record<string, ServedAnswer>
