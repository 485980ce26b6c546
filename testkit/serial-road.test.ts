// A gateway agent that reads a device on a serial port: values reach the platform, a missing port has a fault of its own,
// and values return when the port is plugged in again.
import { afterEach, expect, test } from 'vitest'
import { Bench } from './peers/bench.ts'
import { boundConfig, modbusDriver } from './peers/platform.ts'
import { type SerialDevice, startSerialDevice } from './peers/serial-pair.ts'

let bench: Bench | undefined
let device: SerialDevice | undefined
afterEach(async () => {
  await bench?.end()
  await device?.end()
})

test('an unplugged serial port has a fault, and is read again without a restart', async () => {
  device = await startSerialDevice('rtu', { 1: { H: { 0: 10 } }, 2: { H: { 0: 20 } } })
  bench = await Bench.begin()
  await bench.start()
  await bench.platform.until('hello')
  // Two units on one port.
  const unit = (unitId: number) => {
    const tcp = modbusDriver(unitId, [{ id: unitId, address: 'H:0' }], { waitMs: 0, unitId })
    const place = { connection: 'serial', serialPort: 'other', serialPath: device!.path }
    return { ...tcp, type: 'modbus-rtu', params: { ...tcp.params, port: 4001, ...place } }
  }
  const bound = boundConfig([unit(1), unit(2)])
  expect(await bench.platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success' })
  bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
  await bench.live(1, 10)
  await bench.live(2, 20)
  await device.unplug()
  await bench.platform.until('live', ({ ids, codes }) => codes?.[ids.indexOf(1)] === 1756)
  await device.plug()
  await expect.poll(() => bench!.write(1, 42)).toMatchObject({ status: 'success', value: 42 })
  await bench.live(1, 42)
})
