const block = 2
const never = 2

/** Permissions that no page of any site gets, by the names of Chromium's content settings. */
const denied = `
  automatic_downloads background_fetch background_sync bluetooth_guard bluetooth_scanning clipboard
  file_system_write_guard geolocation hid_guard idle_detection local_fonts media_stream_camera
  media_stream_mic midi_sysex nfc notifications payment_handler periodic_background_sync
  protocol_handlers sensors serial_guard usb_guard window_placement
`
  .trim()
  .split(/\s+/)

/**
 * Preferences of a fresh profile before its first window opens. Chromium reads them from its own `Preferences` file.
 */
export const preferences = {
  // The frame of the window manager, if there is one, instead of a title bar that Chromium draws.
  browser: {
    custom_chrome_frame: false,
    show_home_button: false,
    check_default_browser: false,
    // A dictionary would be fetched.
    enable_spellchecking: false,
  },
  // No window without a history, no cast, no bookmark, no file of a document.
  incognito: { mode_availability: 1 },
  media_router: { enable_media_router: false },
  bookmarks: { editing_enabled: false },
  download_restrictions: 3,
  bookmark_bar: { show_on_all_tabs: false },
  autofill: { profile_enabled: false, credit_card_enabled: false, enabled: false },
  // Neither addresses nor their pictures are kept, not even for as long as the profile lives.
  history: { saving_disabled: true },
  credentials_enable_service: false,
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: Object.fromEntries(denied.map((name) => [name, block])),
  },
  spellcheck: { dictionaries: [], use_spelling_service: false },
  translate: { enabled: false },
  search: { suggest_enabled: false },
  net: { network_prediction_options: never },
  custom_handlers: { enabled: false },
  // An error of a certificate cannot be passed over.
  ssl: { error_override_allowed: false },
  dns_prefetching: { enabled: false },
  plugins: { always_open_pdf_externally: true },
  printing: { enabled: false },
  signin: { allowed: false },
  safebrowsing: { enabled: false },
}

/** Settings of a fresh browser for all its profiles: no prompt for a name and password, and no dialog for files. */
export const localState = { auth: { schemes: 'none' }, select_file_dialogs: { allowed: false } }
