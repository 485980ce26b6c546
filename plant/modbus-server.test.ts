import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { crc16 } from './modbus-framing.ts'
import { hex, mbap, openProbe, type Probe } from './modbus-probe.ts'
import { type LineBehaviour, type ModbusServer, type ModbusServerOptions, startModbusServer } from './modbus-server.ts'
import { createRegisterBank } from './register-bank.ts'
import { stationMaps } from './waterworks/registers.ts'

const host = '127.0.0.1'
const servers: ModbusServer[] = []
const probes: Probe[] = []

afterEach(async () => {
  for (const probe of probes.splice(0)) probe.end()
  for (const server of servers.splice(0)) await server.stop()
})

async function serve(part: Partial<ModbusServerOptions> = {}) {
  const bank = createRegisterBank(stationMaps.intake)
  bank.put('mode', 1)
  bank.put('pump1SpeedSp', 1400)
  const server = await startModbusServer({ host, port: 0, unitId: 1, bank, ...part })
  servers.push(server)
  return { server, bank }
}

async function dial(server: ModbusServer) {
  const probe = await openProbe(host, server.port)
  probes.push(probe)
  return probe
}

const line = (part: Partial<LineBehaviour>): LineBehaviour => ({
  ...{ silent: false, noisy: false, refuse: () => undefined, ...part },
})
const rtu = (body: string) => {
  const bytes = hex(body)
  const crc = crc16(bytes)
  return Uint8Array.of(...bytes, crc & 0xff, crc >> 8)
}

const readMode = '03 0000 0002'
const modeAnswer = '00 01 00 00 00 07 01 03 04 00 01 05 78'

describe('a PLC on Modbus TCP', () => {
  it('answers a read', async () => {
    const { server } = await serve()
    const probe = await dial(server)
    probe.send(mbap(readMode))
    expect(await probe.take(13)).toBe(modeAnswer)
  })

  it('answers requests of one packet in order', async () => {
    const { server } = await serve()
    const probe = await dial(server)
    probe.send(Uint8Array.of(...mbap(readMode, 1, 1), ...mbap('06 0001 0500', 1, 2), ...mbap(readMode, 1, 3)))
    expect(await probe.take(13)).toBe(modeAnswer)
    expect(await probe.take(12)).toBe('00 02 00 00 00 06 01 06 00 01 05 00')
    expect(await probe.take(13)).toBe('00 03 00 00 00 07 01 03 04 00 01 05 00')
  })

  it('answers a request received in pieces', async () => {
    const { server } = await serve()
    const probe = await dial(server)
    for (const byte of mbap(readMode)) {
      probe.send(Uint8Array.of(byte))
      await new Promise((next) => setImmediate(next))
    }
    expect(await probe.take(13)).toBe(modeAnswer)
  })

  it('serves many clients in parallel', async () => {
    const { server } = await serve()
    const clients = await Promise.all(Array.from({ length: 30 }, () => dial(server)))
    for (const client of clients) client.send(mbap(readMode))
    const answers = await Promise.all(clients.map((client) => client.take(13)))
    expect(new Set(answers)).toEqual(new Set([modeAnswer]))
  })

  it('answers unit 255 and 0 as its own, and another unit with exception 0B', async () => {
    const { server } = await serve()
    const probe = await dial(server)
    probe.send(mbap(readMode, 255))
    expect(await probe.take(13)).toBe(modeAnswer.replace('07 01', '07 ff'))
    probe.send(mbap(readMode, 0))
    expect(await probe.take(13)).toBe(modeAnswer.replace('07 01', '07 00'))
    probe.send(mbap(readMode, 9))
    expect(await probe.take(9)).toBe('00 01 00 00 00 03 09 83 0b')
  })

  it('closes on invalid bytes, and continues to serve others', async () => {
    const { server } = await serve()
    const [bad, good] = [await dial(server), await dial(server)]
    bad.send(new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n'))
    await bad.closed
    good.send(mbap(readMode))
    expect(await good.take(13)).toBe(modeAnswer)
  })

  it('survives any bytes', async () => {
    const { server } = await serve()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const probe = await openProbe(host, server.port)
        probe.send(bytes)
        probe.end()
        await probe.closed
      }),
      { numRuns: 20 },
    )
    const probe = await dial(server)
    probe.send(mbap(readMode))
    expect(await probe.take(13)).toBe(modeAnswer)
  })

  it('reports that its port is taken', async () => {
    const { server } = await serve()
    await expect(serve({ port: server.port })).rejects.toThrow(/EADDRINUSE/)
  })

  it('stops cleanly with clients connected, twice', async () => {
    const { server } = await serve()
    const probe = await dial(server)
    await server.stop()
    await probe.closed
    await server.stop()
    await expect(openProbe(host, server.port)).rejects.toThrow(/ECONNREFUSED/)
    await server.restoreLink()
    await expect(openProbe(host, server.port)).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('a PLC on RTU frames', () => {
  it('answers with unit and CRC', async () => {
    const { server } = await serve({ framing: 'rtu' })
    const probe = await dial(server)
    probe.send(rtu('01 03 0000 0002'))
    const answer = rtu('01 03 04 0001 0578')
    expect(hex(await probe.take(9))).toEqual(answer)
  })

  it('ignores requests to other units', async () => {
    const { server } = await serve({ framing: 'rtu' })
    const probe = await dial(server)
    probe.send(Uint8Array.of(...rtu('07 03 0000 0002'), ...rtu('01 03 0000 0001')))
    expect(hex(await probe.take(7))).toEqual(rtu('01 03 02 0001'))
  })

  it('executes a broadcast without an answer', async () => {
    const { server, bank } = await serve({ framing: 'rtu' })
    const probe = await dial(server)
    probe.send(Uint8Array.of(...rtu('00 06 0001 03e8'), ...rtu('01 03 0001 0001')))
    expect(hex(await probe.take(7))).toEqual(rtu('01 03 02 03e8'))
    expect(bank.peek('pump1SpeedSp')).toBe(1000)
  })
})

describe('faults of the line', () => {
  it('a silent PLC accepts connections and requests without answering, then answers again', async () => {
    let silent = true
    let heard: () => void = () => undefined
    const wasHeard = new Promise<void>((done) => {
      heard = done
    })
    const behaviour = () => {
      heard()
      return line({ silent })
    }
    const { server, bank } = await serve({ behaviour })
    const probe = await dial(server)
    probe.send(mbap('06 0001 0001', 1, 1))
    await wasHeard
    silent = false
    // The first answer on this connection is for the second request: the first was ignored, and wrote nothing.
    probe.send(mbap('03 0000 0001', 1, 2))
    expect(await probe.take(11)).toBe('00 02 00 00 00 05 01 03 02 00 01')
    expect(bank.peek('pump1SpeedSp')).toBe(1400)
  })

  it('a dropped link disconnects and refuses; restored, the same port answers', async () => {
    const { server } = await serve()
    const { port } = server
    const probe = await dial(server)
    await server.dropLink()
    await probe.closed
    await expect(openProbe(host, port)).rejects.toThrow(/ECONNREFUSED/)
    await server.dropLink()
    await server.restoreLink()
    await server.restoreLink()
    expect(server.port).toBe(port)
    const again = await dial(server)
    again.send(mbap(readMode))
    expect(await again.take(13)).toBe(modeAnswer)
  })

  it('exceptions for a range are sent', async () => {
    const refuse = (area: string, address: number) => (area === 'input' && address < 10 ? 4 : undefined)
    const { server } = await serve({ behaviour: () => line({ refuse }) })
    const probe = await dial(server)
    probe.send(mbap('04 0000 0002'))
    expect(await probe.take(9)).toBe('00 01 00 00 00 03 01 84 04')
    probe.send(mbap('04 00c8 0002'))
    expect(await probe.take(13)).toBe('00 01 00 00 00 07 01 04 04 00 00 00 00')
  })

  it('noise damages answers, the same way for the same seed', async () => {
    const hear = async (seed: number) => {
      const { server } = await serve({ seed, behaviour: () => line({ noisy: true }) })
      const probe = await dial(server)
      for (let request = 0; request < 40; request += 1) probe.send(mbap(readMode))
      return probe.take(200)
    }
    const first = await hear(5)
    expect(first).toBe(await hear(5))
    expect(first).not.toBe(await hear(6))
    expect(first.startsWith(`${modeAnswer} ${modeAnswer} ${modeAnswer}`)).toBe(false)
  })
})
