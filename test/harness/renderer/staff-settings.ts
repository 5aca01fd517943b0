import type { StaffSetting } from '../../../src/shared/staff.ts'

const setting = (
  key: string,
  value: string,
  rest: Partial<StaffSetting> & Pick<StaffSetting, 'kind'>,
): StaffSetting => ({
  key,
  value,
  choices: [],
  least: null,
  most: null,
  origin: 'default',
  canChange: true,
  ...rest,
})

/** Settings of every kind and origin, as staff see them. */
export const settings: StaffSetting[] = [
  setting('identity.channels', 'either', {
    kind: 'choice',
    choices: ['sms', 'email', 'either', 'both'],
  }),
  setting('identity.noMatch', 'staff', { kind: 'choice', choices: ['staff', 'publicLink'] }),
  setting('languages', 'en, es', { kind: 'choice', choices: ['en, es', 'es, en', 'en', 'es'] }),
  setting('identity.phoneRegion', 'US', { kind: 'text', origin: 'kiosk' }),
  setting('identity.phoneCountries', 'CA, MX', { kind: 'text', origin: 'kiosk' }),
  setting('packets.createWhenNone', 'false', { kind: 'flag' }),
  setting('idle.afterMs', '90', { kind: 'seconds', least: 10, most: 1800, origin: 'kiosk' }),
  setting('idle.warningMs', '30', {
    kind: 'seconds',
    least: 30,
    most: 300,
    origin: 'policy',
    canChange: false,
  }),
  setting('kiosk.name', 'front-desk-2', { kind: 'text', origin: 'kiosk' }),
  setting('service.partnerUrl', 'https://intake.clinic.example', {
    kind: 'shown',
    origin: 'file',
    canChange: false,
  }),
  setting('formView.origins', 'https://forms.intake.example.com', {
    kind: 'shown',
    origin: 'kiosk',
  }),
  setting('service.accountId', '4711', { kind: 'shown', origin: 'environment', canChange: false }),
]
