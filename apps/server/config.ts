// The only reader of the environment on the server. Every fault names the setting to correct.
import { resolve } from 'node:path'
import { isLoopback, nameOf } from '../../core/host-name.ts'
import { SetupError } from '../../db/setup-error.ts'
import {
  type Env,
  file,
  flag,
  origins,
  perMinute,
  port,
  type Setting,
  settingsOf,
  url,
} from '../../features/frame/setting.ts'

export type ServerConfig = {
  host: string
  port: number
  /** Port of plain MQTT; null: disabled. */
  mqttPort: number | null
  mqttsPort: number
  publicUrl: string | null
  trustProxy: boolean
  /** Calls per minute of one account or address. */
  callsPerMinute: number
  /** Attempts per minute of one address to log in or to open a share. */
  loginsPerMinute: number
  tls: { cert: Buffer; key: Buffer } | null
  dataDir: string
  databaseUrl: string | null
  /** The login that owns the tables, if it differs from that of `databaseUrl`. */
  databaseMigrateUrl: string | null
  mqttUrl: string | null
  adminPassword: string | null
  /** Origins that pages may show in frames. */
  frameSites: readonly string[]
  /** Origins from which pages may play videos. */
  videoSites: readonly string[]
  /** The environment, for the settings that rooms declare. */
  env: Env
  /** Folder of the built gateway agent, which the platform serves; null: not served. */
  agentDir: string | null
  /** Folder of the built web application; null serves the API alone. */
  webDir: string | null
}

const roomModules = import.meta.glob<Record<string, Setting<unknown>>>('../../features/*/*/settings.env.ts', {
  eager: true,
})

/** The settings that rooms declare in `settings.env.ts`. */
export const roomSettings: readonly Setting<unknown>[] = Object.values(roomModules).flatMap((module) =>
  Object.values(module).filter((each) => typeof each === 'object' && 'names' in each),
)

function tlsOf(env: Env): ServerConfig['tls'] {
  const cert = file(env, 'TLS_CERT')
  const key = file(env, 'TLS_KEY')
  if (cert && key) return { cert, key }
  if (cert || key) throw new SetupError(cert ? 'TLS_KEY' : 'TLS_CERT', 'TLS_CERT and TLS_KEY must be set together')
  return null
}

/** Reads and checks the settings in README. Throws a `SetupError`. */
export function readConfig(env: Env, folder: string, initialDataDir: string): ServerConfig {
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseMigrateUrl = url(env, 'DATABASE_MIGRATE_URL', ['postgres:', 'postgresql:'])
  if (databaseMigrateUrl && !databaseUrl)
    throw new SetupError('DATABASE_URL', 'DATABASE_MIGRATE_URL goes with DATABASE_URL, which is not set')
  const setting = settingsOf(env)
  for (const each of roomSettings) setting(each)
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
    frameSites: origins(env, 'FRAME_SITES'),
    videoSites: origins(env, 'VIDEO_SITES'),
    env,
    agentDir: folder,
    webDir: resolve(folder, 'web'),
  }
}

/** A warning if passwords and sessions would cross a network unencrypted; otherwise undefined. */
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
