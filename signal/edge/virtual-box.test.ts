import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HardwareEvent } from './hardware.ts'
import { VirtualHardware } from './virtual-box.ts'

const box = () => {
  const hardware = new VirtualHardware({ firmware: '2.1.0' })
  const events: HardwareEvent[] = []
  const ignore = hardware.listen((event) => events.push(event))
  return { hardware, events, ignore }
}

describe('the virtual box', () => {
  it('starts like a new box', () => {
    expect(box().hardware.state()).toEqual({
      firmware: '2.1.0',
      mode: 'standard',
      vpn: false,
      signalStrength: 85,
      networkType: '4G',
      lanIp: '192.168.1.10',
      mac: '02:00:5E:00:53:01',
      moduleSn: '004401000000001',
    })
  })

  it('reports changes, the signal strength in percent', () => {
    const { hardware, events } = box()
    hardware.setSignalStrength(140)
    hardware.setNetworkType('WiFi')
    hardware.setVpn(true)
    expect(hardware.state()).toMatchObject({ signalStrength: 100, networkType: 'WiFi', vpn: true })
    expect(events).toEqual([{ kind: 'change' }, { kind: 'change' }, { kind: 'change' }])
  })

  it.each(['standard', 'switch', 'router', 'download'] as const)('is in mode %s only after its restart', (mode) => {
    const { hardware, events } = box()
    hardware.setMode(mode)
    expect([hardware.state().mode, events]).toEqual(['standard', []])
    hardware.restart()
    expect([hardware.state().mode, events]).toEqual([mode, [{ kind: 'restart' }]])
  })

  it('closes its tunnel when it restarts', () => {
    const { hardware } = box()
    hardware.setVpn(true)
    hardware.restart()
    expect(hardware.state().vpn).toBe(false)
  })

  it('sleeps, loses and gets power', () => {
    const { hardware, events } = box()
    hardware.sleep(30)
    hardware.powerOff()
    hardware.powerOn()
    expect(events).toEqual([{ kind: 'sleep', wakeAfterMs: 30_000 }, { kind: 'powerOff' }, { kind: 'powerOn' }])
  })

  it('sends nothing to a removed listener', () => {
    const { hardware, events, ignore } = box()
    ignore()
    hardware.restart()
    expect(events).toEqual([])
  })

  it('keeps its settings over a restart of the program if it has a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'virtual-'))
    const file = join(folder, 'box.json')
    const first = new VirtualHardware({}, { file })
    const power = { isLowPower: false, reportEveryMin: 5, sleepDelayS: 30 }
    first.order({ act: 'power', power })
    first.order({ act: 'mode', mode: 'router' })
    const again = new VirtualHardware({}, { file })
    expect(again.told()).toMatchObject({ power, mode: { now: 'standard', next: 'router' } })
    rmSync(folder, { recursive: true })
  })
})
