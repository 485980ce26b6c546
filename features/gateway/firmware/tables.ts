// Tables of firmware for gateways, upgrades (migration 0070), and signing keys (0121).
import type { Generated } from 'kysely'
import type { GatewayId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { FirmwareId, RunId } from './contract.ts'
import type { RunState, UpgradeState } from './rules.ts'

type Firmware = {
  id: Generated<FirmwareId>
  model: string
  version: string
  notes: string
  fileName: string
  sizeBytes: number
  sha256: string
  content: Buffer
  author: string
  createdAt: number
}
type UpgradeRun = {
  id: Generated<RunId>
  firmwareId: FirmwareId
  atOnce: number
  trialS: number
  maxFailures: number
  state: RunState
  author: string
  createdAt: number
}
type Upgrade = {
  id: string
  runId: RunId | null
  gatewayId: GatewayId
  firmwareId: FirmwareId
  state: UpgradeState
  fromVersion: string | null
  loaded: Generated<number>
  code: number | null
  reason: string | null
  commandUuid: string | null
  orderedAt: number | null
  changedAt: number
}

type FirmwareKey = {
  id: Generated<number>
  publicKey: string
  privateSealed: Buffer | null
  endorsement: string | null
  serial: number
  author: string | null
  createdAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    firmware: Firmware
    upgradeRun: UpgradeRun
    upgrade: Upgrade
    firmwareKey: FirmwareKey
  }
}

export const scopes: Pick<RoomScopes, 'firmware' | 'upgradeRun' | 'upgrade' | 'firmwareKey'> = {
  firmware: 'platform',
  upgradeRun: 'platform',
  upgrade: 'platform',
  firmwareKey: 'platform',
}
