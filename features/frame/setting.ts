// Settings of the environment: how they are read, and how a room declares its own in `settings.env.ts`. Every fault names the
// setting that fixes it.
import { readFileSync } from 'node:fs'
import { isLoopback, nameOf } from '../../core/host-name.ts'
import { SetupError } from '../../db/setup-error.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** Foreign origins that pages of the platform may connect to, or play media from. */
export type ForeignSites = { connect?: readonly string[]; media?: readonly string[] }

/** A setting. `names` are the environment variables, each described in README; `read` throws a SetupError. */
export type Setting<T> = {
  readonly names: readonly string[]
  read(env: Env): T
  sites?(value: T): ForeignSites
}

/** Declares settings of a room. `read` sees only the variables that `names` lists. */
export const setting = <T>(of: Setting<T>): Setting<T> => ({
  ...of,
  read: (env) => of.read(Object.fromEntries(of.names.map((name) => [name, env[name]]))),
})

/** Reads settings, each only once. */
export function settingsOf(env: Env): <T>(of: Setting<T>) => T {
  const read = new Map<Setting<unknown>, unknown>()
  return <T>(of: Setting<T>) => {
    const key = of as Setting<unknown>
    if (!read.has(key)) read.set(key, of.read(env))
    return read.get(key) as T
  }
}

export const textOf = (env: Env, name: string): string => env[name]?.trim() ?? ''

export function port(env: Env, name: string, initial: number): number {
  const raw = env[name]?.trim()
  if (!raw) return initial
  const value = Number(raw)
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
  throw new SetupError(name, `${name} must be a port number from 0 to 65535, not "${raw}"`)
}

export function perMinute(env: Env, name: string, { initial, from }: { initial: number; from: number }): number {
  const raw = env[name]?.trim()
  if (!raw) return initial
  const value = Number(raw)
  if (Number.isInteger(value) && value >= from && value <= 1_000_000) return value
  throw new SetupError(name, `${name} must be a whole number from ${from} to 1000000, not "${raw}"`)
}

export function url(env: Env, name: string, schemes: readonly string[]): string | null {
  const raw = env[name]?.trim()
  if (!raw) return null
  try {
    const parsed = new URL(raw)
    if (schemes.includes(parsed.protocol)) return raw
  } catch {
    // A text that is not a URL is reported below, like a wrong scheme.
  }
  throw new SetupError(name, `${name} must be a URL starting with ${schemes.map((s) => `${s}//`).join(' or ')}`)
}

/** Parses origins such as `https://a.example, https://b.example:8443`, without a path; wildcards are not accepted. */
export function origins(env: Env, name: string): string[] {
  const given = (env[name] ?? '').split(/[\s,]+/).filter((each) => each !== '')
  return given.map((each) => {
    const parsed = URL.canParse(each) ? new URL(each) : undefined
    if (parsed && /^https?:$/.test(parsed.protocol) && parsed.origin === each.replace(/\/$/, '').toLowerCase())
      if (/^[\w.:[\]-]+$/.test(parsed.host)) return parsed.origin
    throw new SetupError(name, `${name} must be a list of origins like https://site.example, and "${each}" is none`)
  })
}

export function file(env: Env, name: string): Buffer | null {
  const path = env[name]?.trim()
  if (!path) return null
  try {
    return readFileSync(path)
  } catch {
    throw new SetupError(name, `${name}: the file ${path} cannot be read`)
  }
}

export function flag(env: Env, name: string): boolean {
  const raw = env[name]?.trim() ?? ''
  if (raw === '' || raw === '0') return false
  if (raw === '1') return true
  throw new SetupError(name, `${name} must be 1 or 0, not "${raw}"`)
}

/** The address and secret of a service that is called with a signature; null without an address. */
export function signedCall(env: Env, name: string, called: string | null): { url: string; secret: string } | null {
  const secret = env[`${name}_SECRET`]?.trim() ?? ''
  if (called && secret.length < 16)
    throw new SetupError(
      `${name}_SECRET`,
      `${name}_SECRET must have at least 16 characters: calls of ${name}_URL are signed with it`,
    )
  return called ? { url: called, secret } : null
}

/** A URL that is https unless it leads to this machine: secrets are sent to it. */
export function safeUrl(env: Env, name: string): string | null {
  const given = url(env, name, ['http:', 'https:'])
  if (given === null) return null
  const parsed = new URL(given)
  if (parsed.protocol === 'http:' && !isLoopback(nameOf(parsed.host) ?? ''))
    throw new SetupError(name, `${name} must be a URL starting with https://`)
  return given
}
