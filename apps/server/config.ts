// The only reader of the environment on the server. Every fault names the setting that mends it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SetupError } from '../../db/setup-error.ts'
import type { MapTiles } from '../../features/platform/ground/contract.ts'
import { isLoopback, nameOf } from './own-site.ts'

export type ServerConfig = {
  host: string
  port: number
  /** Plain MQTT; null: there is none. */
  mqttPort: number | null
  mqttsPort: number
  publicUrl: string | null
  trustProxy: boolean
  /** Calls that one account or address has a minute. */
  callsPerMinute: number
  /** Tries to sign in, and to open what is shared, that one address has a minute. */
  loginsPerMinute: number
  tls: { cert: Buffer; key: Buffer } | null
  dataDir: string
  databaseUrl: string | null
  /** The login that owns the tables, where it is not that of `databaseUrl`. */
  databaseMigrateUrl: string | null
  mqttUrl: string | null
  adminPassword: string | null
  messages: MessageConfig
  /** The HTTP call that speaks texts, and what it is signed with; null: browsers speak by themselves. */
  speech: { url: string; secret: string } | null
  /** Null: nobody binds WeChat or signs in by it. */
  weChat: WeChatConfig | null
  /** The forecast call of Open-Meteo or what answers like it; null: there is no weather. */
  weatherUrl: string | null
  /** Pictures of a map; null: maps show the outlines of the land. */
  mapTiles: MapTiles | null
  /** Origins that pages may show in frames. */
  frameSites: readonly string[]
  /** Origins of which pages may play videos. */
  videoSites: readonly string[]
  /** EZVIZ cameras; `url`: in place of its own addresses. Null: they are switched off, and it is never asked. */
  ezviz: { url: string | null } | null
  /** Folder of the built gateway agent, which the platform hands out; null: it does not. */
  agentDir: string | null
  /** Folder of the built web application; null serves the API alone. */
  webDir: string | null
}

/** The platform's website application at WeChat's open platform, and where that is reached. */
export type WeChatConfig = { appId: string; secret: string; openUrl: string; apiUrl: string }

/** By what e-mail and SMS are sent. */
export type MessageConfig = {
  smtp: { url: string; from: string } | null
  /** Services of one's own, called with a signature. */
  sms: { url: string; secret: string } | null
  phone: { url: string; secret: string } | null
  /** For SMS and phone calls without such a service. */
  twilio: { url: string; account: string; token: string; from: string } | null
  /** What has no provider stays on the platform, for its administrator to read: never where real people sign in. */
  hasOutbox: boolean
}

type Env = Record<string, string | undefined>

function port(env: Env, name: string, initial: number): number {
  const raw = env[name]?.trim()
  if (!raw) return initial
  const value = Number(raw)
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
  throw new SetupError(name, `${name} must be a port number from 0 to 65535, not "${raw}"`)
}

function perMinute(env: Env, name: string, { initial, from }: { initial: number; from: number }): number {
  const raw = env[name]?.trim()
  if (!raw) return initial
  const value = Number(raw)
  if (Number.isInteger(value) && value >= from && value <= 1_000_000) return value
  throw new SetupError(name, `${name} must be a whole number from ${from} to 1000000, not "${raw}"`)
}

function url(env: Env, name: string, schemes: readonly string[]): string | null {
  const raw = env[name]?.trim()
  if (!raw) return null
  try {
    const parsed = new URL(raw)
    if (schemes.includes(parsed.protocol)) return raw
  } catch {
    // Reported below, like a wrong scheme.
  }
  throw new SetupError(name, `${name} must be a URL starting with ${schemes.map((s) => `${s}//`).join(' or ')}`)
}

/** `https://a.example, https://b.example:8443`: origins, without a path; a wildcard is none. */
function origins(env: Env, name: string): string[] {
  const given = (env[name] ?? '').split(/[\s,]+/).filter((each) => each !== '')
  return given.map((each) => {
    const parsed = URL.canParse(each) ? new URL(each) : undefined
    if (parsed && /^https?:$/.test(parsed.protocol) && parsed.origin === each.replace(/\/$/, '').toLowerCase())
      if (/^[\w.:[\]-]+$/.test(parsed.host)) return parsed.origin
    throw new SetupError(name, `${name} must be a list of origins like https://site.example, and "${each}" is none`)
  })
}

function file(env: Env, name: string): Buffer | null {
  const path = env[name]?.trim()
  if (!path) return null
  try {
    return readFileSync(path)
  } catch {
    throw new SetupError(name, `${name}: the file ${path} cannot be read`)
  }
}

function tlsOf(env: Env): ServerConfig['tls'] {
  const cert = file(env, 'TLS_CERT')
  const key = file(env, 'TLS_KEY')
  if (cert && key) return { cert, key }
  if (cert || key) throw new SetupError(cert ? 'TLS_KEY' : 'TLS_CERT', 'TLS_CERT and TLS_KEY must be set together')
  return null
}

function flag(env: Env, name: string): boolean {
  const raw = env[name]?.trim() ?? ''
  if (raw === '' || raw === '0') return false
  if (raw === '1') return true
  throw new SetupError(name, `${name} must be 1 or 0, not "${raw}"`)
}

function messagesOf(env: Env): MessageConfig {
  const smtp = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const from = env.SMTP_FROM?.trim() ?? ''
  if (smtp && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from))
    throw new SetupError(
      'SMTP_FROM',
      'SMTP_FROM must be the sender of e-mails, such as Gatehouse <no-reply@plant.example>',
    )
  const isDevelopment = !env.PUBLIC_URL?.trim() && env.NODE_ENV?.trim() !== 'production'
  const sms = signedCall(env, 'SMS', url(env, 'SMS_URL', ['http:', 'https:']))
  const phone = signedCall(env, 'PHONE', url(env, 'PHONE_URL', ['http:', 'https:']))
  return { smtp: smtp ? { url: smtp, from } : null, sms, phone, twilio: twilioOf(env), hasOutbox: isDevelopment }
}

function twilioOf(env: Env): MessageConfig['twilio'] {
  const account = env.TWILIO_ACCOUNT_SID?.trim()
  if (!account) return null
  const token = env.TWILIO_AUTH_TOKEN?.trim()
  if (!token) throw new SetupError('TWILIO_AUTH_TOKEN', 'TWILIO_AUTH_TOKEN must be set with TWILIO_ACCOUNT_SID')
  const from = env.TWILIO_FROM?.trim() ?? ''
  if (!/^\+[1-9]\d{6,14}$/.test(from))
    throw new SetupError('TWILIO_FROM', 'TWILIO_FROM must be the number that sends and calls, such as +15005550006')
  return { url: safeUrl(env, 'TWILIO_URL')?.replace(/\/+$/, '') ?? 'https://api.twilio.com', account, token, from }
}

/** A service that is called with a signature. */
function signedCall(
  env: Env,
  name: 'SMS' | 'PHONE' | 'SPEECH',
  called: string | null,
): { url: string; secret: string } | null {
  const secret = env[`${name}_SECRET`]?.trim() ?? ''
  if (called && secret.length < 16)
    throw new SetupError(
      `${name}_SECRET`,
      `${name}_SECRET must have at least 16 characters: calls of ${name}_URL are signed with it`,
    )
  return called ? { url: called, secret } : null
}

/** Of another machine only by https: what is sent there is nobody else's to read. */
function safeUrl(env: Env, name: string): string | null {
  const given = url(env, name, ['http:', 'https:'])
  if (given === null) return null
  const parsed = new URL(given)
  if (parsed.protocol === 'http:' && !isLoopback(nameOf(parsed.host) ?? ''))
    throw new SetupError(name, `${name} must be a URL starting with https://`)
  return given
}

/** Of a server of tiles: `https://tiles.example/{z}/{x}/{y}.png`, and whom a map has to name for them. */
function mapTilesOf(env: Env): MapTiles | null {
  const url = safeUrl(env, 'MAP_TILES')
  if (url === null) return null
  for (const mark of ['{z}', '{x}', '{y}'])
    if (!url.includes(mark)) throw new SetupError('MAP_TILES', `MAP_TILES must have ${mark} in it`)
  return { url, credit: env.MAP_CREDIT?.trim() ?? '' }
}

function ezvizOf(env: Env): ServerConfig['ezviz'] {
  const own = safeUrl(env, 'EZVIZ_URL')
  if (flag(env, 'EZVIZ')) return { url: own && new URL(own).origin }
  if (own !== null) throw new SetupError('EZVIZ', 'EZVIZ_URL goes with EZVIZ=1, which is not set')
  return null
}

const weChatUrl = (env: Env, name: string, initial: string): string =>
  (safeUrl(env, name) ?? initial).replace(/\/+$/, '')

function weChatOf(env: Env): WeChatConfig | null {
  const [appId, secret] = [env.WECHAT_APP_ID?.trim() ?? '', env.WECHAT_APP_SECRET?.trim() ?? '']
  if (!appId && !secret) return null
  if (!appId || !secret)
    throw new SetupError(
      appId ? 'WECHAT_APP_SECRET' : 'WECHAT_APP_ID',
      'WECHAT_APP_ID and WECHAT_APP_SECRET must be set together',
    )
  return {
    appId,
    secret,
    openUrl: weChatUrl(env, 'WECHAT_OPEN_URL', 'https://open.weixin.qq.com'),
    apiUrl: weChatUrl(env, 'WECHAT_API_URL', 'https://api.weixin.qq.com'),
  }
}

/** The settings of README, checked. Throws a `SetupError`. */
export function readConfig(env: Env, folder: string, initialDataDir: string): ServerConfig {
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseMigrateUrl = url(env, 'DATABASE_MIGRATE_URL', ['postgres:', 'postgresql:'])
  if (databaseMigrateUrl && !databaseUrl)
    throw new SetupError('DATABASE_URL', 'DATABASE_MIGRATE_URL goes with DATABASE_URL, which is not set')
  return {
    host: env.HOST?.trim() || '127.0.0.1',
    port: port(env, 'PORT', 8080),
    mqttPort: port(env, 'MQTT_PORT', 1883) || null,
    mqttsPort: port(env, 'MQTTS_PORT', 8883),
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:']),
    trustProxy: flag(env, 'TRUST_PROXY'),
    callsPerMinute: perMinute(env, 'CALLS_PER_MINUTE', { initial: 1200, from: 100 }),
    loginsPerMinute: perMinute(env, 'LOGINS_PER_MINUTE', { initial: 30, from: 10 }),
    tls: tlsOf(env),
    dataDir: resolve(env.DATA_DIR?.trim() || initialDataDir),
    databaseUrl,
    databaseMigrateUrl,
    mqttUrl: url(env, 'MQTT_URL', ['mqtt:', 'mqtts:']),
    adminPassword: env.ADMIN_PASSWORD || null,
    messages: messagesOf(env),
    speech: signedCall(env, 'SPEECH', safeUrl(env, 'SPEECH_URL')),
    weChat: weChatOf(env),
    weatherUrl: safeUrl(env, 'WEATHER_URL'),
    mapTiles: mapTilesOf(env),
    frameSites: origins(env, 'FRAME_SITES'),
    videoSites: origins(env, 'VIDEO_SITES'),
    ezviz: ezvizOf(env),
    agentDir: folder,
    webDir: resolve(folder, 'web'),
  }
}

/** What is said where passwords and sessions would cross a network unencrypted; nothing where they do not. */
export function plainHttp({
  host,
  publicUrl,
  tls,
}: Pick<ServerConfig, 'host' | 'publicUrl' | 'tls'>): string | undefined {
  if (tls !== null || publicUrl?.startsWith('https:')) return undefined
  const reached = publicUrl === null ? host : (nameOf(new URL(publicUrl).host) ?? '')
  if (isLoopback(reached)) return undefined
  return 'Passwords cross the network unencrypted: set TLS_CERT and TLS_KEY, or PUBLIC_URL to the https address of a proxy'
}
