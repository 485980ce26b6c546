// The agent's settings, from the environment; only this file reads it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PublicKey } from '../../contract/box.ts'
import { Sn } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { parseBroker } from '../../signal/edge/link/dial.ts'

type EdgeConfig = {
  sn: string
  secret: string
  url: string
  dataDir: string
  ca?: string
  firmwareKey?: string
  isSlot: boolean
  /** The platform may change LAN, serial lines and power of this machine, and restart it. */
  isManaged: boolean
  /** The network interface that PLCs are connected to. */
  lanInterface?: string
  /** Device files of the serial ports COM1, COM2 …. */
  serialPorts?: readonly string[]
}

/** A missing or wrong setting; the message is one line that names it. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>

/** The environment of an agent started from a slot: the same settings, and the slot. */
export const slotEnvironment = (slot: string, env: Environment = process.env): Environment => ({
  ...env,
  GATEHOUSE_EDGE_SLOT: slot,
})

/**
 * Reads GATEWAY_SN, GATEWAY_SECRET, MQTT_URL, EDGE_DATA_DIR (default `data/edge`), MQTT_CA_FILE, EDGE_FIRMWARE_KEY,
 * EDGE_MANAGE_BOX (default no), EDGE_LAN_INTERFACE, EDGE_SERIAL_PORTS. Throws `SettingError`.
 */
export function readConfig(env: Environment = process.env): EdgeConfig {
  const sn = Sn.safeParse(required(env, 'GATEWAY_SN', 'the SN on the label of the gateway'))
  if (!sn.success) throw new SettingError('GATEWAY_SN must be 4 to 32 letters, digits and hyphens')
  const secret = required(env, 'GATEWAY_SECRET', 'the MQTT password of this gateway')
  const url = required(env, 'MQTT_URL', 'the broker, e.g. mqtts://platform.example:8883')
  const dataDir = resolve(env.EDGE_DATA_DIR || 'data/edge')
  const caFile = env.MQTT_CA_FILE
  named('MQTT_URL', () => parseBroker(url))
  // True if a launcher has started this agent from one of its slots.
  const isSlot = Boolean(env.GATEHOUSE_EDGE_SLOT)
  const isManaged = yesOrNo(env, 'EDGE_MANAGE_BOX')
  const lanInterface = env.EDGE_LAN_INTERFACE?.trim()
  if (lanInterface && !interfaceName.test(lanInterface))
    throw new SettingError('EDGE_LAN_INTERFACE must name a network interface, e.g. eth1')
  const serialPorts = env.EDGE_SERIAL_PORTS?.trim() ? portsOf(env.EDGE_SERIAL_PORTS) : undefined
  const box = { isManaged, ...(lanInterface ? { lanInterface } : {}), ...(serialPorts ? { serialPorts } : {}) }
  const base = { sn: sn.data, secret, url, dataDir, isSlot, ...firmwareKeyIn(env), ...box }
  return caFile ? { ...base, ca: named('MQTT_CA_FILE', () => readFileSync(caFile, 'utf8')) } : base
}

function firmwareKeyIn({ EDGE_FIRMWARE_KEY: key }: Environment): Pick<EdgeConfig, 'firmwareKey'> {
  if (!key?.trim()) return {}
  const firmwareKey = PublicKey.safeParse(key.trim()).data
  if (firmwareKey) return { firmwareKey }
  throw new SettingError(
    'EDGE_FIRMWARE_KEY must be the signing key that the page Gateway firmware shows: 43 characters',
  )
}

// Names that Linux allows, except those that a program could mistake for an option.
const interfaceName = /^[A-Za-z0-9_][\w.-]{0,14}$/

function portsOf(text: string): string[] {
  const paths = text.split(',').map((path) => path.trim())
  const isGood = paths.every((path) => /^\/dev\/[\w./:-]+$/.test(path) && !path.includes('..'))
  if (!isGood || paths.length > limits.serialPorts)
    throw new SettingError('EDGE_SERIAL_PORTS must name up to 8 device files, e.g. /dev/ttyS1,/dev/ttyUSB0')
  return paths
}

function yesOrNo(env: Environment, name: string): boolean {
  const value = env[name]?.trim().toLowerCase() || 'no'
  if (value !== 'yes' && value !== 'no') throw new SettingError(`${name} must be yes or no`)
  return value === 'yes'
}

function required(env: Environment, name: string, what: string): string {
  const value = env[name]?.trim()
  if (!value) throw new SettingError(`${name} is missing: ${what}`)
  return value
}

function named<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new SettingError(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
