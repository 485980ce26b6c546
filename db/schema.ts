// The tables as TypeScript types: camelCase, instants in epoch ms. They follow db/migrations.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  AccountId,
  ColumnId,
  DriverId,
  EquipmentId,
  GatewayId,
  GroupId,
  OrgId,
  PageId,
  ProjectId,
  ReportId,
  SignalId,
} from '../contract/fields.ts'
import type { AccessGrant, Account, Department, Organisation, Role } from './people-schema.ts'

type Json = JSONColumnType<object | null, unknown, unknown>

/** Columns of sessions that rooms add. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface SessionColumns {}

type SessionRow = SessionColumns & {
  tokenHash: Buffer
  orgId: OrgId
  /** Null for a visit of a share, or a display. */
  accountId: AccountId | null
  createdAt: number
  seenAt: number
  expiresAt: number
  ip: string | null
  agent: string | null
  actingOrgId: OrgId | null
  confirmedAt: Generated<number>
  id: Generated<string>
  /** The API key that the session belongs to. */
  apiKeyId: number | null
  shareId: number | null
}

type SocketToken = {
  tokenHash: Buffer
  orgId: OrgId
  sessionHash: Buffer
  equipmentId: EquipmentId
  expiresAt: number
}

type Gateway = {
  id: Generated<GatewayId>
  orgId: OrgId | null
  sn: string
  series: string
  model: string
  claimCodeHash: Buffer
  secretHash: Buffer
  secretSealed: Buffer
  boxId: string | null
  remark: string | null
  createdAt: number
  claimedAt: number | null
  releasedAt: number | null
  firmware: string | null
  abilities: JSONColumnType<string[] | null, unknown, unknown>
  networkType: string | null
  /** SN of the communication module. */
  moduleSn: string | null
  signalStrength: number | null
  mode: Generated<'standard' | 'switch' | 'router' | 'download'>
  vpn: Generated<boolean>
  lanIp: string | null
  mac: string | null
  configHash: string | null
  configBindingId: number | null
  rulelessHash: string | null
  clockOffsetMs: number | null
  session: string | null
  state: Generated<'online' | 'offline' | 'sleeping'>
  leaseUntil: Generated<number>
  onlineSince: number | null
  powerOffAt: number | null
  lastSeenAt: number | null
  registrarId: OrgId | null
  removedAt: number | null
  box: JSONColumnType<object | null, unknown, unknown>
  boxAt: number | null
  economizeOpen: Generated<boolean>
  smartSaving: Generated<boolean>
}

type Equipment = {
  id: Generated<EquipmentId>
  orgId: OrgId
  groupId: GroupId | null
  name: string
  number: string | null
  manufacturer: string | null
  factoryDate: string | null
  installDate: string | null
  warrantyUntil: string | null
  iccid: string | null
  sort: number | null
  address: string | null
  longitude: number | null
  latitude: number | null
  ruleType: Generated<'00' | '01'>
  zone: string | null
  remark: string | null
  defaultValueMode: Generated<'last' | 'custom'>
  defaultValue: string | null
  menuBar: Generated<boolean>
  /** Path of the device's picture. */
  image: string | null
  publicFlag: Generated<boolean>
  dataRule: Generated<'range' | 'named'>
  securityZone: string | null
  createdAt: number
  createdBy: AccountId
  /** A template, which belongs to no machine: decision 33. */
  isTemplate: Generated<boolean>
}

type Binding = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  gatewayId: GatewayId
  boundAt: number
  unboundAt: number | null
}

type DriverSecret = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  place: string
  sealed: Buffer
  createdAt: number
  /** The secret of the template that it was copied from. */
  originId: Generated<number | null>
}

export type ConfigVersion = {
  id: Generated<number>
  orgId: OrgId
  objectType: 'equipment' | 'page' | 'scene' | 'userSymbol'
  objectId: number
  equipmentId: EquipmentId | null
  projectId: Generated<ProjectId | null>
  version: number
  hash: string
  content: Json
  authorId: AccountId | null
  author: string
  message: Generated<string>
  restored: number | null
  createdAt: number
}

type DriverRow = {
  id: DriverId
  orgId: OrgId
  equipmentId: EquipmentId
  position: number
  name: string
  type: string
  spec: Json
}

type SignalRow = {
  id: SignalId
  orgId: OrgId
  equipmentId: EquipmentId
  driverId: DriverId
  position: number
  name: string
  title: string
  pinned: Generated<boolean>
  spec: Json
}

type LastValue = { equipmentId: EquipmentId; orgId: OrgId; at: number; readings: string }

export type OperationResult = 'waiting' | 'success' | 'failure' | 'exception' | 'timeout' | 'cancelled'

type OperationLog = {
  id: Generated<number>
  orgId: OrgId
  at: number
  accountId: AccountId | null
  loginname: string
  act: string
  objectType: string
  objectId: number | null
  objectName: string
  before: Json
  after: Json
  code: number | null
  result: OperationResult
  ip: string | null
}

type CommandRow = {
  uuid: string
  orgId: OrgId
  accountId: AccountId | null
  shareId: number | null
  gatewayId: GatewayId
  equipmentId: EquipmentId | null
  signalId: SignalId | null
  kind: 'write' | 'configure' | 'release' | 'probe' | 'browse' | 'box'
  payload: Json
  status: OperationResult
  code: number | null
  value: Json
  reason: string | null
  details: Json | null
  tookMs: number | null
  logId: number | null
  createdAt: number
  expiresAt: number
  finishedAt: number | null
  /** True if the rights of the account were reduced after it issued this command: the command is not sent any more. */
  revoked: Generated<boolean>
}

type Project = {
  id: Generated<ProjectId>
  orgId: OrgId
  name: string
  note: Generated<string>
  seq: number
  /** Shown in place of a bad value: a custom text, or the last good value. */
  errorValShow: Generated<'custom' | 'last'>
  errorDefaultVal: Generated<string>
  createdBy: AccountId | null
  createdAt: number
  updatedAt: number
}

/** A page of a device or of a project. */
type PageRow = {
  id: Generated<PageId>
  orgId: OrgId
  equipmentId: EquipmentId | null
  projectId: Generated<ProjectId | null>
  passwordHash: Generated<string | null>
  title: string
  startup: Generated<boolean>
  content: Json
  /** Keys of the 3D scenes that the page shows, generated from its content. */
  sceneKeys: GeneratedAlways<string[]>
  updatedAt: number
  /** The page of the template that it was made from. */
  originId: Generated<PageId | null>
}

type HistoryReport = {
  id: ReportId
  orgId: OrgId
  equipmentId: EquipmentId
  position: number
  name: string
  type: 'normal' | 'summary'
  spec: Json
  createdAt: number
  removedAt: number | null
}

type HistoryColumn = {
  id: ColumnId
  orgId: OrgId
  equipmentId: EquipmentId
  reportId: ReportId
  position: number
  signalId: SignalId
  aggregation: 'delta' | 'first' | 'last' | 'max' | 'min' | 'average' | null
  dataType: string
  title: string
  unit: string | null
  decimals: number | null
  createdAt: number
  removedAt: number | null
}

type HistoryMark = { gatewayId: GatewayId; epoch: string; lane: number; seq: number; updatedAt: number }

type HistoryGap = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  gatewayId: GatewayId
  epoch: string
  lane: number
  fromSeq: number
  toSeq: number
  points: number
  fromAt: number | null
  toAt: number | null
  reason: 'full' | 'torn' | 'forgotten'
  notedAt: number
}

type HistoryQuarantine = {
  id: Generated<number>
  orgId: OrgId | null
  gatewayId: GatewayId
  bindingId: number | null
  epoch: string
  lane: number
  seq: number
  receivedAt: number
  reason: string
  payload: Buffer
  relandedAt: number | null
}

type HistoryEvent = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  gatewayId: GatewayId
  bindingId: number
  receivedAt: number
  body: JSONColumnType<object>
}

type HistoryWriter = { one: boolean; generation: number; takenAt: number }

type HistoryChunk = {
  gatewayId: GatewayId
  columnId: ColumnId
  t0: number
  id: Generated<number>
  t1: number
  orgId: OrgId
  equipmentId: EquipmentId
  level: number
  n: number
  good: number
  low: number | null
  high: number | null
  total: number | null
  firstValue: number | null
  lastValue: number | null
  data: Buffer
}

/** The tables of the core schema, which many rooms read. */
export type SpineTables = {
  organisation: Organisation
  department: Department
  role: Role
  account: Account
  accessGrant: AccessGrant
  session: SessionRow
  socketToken: SocketToken
  gateway: Gateway
  equipment: Equipment
  binding: Binding
  configVersion: ConfigVersion
  driverSecret: DriverSecret
  driver: DriverRow
  signal: SignalRow
  lastValue: LastValue
  operationLog: OperationLog
  command: CommandRow
  project: Project
  page: PageRow
  historyReport: HistoryReport
  historyColumn: HistoryColumn
  historyMark: HistoryMark
  historyGap: HistoryGap
  historyQuarantine: HistoryQuarantine
  historyEvent: HistoryEvent
  historyWriter: HistoryWriter
  historyChunk: HistoryChunk
}

/** A room adds its tables in its `tables.ts`; a row that belongs to an organisation has `orgId`. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface RoomTables {}

export type DB = SpineTables & RoomTables
