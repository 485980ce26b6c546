// Journeys run in two parallel lanes: those that watch the works of the demonstration, one after the other because they
// break and fix the same plant, and those with a platform, an organisation or accounts of their own.

/** Files of the second lane, by the beginning of their names or a word in them. */
const apart = [
  'account-security',
  'bundle-sizes',
  'cameras',
  'confirm',
  'designer-hand',
  'designer-pipes',
  'device-lock',
  'group-view',
  'groups',
  'kiosk',
  'login',
  'made-up-room',
  'messages',
  'onboarding',
  'opc-ua',
  'operation-log',
  'outage',
  'passkey',
  'recovery',
  'roles',
  'rollout',
  'scripts',
  'shared-device',
  'sign-in',
  'single-sign-on',
  'style',
  'templates',
  'third-language',
  'two-enterprises',
  'variables',
  'versions',
  'wechat',
]

const filesOf = (words: readonly string[]) => new RegExp(`/(?:[a-z-]+-)?(?:${words.join('|')})\\.e2e\\.ts$`)

export const apartFiles = filesOf(apart)

/**
 * The main functions, from the first sign-in to the wall, one or two journeys per room: `npm test` runs these,
 * `npm test -- --all` and `npm run e2e` all of them. Decision 39.
 */
const main = [
  'alarm-card',
  'alarms',
  'bundle-sizes',
  'centre',
  'commissioning',
  'demonstration',
  'designer',
  'gateway-panel',
  'kiosk',
  'onboarding',
  'opc-ua',
  'page-outage',
  'page-plc',
  'pages',
  'phone',
  'remote-download',
  'roles',
  'rollout',
  'share',
  'sign-in',
  'templates',
  'two-enterprises',
  'widths',
]

export const mainFiles = new RegExp(`/(?:operations-)?(?:${main.join('|')})\\.e2e\\.ts$`)
