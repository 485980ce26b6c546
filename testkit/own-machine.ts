// For tests of a device's configuration over HTTP: one platform per file, and for every test a new device with one
// driver and no variable.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { EquipmentConfig } from '../contract/equipment-config.ts'
import type { DriverId, EquipmentId } from '../contract/fields.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { type TestServer, testServer } from './server.ts'
import { configure, device } from './site.ts'

type OwnMachine = {
  readonly server: TestServer
  readonly name: string
  readonly equipmentId: EquipmentId
  readonly driverId: DriverId
  /** The newest version that the test has seen. */
  version: number
  /** The version that a change is based on. */
  readonly at: { equipmentId: EquipmentId; version: number }
  /** Returns a variable as a user types it. */
  row(change?: object): object
  save(rows: unknown[], remove?: number[]): Promise<EquipmentConfig['signals']>
}

export function ownMachine(): OwnMachine {
  let count = 0
  const now = { server: {} as TestServer, name: '', equipmentId: 0 as EquipmentId, driverId: 0 as DriverId, version: 0 }
  beforeAll(async () => {
    now.server = await testServer()
  })
  afterAll(() => now.server.stop())
  beforeEach(async () => {
    count += 1
    const name = `Machine ${count}`
    const equipmentId = await device(now.server.admin, name)
    const { driverId, version } = await configure(now.server.admin, equipmentId, [])
    Object.assign(now, { name, equipmentId, driverId, version })
  })
  return {
    get server() {
      return now.server
    },
    get name() {
      return now.name
    },
    get equipmentId() {
      return now.equipmentId
    },
    get driverId() {
      return now.driverId
    },
    get version() {
      return now.version
    },
    set version(version) {
      now.version = version
    },
    get at() {
      return { equipmentId: now.equipmentId, version: now.version }
    },
    row: (change = {}) => {
      const { driverId } = now
      return { name: 'Level', title: 'Level', driverId, address: '40001', dataType: 'uint16', ...change }
    },
    async save(rows, remove = []) {
      const saved = await now.server.admin.call(saveSignals, { ...this.at, save: rows, remove })
      now.version = saved.version
      return saved.config.signals
    },
  }
}
