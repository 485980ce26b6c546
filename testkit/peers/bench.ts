// A gateway agent between a real broker and real Modbus devices, for tests of the whole.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { BoxOrder, BoxTold } from '../../contract/box.ts'
import type { BoundConfig } from '../../contract/gateway-config.ts'
import type { Up } from '../../contract/topics.ts'
import { type Edge, startEdge } from '../../signal/edge/edge.ts'
import { VirtualHardware } from '../../signal/edge/virtual-box.ts'
import { boundConfig, modbusDriver, type PlatformStub, startPlatform } from './platform.ts'
import { type Peer, type Presets, startPymodbus } from './pymodbus.ts'

const sn = 'EG-0001'
const link = { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 40, helloRetryMs: 200, helloEveryMs: 60_000 }
const boxPace = { afterMs: 30, restartMs: 60, lanRollbackMs: 250, locateMs: 10, minuteMs: 1200 }
const poll = { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 100 }

/** The broker, the devices and the agent that one test needs; `end` stops and removes them. */
export class Bench {
  readonly sn = sn
  readonly cleanups: (() => Promise<unknown>)[] = []
  readonly dataDir: string
  platform: PlatformStub
  edge!: Edge<VirtualHardware>

  constructor(platform: PlatformStub, dataDir: string) {
    this.platform = platform
    this.dataDir = dataDir
  }

  static async begin(): Promise<Bench> {
    return new Bench(await startPlatform(sn), await mkdtemp(join(tmpdir(), 'edge-')))
  }

  async end(): Promise<void> {
    await this.edge?.stop()
    for (const clean of this.cleanups) await clean()
    await this.platform.close()
    await rm(this.dataDir, { recursive: true })
  }

  /** A device with holding registers 0-3 holding 10, 20, 30, 40. */
  async device(more: Presets[number] = {}): Promise<Peer> {
    const peer = await startPymodbus({ 1: { H: { 0: 10, 1: 20, 2: 30, 3: 40 }, ...more } })
    this.cleanups.push(() => peer.kill())
    return peer
  }

  async start(
    more: {
      url?: string
      secret?: string
      now?: () => number
      box?: ConstructorParameters<typeof VirtualHardware>[1]
    } = {},
  ): Promise<void> {
    const fixed = { sn, secret: 's', url: this.platform.url, dataDir: this.dataDir, log: () => undefined }
    const { box, ...settings } = more
    const hardware = new VirtualHardware({}, { ...box, pace: { ...boxPace, ...box?.pace } })
    const pace = {
      link,
      poll,
      box: { secondMs: 20, teller: { gatherMs: 5, lazyMs: 20, everyMs: 60_000 }, pieceMs: 100 },
    }
    this.edge = await startEdge({ ...fixed, hardware, installer: hardware.installer, pace, ...settings })
  }

  /** Sends the box an order, and returns its outcome. */
  order(order: BoxOrder, sealed?: string): Promise<Up['result']> {
    return this.platform.command({ kind: 'box', order, ...(sealed ? { sealed } : {}) })
  }

  /** Waits for a report of the box for which `passes` returns true, and returns it. */
  async told(passes: (box: BoxTold) => boolean): Promise<BoxTold> {
    return (await this.platform.until('box', ({ box }) => passes(box))).box
  }

  /** Started and configured with signals 1, 2 (read and write), 3 (read), 4 (0 to 100) on the device's registers 0-3. */
  async configured(peer: Peer, more: readonly Peer[] = []): Promise<BoundConfig> {
    await this.start()
    await this.platform.until('hello')
    const signals = [{}, {}, { access: 'r' }, { min: 0, max: 100 }] as const
    // Signals of further devices continue with 5.
    const drivers = [peer, ...more].map(({ port }, device) =>
      modbusDriver(
        port,
        signals.map((signal, index) => ({ id: device * 4 + index + 1, ...signal })),
      ),
    )
    const bound = boundConfig(drivers)
    expect(await this.platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success', code: 200 })
    return bound
  }

  /** Cuts the connection, and waits until the next one has sent a hello, which is not answered. */
  async loseLink(): Promise<void> {
    const sessions = new Set(this.platform.all('hello').map(({ session }) => session))
    this.platform.welcome.answers = false
    this.platform.cut()
    await this.platform.until('hello', ({ session }) => !sessions.has(session))
  }

  write(signalId: number, value: number | string | boolean, more: object = {}): Promise<Up['result']> {
    return this.platform.command({ kind: 'write', equipmentId: 1, bindingId: 1, signalId, value, ...more })
  }

  /** The first streamed batch with this value and code. */
  live(id: number, value: unknown, code = 200): Promise<Up['live']> {
    return this.platform.until('live', (batch) => {
      const index = batch.ids.indexOf(id)
      return index >= 0 && batch.values[index] === value && (batch.codes?.[index] ?? 200) === code
    })
  }
}
