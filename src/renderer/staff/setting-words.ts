import { m } from '../../i18n/paraglide/messages.js'
import { getLocale } from '../../i18n/paraglide/runtime.js'
import type { StaffSetting } from '../../shared/staff.ts'
import type { Words } from '../../i18n/reason-words.ts'

const labels: Readonly<Record<string, Words>> = {
  station: m.staff_setting_station,
  'service.partnerUrl': m.staff_setting_partner_url,
  'service.partnerAuthUrl': m.staff_setting_partner_auth_url,
  'service.developerUrl': m.staff_setting_developer_url,
  'service.developerAuthUrl': m.staff_setting_developer_auth_url,
  'service.accountId': m.staff_setting_account,
  'service.locationId': m.staff_setting_location,
  'service.recheckMs': m.staff_setting_recheck,
  'service.wireProfile': m.staff_setting_wire_profile,
  'service.testAccountIds': m.staff_setting_test_accounts,
  'service.caFile': m.staff_setting_service_ca,
  'service.certFile': m.staff_setting_service_cert,
  'service.proxy': m.staff_setting_service_proxy,
  'kiosk.name': m.staff_setting_kiosk_name,
  'identity.channels': m.staff_setting_channels,
  'identity.phoneRegion': m.staff_setting_phone_region,
  'identity.phoneCountries': m.staff_setting_phone_countries,
  'identity.noMatch': m.staff_setting_no_match,
  'packets.defaultTemplateGroupId': m.staff_setting_template_group,
  'packets.createWhenNone': m.staff_setting_create_when_none,
  'packets.ownPhone': m.staff_setting_own_phone,
  'arrival.enabled': m.staff_setting_arrival,
  'arrival.mark': m.staff_setting_arrival_mark,
  'arrival.earlyMs': m.staff_setting_arrival_early,
  'arrival.otherLocationIds': m.staff_setting_arrival_other_locations,
  'arrival.directions.en': m.staff_setting_arrival_directions_en,
  'arrival.directions.es': m.staff_setting_arrival_directions_es,
  'idle.afterMs': m.staff_setting_idle_after,
  'idle.warningMs': m.staff_setting_idle_warning,
  'idle.formAfterMs': m.staff_setting_idle_form,
  'idle.lastScreenMs': m.staff_setting_idle_last,
  'idle.visitMaxMs': m.staff_setting_idle_visit,
  'data.dir': m.staff_setting_data_dir,
  'audit.keepDays': m.staff_setting_audit_days,
  'audit.forward.host': m.staff_setting_forward_host,
  'audit.forward.port': m.staff_setting_forward_port,
  'audit.forward.caFile': m.staff_setting_forward_ca,
  'audit.forward.certFile': m.staff_setting_forward_cert,
  'audit.forward.keyFile': m.staff_setting_forward_key,
  'audit.anchor.file': m.staff_setting_anchor_file,
  languages: m.staff_setting_languages,
  'formView.origins': m.staff_setting_form_origins,
  'formView.allowedOrigins': m.staff_setting_allowed_origins,
  'formView.camera': m.staff_setting_camera,
  'formView.papers': m.staff_setting_papers,
  'offline.enabled': m.staff_setting_offline,
  'offline.keepHours': m.staff_setting_offline_hours,
  'offline.templateGroupIds': m.staff_setting_offline_groups,
  'offline.afterMs': m.staff_setting_offline_after,
  'offline.newPatients': m.staff_setting_offline_new_patients,
  'offline.unproved': m.staff_setting_offline_unproved,
  'offline.maxIntakes': m.staff_setting_offline_most,
  'offline.maxIntakesPerHour': m.staff_setting_offline_most_an_hour,
  'offline.keepDeliveredDays': m.staff_setting_offline_delivered,
  'offline.keepUnfinished': m.staff_setting_offline_unfinished,
  'offline.pdfFolder': m.staff_setting_offline_pdf_folder,
  'bus.broker.host': m.staff_setting_bus_host,
  'bus.broker.port': m.staff_setting_bus_port,
  'bus.broker.pairingPort': m.staff_setting_bus_pairing_port,
  'bus.broker.url': m.staff_setting_bus_url,
  'bus.broker.caFile': m.staff_setting_bus_ca,
  'bus.broker.username': m.staff_setting_bus_username,
  'desk.lockAfterMs': m.staff_setting_desk_lock_after,
  'desk.exportFolder': m.staff_setting_desk_export_folder,
  'hub.webhooks.host': m.staff_setting_hub_webhooks_host,
  'hub.webhooks.port': m.staff_setting_hub_webhooks_port,
  'hub.webhooks.path': m.staff_setting_hub_webhooks_path,
  'hub.webhooks.certFile': m.staff_setting_hub_webhooks_cert,
  'hub.webhooks.keyFile': m.staff_setting_hub_webhooks_key,
}

const groups: Readonly<Record<string, Words>> = {
  identity: m.staff_group_identity,
  packets: m.staff_group_packets,
  arrival: m.staff_group_arrival,
  idle: m.staff_group_idle,
  offline: m.staff_group_offline,
  bus: m.staff_group_bus,
  kiosk: m.staff_group_kiosk,
  service: m.staff_group_service,
  other: m.staff_group_other,
}

const choices: Readonly<Record<string, Words>> = {
  sms: m.staff_choice_sms,
  email: m.staff_choice_email,
  either: m.staff_choice_either,
  both: m.staff_choice_both,
  staff: m.staff_choice_staff,
  publicLink: m.staff_choice_public_link,
  ask: m.staff_choice_ask,
  create: m.staff_choice_create,
  review: m.staff_choice_review,
  deliver: m.staff_choice_deliver,
  kiosk: m.staff_choice_kiosk,
  hub: m.staff_choice_hub,
  true: m.staff_settings_yes,
  false: m.staff_settings_no,
}

export const originWords: Readonly<Record<StaffSetting['origin'], Words>> = {
  default: m.staff_origin_default,
  kiosk: m.staff_origin_kiosk,
  file: m.staff_origin_file,
  environment: m.staff_origin_environment,
  policy: m.staff_origin_policy,
}

/** Names a setting; returns its key if the catalogue has no words for it. */
export function settingName(key: string): string {
  return labels[key]?.() ?? key
}

/** Languages (`en, es`) by their names. */
function languageNames(value: string): string {
  const names = new Intl.DisplayNames(getLocale(), { type: 'language' })
  return value
    .split(', ')
    .map((language) => names.of(language) ?? language)
    .join(', ')
}

/** Names a value to choose for a setting; the value itself if there are no words. */
export function choiceName(key: string, value: string): string {
  if (key === 'languages') return languageNames(value)
  return choices[value]?.() ?? value
}

/** Writes the value of a setting in words. */
export function valueInWords({ key, kind, value }: StaffSetting): string {
  if (value === '') return m.staff_settings_nothing()
  if (kind === 'choice' || kind === 'flag') return choiceName(key, value)
  if (kind !== 'seconds') return value
  const format = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(getLocale(), format).format(Number(value))
}

/** Writes the limits of a setting in seconds; empty for one that is not in seconds. */
export function rangeInWords({ least, most }: StaffSetting): string {
  return least === null || most === null ? '' : m.staff_settings_range({ least, most })
}

/** Groups the settings by subject, each with its name; leaves out empty groups. */
export function inGroups(
  settings: readonly StaffSetting[],
): readonly { readonly name: string; readonly settings: readonly StaffSetting[] }[] {
  const groupOf = ({ key }: StaffSetting) => {
    const [first = key] = key.split('.')
    if (first === 'formView') return 'packets'
    return first in groups ? first : 'other'
  }
  return Object.entries(groups)
    .map(([group, words]) => ({
      name: words(),
      settings: settings.filter((setting) => groupOf(setting) === group),
    }))
    .filter((group) => group.settings.length > 0)
}
