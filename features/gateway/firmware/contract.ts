// Firmware of gateways, for the platform's staff, and upgrades to it. [S2 system/hardware] [S8 1310, 1311, 1316, 1317]
import { z } from 'zod'
import type { Upgrade } from '../../../contract/box.ts'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { GatewayId, Instant, idOf, maybeText, pageOf, paging, Sn, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { token } from '../../frame/token.ts'
import { runStates, upgradeStates } from './rules.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    FirmwareId: true
    RunId: true
  }
}

export const FirmwareId = idOf('FirmwareId')
export type FirmwareId = z.output<typeof FirmwareId>
export const RunId = idOf('RunId')
export type RunId = z.output<typeof RunId>

const Model = text(40)
const VersionName = text(40).regex(/^[A-Za-z0-9][A-Za-z0-9._+-]*$/)
const notes = z.string().trim().max(limits.firmwareNotesLength).default('')

export const Firmware = z.object({
  id: FirmwareId,
  model: z.string(),
  version: z.string(),
  notes: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  author: z.string(),
  createdAt: Instant,
  /** Number of gateways that run the version. */
  gateways: z.number(),
})
export type Firmware = z.output<typeof Firmware>

export const queryFirmware = post('/lfscada/hardware/firmware/query', {
  may: 'firmware:view',
  about: 'All firmware versions, the newest first, with how many gateways run each.',
  input: z.object({ ...paging, model: maybeText(40) }),
  output: pageOf(Firmware),
})

export const queryModels = post('/lfscada/hardware/model/query', {
  may: 'firmware:view',
  about: 'The models of all registered gateways, how many there are of each, and the newest version for it.',
  input: nothing,
  output: z.array(z.object({ model: z.string(), gateways: z.number(), newest: z.string().nullable() })),
})

export const addFirmware = post('/lfscada/hardware/firmware/add', {
  may: 'firmware:edit',
  heavy: true,
  bodyBytes: Math.ceil((limits.firmwareBytes * 4) / 3) + limits.bodyBytes,
  about:
    'Adds a firmware version: the file in base64, at most 16 MB. Where its SHA-256 is given too, the file has to match it.',
  input: z.object({
    model: Model,
    version: VersionName,
    notes,
    fileName: text(200),
    file: z
      .string()
      .min(1)
      .max(Math.ceil((limits.firmwareBytes * 4) / 3) + 4),
    sha256: maybeText(64),
  }),
  output: z.object({ id: FirmwareId, sizeBytes: z.number(), sha256: z.string() }),
})

export const editFirmware = post('/lfscada/hardware/firmware/edit', {
  may: 'firmware:edit',
  about: 'Changes the notes of a firmware version.',
  input: z.object({ id: FirmwareId, notes }),
  output: done,
})

export const deleteFirmware = post('/lfscada/hardware/firmware/delete', {
  may: 'firmware:edit',
  about: 'Deletes a firmware version; 10007 once a gateway was upgraded to it.',
  input: z.object({ id: FirmwareId }),
  output: done,
})

/** The platform's signing key, and the texts that it signs. */
export type FirmwareSigning = {
  /** The current public key; generated on first use. */
  publicKey(): Promise<string>
  /** Signs an upgrade of the gateway `sn`. Throws signingKeyLost. */
  sign(sn: string, order: Omit<Upgrade, 'signed'>): Promise<Upgrade>
  facts(): Promise<z.output<typeof signingKey.output>>
  /** Generates a new key, endorsed by the former one if that can be unsealed. */
  replace(author: string): Promise<{ before: string; after: string; isEndorsed: boolean }>
}

export const signingKey = post('/lfscada/hardware/firmware/key/info', {
  may: 'firmware:view',
  about: 'The public key by which the platform signs firmware; gateways install no other.',
  input: nothing,
  output: z.object({
    publicKey: z.string(),
    /** False if the private key belonging to this key cannot be decrypted, so that no firmware can be signed. */
    isUsable: z.boolean(),
    /** Name of the person who added the key; null: the platform generated it. */
    author: z.string().nullable(),
    createdAt: Instant,
    /** Number of former keys. */
    replaced: z.number(),
  }),
})

export const replaceSigningKey = post('/lfscada/hardware/firmware/key/replace', {
  may: 'firmware:edit',
  confirmed: true,
  about:
    'Generates another signing key. The one before endorses it, so that gateways follow at their next upgrade; without ' +
    'that (isEndorsed false) each gateway must be given the new key.',
  input: nothing,
  output: z.object({ publicKey: z.string(), isEndorsed: z.boolean() }),
})

/** A gateway that can be upgraded, of any owner. */
export const Upgradable = z.object({
  id: GatewayId,
  sn: z.string(),
  company: z.string(),
  state: z.enum(['online', 'offline', 'sleeping']),
  version: z.string().nullable(),
  /** Whether the gateway's agent supports remote upgrades. */
  isAble: z.boolean(),
})
export type Upgradable = z.output<typeof Upgradable>

export const queryUpgradable = post('/lfscada/hardware/gateway/query', {
  may: 'firmware:view',
  about: 'Claimed gateways of a model, of all companies.',
  input: z.object({ ...paging, model: Model, keyword: maybeText(50) }),
  output: pageOf(Upgradable),
})

export const Run = z.object({
  id: RunId,
  firmwareId: FirmwareId,
  model: z.string(),
  version: z.string(),
  state: z.enum(runStates),
  atOnce: z.number(),
  trialS: z.number(),
  maxFailures: z.number(),
  author: z.string(),
  createdAt: Instant,
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  active: z.number(),
})
export type Run = z.output<typeof Run>

export const startRun = post('/lfscada/hardware/upgrade/add', {
  may: 'firmware:edit',
  about:
    'Upgrades gateways in stages, with a limit of simultaneous upgrades and a number of failures after which it stops. Those that have the version ' +
    'are left out; 1316 or 1317 if all have it.',
  input: z.object({
    firmwareId: FirmwareId,
    sns: z.array(Sn).max(limits.upgradeGateways),
    atOnce: z.number().int().min(1).max(limits.upgradesAtOnce).default(5),
    trialMin: z.number().int().min(1).max(60).default(5),
    maxFailures: z.number().int().min(1).max(limits.upgradeGateways).default(3),
  }),
  output: z.object({ id: RunId, gateways: z.number() }),
})

export const queryRuns = post('/lfscada/hardware/upgrade/query', {
  may: 'firmware:view',
  about: 'Staged upgrades, the newest first, with how far each is.',
  input: z.object(paging),
  output: pageOf(Run),
})

export const RunItem = z.object({
  sn: z.string(),
  company: z.string(),
  gatewayState: z.enum(['online', 'offline', 'sleeping']),
  state: z.enum(upgradeStates),
  fromVersion: z.string().nullable(),
  loaded: z.number(),
  bytes: z.number(),
  code: z.number().nullable(),
  msg: z.string(),
  changedAt: Instant,
})
export type RunItem = z.output<typeof RunItem>

export const runInfo = post('/lfscada/hardware/upgrade/info', {
  may: 'firmware:view',
  about: 'Returns a staged upgrade by gateway: those that need attention first.',
  input: z.object({ id: RunId }),
  output: Run.extend({ items: z.array(RunItem) }),
})

export const changeRun = post('/lfscada/hardware/upgrade/change', {
  may: 'firmware:edit',
  about: 'Pauses, resumes or cancels a staged upgrade. Gateways that load already go on.',
  input: z.object({ id: RunId, act: z.enum(['pause', 'resume', 'cancel']) }),
  output: done,
})

/** Firmware of a gateway: its version, and the newest available. */
export const GatewayFirmware = z.object({
  sn: z.string(),
  series: z.string(),
  model: z.string(),
  version: z.string().nullable(),
  isAble: z.boolean(),
  newest: z
    .object({ id: FirmwareId, version: z.string(), notes: z.string(), sizeBytes: z.number(), createdAt: Instant })
    .nullable(),
  /** The newest upgrade of the gateway. */
  upgrade: z
    .object({
      version: z.string(),
      state: z.enum(upgradeStates),
      loaded: z.number(),
      bytes: z.number(),
      code: z.number().nullable(),
      msg: z.string(),
      changedAt: Instant,
    })
    .nullable(),
})
export type GatewayFirmware = z.output<typeof GatewayFirmware>

export const gatewayFirmware = post('/lfscada/gateway/firmware/info', {
  may: 'gateway:view',
  on: { gateway: 'id' },
  about: 'The firmware of a gateway, the newest for its model, and its last upgrade.',
  input: z.object({ id: GatewayId }),
  output: GatewayFirmware,
})

export const upgradeGateway = post('/lfscada/gateway/firmware/upgrade', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about:
    'Upgrades one gateway to the newest version for its model. 1316 if it has it, 1311 while it is being upgraded.',
  input: z.object({ id: GatewayId }),
  output: done,
})

export const queryHardwareBySn = post('/lfscada/hardware/queryBySn', {
  may: 'gateway:view',
  about: 'Returns the hardware of a gateway of the organisation by its SN: series, model, firmware and capacities.',
  input: z.object({ sn: Sn }),
  output: z.object({
    id: GatewayId,
    sn: z.string(),
    series: z.string(),
    model: z.string(),
    firmware: z.string().nullable(),
    newestFirmware: z.string().nullable(),
    capacity: z.object({
      drivers: z.number(),
      signals: z.number(),
      alarms: z.number(),
      reports: z.number(),
      mappings: z.number(),
    }),
  }),
})

/** Signs firmware; only this service unseals the signing key. */
export const firmwareSigning = token<FirmwareSigning>('firmware signing')
