// Journeys run in two lanes beside each other: those that watch the works of the demonstration, one after the other because
// they break and mend the same plant, and those that have a platform, an organisation or people of their own.

/** Files of the second lane, by the beginning of their names or a word in them. */
const apart = [
  'account-security',
  'confirm',
  'device-lock',
  'groups',
  'kiosk',
  'login',
  'made-up-room',
  'messages',
  'onboarding',
  'operation-log',
  'outage',
  'passkey',
  'recovery',
  'roles',
  'shared-device',
  'sign-in',
  'single-sign-on',
  'style',
  'two-enterprises',
  'variables',
  'versions',
  'wechat',
]

export const apartFiles = new RegExp(`/(?:[a-z-]+-)?(?:${apart.join('|')})\\.e2e\\.ts$`)
