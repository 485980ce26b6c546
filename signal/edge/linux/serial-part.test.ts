// Serial ports: found in a copy of the kernel's folder, and used through a terminal pair with a Modbus device behind
// it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { about } from '../../../drivers/modbus-rtu/about.ts'
import { opener } from '../../../drivers/modbus-rtu/driver.ts'
import { freePort, type Peer, startPymodbus } from '../../../testkit/peers/pymodbus.ts'
import type { LinuxPart } from './part.ts'
import { createRunner, outputOf } from './run.ts'
import { createSerialPart } from './serial-part.ts'
import { realPorts, sttyArgs } from './serial-ports.ts'

describe('the ports of a box', () => {
  it('are those with hardware that are no console', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tty-'))
    const port = (name: string, files: Record<string, string> = {}, isReal = true) => {
      mkdirSync(join(folder, name, ...(isReal ? ['device'] : [])), { recursive: true })
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text)
    }
    port('console', { active: 'tty0 ttyS1\n' }, false)
    port('tty1', {}, false)
    port('ttyS0', { type: '4\n' })
    port('ttyS1', { type: '4\n' })
    port('ttyS2', { type: '0\n' })
    port('ttyS3', {}, false)
    port('ttyUSB10')
    port('ttyUSB2')
    port('ttymxc0', { type: '72\n' })
    port('ttyprintk')
    expect(realPorts(folder)).toEqual(['/dev/ttymxc0', '/dev/ttyS0', '/dev/ttyUSB2', '/dev/ttyUSB10'])
    expect(realPorts(join(folder, 'nowhere'))).toEqual([])
    rmSync(folder, { recursive: true })
  })

  it('are the first eight that are not of the modem', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tty-'))
    for (let number = 0; number < 12; number += 1)
      mkdirSync(join(folder, `ttyUSB${number}`, 'device'), { recursive: true })
    const modem = ['ttyUSB0', 'ttyUSB1', 'ttyUSB2', 'ttyUSB3']
    const runner = createRunner()
    const logged: string[] = []
    const part = createSerialPart(
      {
        ...{
          run: runner.run,
          system: { interfaces: () => ({}), read: () => undefined },
          dataDir: folder,
          now: () => 0,
        },
        ...{ emit: () => undefined, log: (message) => logged.push(message) },
      },
      { find: () => realPorts(folder), taken: () => modem, firstTcpPort: await freePort() },
    )
    await part.look()
    await part.stop?.()
    await runner.stop()
    const found = logged.flatMap((line) => /^COM\d is \/dev\/(\w+),/.exec(line)?.[1] ?? [])
    expect(found).toEqual([4, 5, 6, 7, 8, 9, 10, 11].map((number) => `ttyUSB${number}`))
    rmSync(folder, { recursive: true })
  })

  it.each([
    [{ baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 } as const, '9600 cs8 -cstopb -parenb -parodd'],
    [{ baud: 115_200, dataBits: 7, parity: 'even', stopBits: 2 } as const, '115200 cs7 cstopb parenb -parodd'],
    [{ baud: 1200, dataBits: 8, parity: 'odd', stopBits: 1 } as const, '1200 cs8 -cstopb parenb parodd'],
  ])('are set as %j', (settings, words) => {
    expect(sttyArgs('/dev/ttyS0', settings).join(' ')).toContain(` ${words} `)
  })
})

describe('a serial port', () => {
  let device: Peer
  let path: string
  let line: ReturnType<typeof spawn>
  let dataDir: string
  let tcpPort: number
  let part: LinuxPart
  const runner = createRunner()
  const logged: string[] = []

  async function open(find = () => [path]): Promise<void> {
    const deps = { run: runner.run, system: { interfaces: () => ({}), read: () => undefined }, dataDir, now: () => 0 }
    part = createSerialPart(
      { ...deps, emit: () => undefined, log: (message) => logged.push(message) },
      { find, taken: () => ['ttyUSB7'], firstTcpPort: tcpPort },
    )
    await part.look()
  }
  const settings = { port: 'COM1', baud: 19_200, dataBits: 8, parity: 'none', stopBits: 2 } as const

  beforeAll(async () => {
    device = await startPymodbus({ 1: { H: { 0: 4711 } } }, 'rtu')
    line = spawn('/usr/bin/python3', [
      new URL('../../../testkit/peers/serial-line.py', import.meta.url).pathname,
      String(device.port),
    ])
    path = String((await once(line.stdout!, 'data'))[0]).trim()
    dataDir = await mkdtemp(join(tmpdir(), 'serial-'))
    tcpPort = await freePort()
  })
  afterEach(() => part.stop?.())
  afterAll(async () => {
    const gone = once(line, 'exit')
    line.stdin!.end()
    await gone
    await runner.stop()
    await device.kill()
    await rm(dataDir, { recursive: true })
  })

  it('is read and written by the Modbus RTU driver, with the ordered settings', async () => {
    await open()
    expect(part.told?.()).toEqual({ serial: [{ port: 'COM1', baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 }] })
    const params = about.params.parse({ ...about.initial, host: '127.0.0.1', port: tcpPort })
    const session = await opener.open(params, new AbortController().signal)
    expect([...(await session.read({ area: 'H', start: 0, count: 1 }, params))]).toEqual([0x12, 0x67])
    // The settings are changed while a driver is connected.
    expect(await part.order({ act: 'serial', line: settings })).toMatchObject({ code: 200 })
    const isSet = () => outputOf(runner.run, ['stty', '-F', path, '-a'])
    expect(await isSet()).toMatch(/speed 19200 baud.* cs8 .* cstopb /s)
    // A terminal pair has no parity: the system refuses it, and the previous settings are restored.
    const refused = { ...settings, baud: 1200, parity: 'even', stopBits: 1 } as const
    expect(await part.order({ act: 'serial', line: refused })).toMatchObject({
      code: 1359,
      details: { reason: expect.stringContaining('unable to perform all requested operations') },
    })
    expect(await isSet()).toMatch(/speed 19200 baud.* cs8 .* cstopb /s)
    expect(part.told?.()).toEqual({ serial: [settings] })
    const written = await session.write({ area: 'H', start: 0, bytes: Uint8Array.of(1, 2) }, params)
    expect(written).toEqual({ kind: 'done' })
    expect([...(await session.read({ area: 'H', start: 0, count: 1 }, params))]).toEqual([1, 2])
    await session.close()
  })

  it('keeps its settings over restarts, and applies them when a driver connects', async () => {
    await open()
    expect(part.told?.()).toEqual({ serial: [settings] })
    await outputOf(runner.run, ['stty', '-F', path, '1200'])
    const socket = connect(tcpPort, '127.0.0.1')
    await once(socket, 'connect')
    await expect.poll(() => outputOf(runner.run, ['stty', '-F', path])).toContain('19200')
    // A line serves one connection at a time.
    const second = connect(tcpPort, '127.0.0.1')
    await once(second, 'close')
    socket.destroy()
  })

  it('that is missing is 1353, one that vanished is not served, and one that fails closes the connection', async () => {
    await open(() => [path, '/dev/ttyUSB7', '/dev/no-such-port'])
    expect(await part.order({ act: 'serial', line: { ...settings, port: 'COM3' } })).toMatchObject({
      code: 1353,
      details: { what: 'COM3' },
    })
    expect(await part.order({ act: 'serial', line: { ...settings, port: 'COM2' } })).toMatchObject({
      code: 1359,
      details: { reason: expect.stringContaining('/dev/no-such-port') },
    })
    const socket = connect(tcpPort + 1, '127.0.0.1')
    await once(socket, 'close')
    await expect.poll(() => logged.join('\n')).toContain('no such file')
    await part.stop?.()
    await open(() => [])
    expect([part.lack(), part.told?.()]).toEqual(['serialPort', { serial: [] }])
    const refused = connect(tcpPort, '127.0.0.1')
    expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' })
  })
})
