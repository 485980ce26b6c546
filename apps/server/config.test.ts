import { describe, expect, test } from 'vitest'
import { type Setting, settingsOf } from '../../features/frame/setting.ts'
import { ezviz } from '../../features/page/camera/settings.env.ts'
import { weChatApplication } from '../../features/people/wechat/settings.env.ts'
import { tileServer } from '../../features/platform/ground/settings.env.ts'
import { messageServices } from '../../features/platform/verification/settings.env.ts'
import { plainHttp, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '/nowhere', '/nowhere/data')
/** The value of a room's setting, after all settings are checked. */
const settingIn = <T>(env: Record<string, string>, of: Setting<T>) => settingsOf(read(env).env)(of)

test.each([
  ['unset', {}, 1883],
  ['empty', { MQTT_PORT: ' ' }, 1883],
  ['a port', { MQTT_PORT: '11883' }, 11883],
  ['0', { MQTT_PORT: '0' }, null],
])('MQTT_PORT %s', (_, env, port) => expect(read(env).mqttPort).toBe(port))

test.each(['-1', '65536', '1883.5', 'none', '0x'])('MQTT_PORT %s is refused, named', (port) => {
  expect(() => read({ MQTT_PORT: port })).toThrow(`MQTT_PORT must be a port number from 0 to 65535, not "${port}"`)
})

test.each([
  ['the loopback alone', {}, false],
  ['localhost', { HOST: 'localhost' }, false],
  ['every address', { HOST: '0.0.0.0' }, true],
  ['an address of the network', { HOST: '10.0.0.5' }, true],
  ['a proxy with https before it', { HOST: '0.0.0.0', PUBLIC_URL: 'https://plant.example' }, false],
  ['a public address without https', { PUBLIC_URL: 'http://plant.example' }, true],
])('passwords may cross a network unencrypted at %s: %s', (_, env, isPlain) => {
  expect(plainHttp(read(env)) !== undefined).toBe(isPlain)
})

test.each([
  [{}, []],
  [{ FRAME_SITES: ' ' }, []],
  [{ FRAME_SITES: 'https://a.example, http://b.example:8080/' }, ['https://a.example', 'http://b.example:8080']],
])('%j names the sites %j for frames', (env, sites) => expect(read(env).frameSites).toEqual(sites))

test('a map tile address has three placeholders and a name', () => {
  const url = 'https://tiles.example/{z}/{x}/{y}.png'
  expect(settingIn({}, tileServer)).toBeNull()
  expect(settingIn({ MAP_TILES: url }, tileServer)).toEqual({ url, credit: '' })
  expect(settingIn({ MAP_TILES: url, MAP_CREDIT: ' © Tiles ' }, tileServer)).toEqual({ url, credit: '© Tiles' })
  for (const wrong of [
    'https://tiles.example/{z}/{x}.png',
    'tiles.example/{z}/{x}/{y}',
    'http://tiles.example/{z}/{x}/{y}',
  ])
    expect(() => read({ MAP_TILES: wrong })).toThrow('MAP_TILES')
})

test('calls and login attempts per minute are whole numbers within limits', () => {
  expect(read({})).toMatchObject({ callsPerMinute: 1200, loginsPerMinute: 30 })
  expect(read({ LOGINS_PER_MINUTE: '10' }).loginsPerMinute).toBe(10)
  expect(() => read({ LOGINS_PER_MINUTE: '9' })).toThrow('LOGINS_PER_MINUTE must be a whole number from 10 to 1000000')
  expect(read({ CALLS_PER_MINUTE: ' 6000 ' }).callsPerMinute).toBe(6000)
  for (const wrong of ['0', '99', '1e7', '12.5', 'many', '-1200'])
    expect(() => read({ CALLS_PER_MINUTE: wrong })).toThrow('CALLS_PER_MINUTE')
})

test("EZVIZ cameras are enabled at the provider's addresses, or at another", () => {
  expect(settingIn({}, ezviz)).toBeNull()
  expect(settingIn({ EZVIZ: '1' }, ezviz)).toEqual({ url: null })
  expect(settingIn({ EZVIZ: '1', EZVIZ_URL: 'https://ezviz.plant.example/' }, ezviz)).toEqual({
    url: 'https://ezviz.plant.example',
  })
  expect(() => read({ EZVIZ: 'yes' })).toThrow('EZVIZ')
  expect(() => read({ EZVIZ_URL: 'https://ezviz.plant.example' })).toThrow('EZVIZ=1')
  expect(() => read({ EZVIZ: '1', EZVIZ_URL: 'http://ezviz.plant.example' })).toThrow('EZVIZ_URL')
})

test('video sites are configured in the same way', () => {
  expect(read({ VIDEO_SITES: 'https://cams.example' }).videoSites).toEqual(['https://cams.example'])
  expect(() => read({ VIDEO_SITES: 'cams.example' })).toThrow('VIDEO_SITES')
})

test.each([
  'a.example',
  '*',
  'https://*.a.example',
  'https://a.example/path',
  'https://u:p@a.example',
  "'self'",
  'data:',
])('the site %j for frames is refused', (site) => expect(() => read({ FRAME_SITES: site })).toThrow('FRAME_SITES'))

describe('messages', () => {
  const smtp = { SMTP_URL: 'smtp://mail.plant.example', SMTP_FROM: 'Gatehouse <no-reply@plant.example>' }
  const sms = { SMS_URL: 'https://sms.plant.example/send', SMS_SECRET: 'sixteen letters and more' }

  test('are sent by the configured providers', () => {
    expect(settingIn({ ...smtp, ...sms }, messageServices)).toMatchObject({
      smtp: { url: smtp.SMTP_URL, from: smtp.SMTP_FROM },
      sms: { url: sms.SMS_URL, secret: sms.SMS_SECRET },
    })
  })

  test.each([
    ['SMTP_FROM', { SMTP_URL: smtp.SMTP_URL }],
    ['SMTP_FROM', { ...smtp, SMTP_FROM: 'a@b\r\nBcc: c@d' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'http://mail.plant.example' }],
    ['SMS_SECRET', { ...sms, SMS_SECRET: 'short' }],
    ['SMS_URL', { ...sms, SMS_URL: 'ftp://sms.plant.example' }],
  ])('name the setting to correct: %s', (name, env) => expect(() => read(env)).toThrow(name))

  test.each([
    [true, {}],
    [false, { PUBLIC_URL: 'https://plant.example' }],
    [false, { NODE_ENV: 'production' }],
  ])('stay on the platform only in development: %s', (kept, env) =>
    expect(settingIn(env, messageServices).hasOutbox).toBe(kept),
  )
})

describe('WeChat', () => {
  const app = { WECHAT_APP_ID: 'wx0123456789abcdef', WECHAT_APP_SECRET: 'secret' }

  test('is off unless its application is set', () => {
    expect(settingIn({}, weChatApplication)).toBe(null)
    expect(settingIn(app, weChatApplication)).toEqual({
      appId: app.WECHAT_APP_ID,
      secret: 'secret',
      openUrl: 'https://open.weixin.qq.com',
      apiUrl: 'https://api.weixin.qq.com',
    })
    expect(settingIn({ ...app, WECHAT_API_URL: 'http://127.0.0.1:9/' }, weChatApplication)?.apiUrl).toBe(
      'http://127.0.0.1:9',
    )
  })

  test.each([
    ['WECHAT_APP_SECRET', { WECHAT_APP_ID: 'wx0' }],
    ['WECHAT_APP_ID', { WECHAT_APP_SECRET: 'secret' }],
    ['WECHAT_API_URL', { ...app, WECHAT_API_URL: 'http://weixin.plant.example' }],
    ['WECHAT_OPEN_URL', { ...app, WECHAT_OPEN_URL: 'no address' }],
  ])('names the setting to correct: %s', (name, env) => expect(() => read(env)).toThrow(name))
})
