/** The hosts of a service are not stated: the variable names that of an environment. */
const servers = (description: string, host: string) => [
  {
    url: 'https://{host}',
    description,
    variables: { host: { default: host, description: 'Host of the environment.' } },
  },
  {
    url: 'http://127.0.0.1:{port}',
    description: "Foyer's sandbox of the service, on this machine.",
    variables: { port: { default: '4010', description: 'Port of the sandbox.' } },
  },
]

/** Statements of an OpenAPI document about its interface as a whole. */
export const interfaces = {
  partner: {
    title: 'Intake service: partner interface',
    version: '2.0',
    description:
      'Scheduling, forms, billing, labs, health profile, identity proof, CRM and webhooks of the accounts that have granted an integrator access. Lists are paged by cursor.',
    servers: servers('The partner interface.', 'partner.intake.invalid'),
    tokenServers: servers('Where partner tokens are issued.', 'partner-auth.intake.invalid'),
    tags: {
      Authentication: 'Access tokens.',
      'Appointment types': 'Kinds of visits that can be scheduled.',
      Appointments: 'Visits of patients with practitioners at a location.',
      'CRM status groups': 'Pipelines that a patient can move through, and their stages.',
      Categories: 'Service categories of an account.',
      'Form template groups and form templates': 'Designs of forms, alone and in groups.',
      'Form packets': 'Forms that a patient completes together.',
      'Identity proof': 'Proof of who holds a phone or an e-mail address.',
      Invoices: 'Itemized statements of what a patient owes.',
      Labs: 'Lab orders and their results.',
      'Patients and health profile':
        'Patients, their categories, allergies, medications, problems.',
      'Remote care conversion': 'Records that follow a patient into remote care.',
      Webhooks: 'Addresses that events are delivered to.',
    },
  },
  developer: {
    title: 'Intake service: developer interface',
    version: '1',
    description:
      'Locations, patients, patient tags, form templates and form template groups of one account. Every answer is an envelope with status 200.',
    servers: servers('The developer interface.', 'developer.intake.invalid'),
    tokenServers: servers('Where developer tokens are issued.', 'developer-auth.intake.invalid'),
    tags: {
      Authentication: 'Access tokens.',
      Locations: 'Practice sites of the account.',
      'State provinces': 'States and provinces that an address can lie in.',
      Patients: 'Patients and their tags.',
      'Form templates': 'Designs of forms.',
      'Form template groups': 'Form templates that are completed together.',
    },
  },
} as const
