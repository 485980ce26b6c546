// A sample report of a box, for tests that need any.
import type { BoxTold } from '../contract/box.ts'

export const toldByBox: BoxTold = {
  can: ['restart', 'mode', 'lan', 'serial', 'power', 'location', 'locate', 'mqtt', 'tamper', 'mappings', 'upgrade'],
  uptimeS: 3600,
  traffic: { sent: 2_000_000, received: 500_000, sinceAt: Date.UTC(2026, 0, 1) },
  mode: { now: 'standard', next: 'standard' },
  lan: { ip: '192.168.1.10', mask: '255.255.255.0', route: null },
  lanUndone: null,
  serial: [{ port: 'COM1', baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 }],
  power: { isLowPower: false, reportEveryMin: 60, sleepDelayS: 60 },
  location: { isOn: false, left: 5, fix: null },
  mqtt: null,
  tamper: null,
  mappings: [],
  firmware: { version: 'test 1.0', phase: 'idle', target: null, loaded: 0, bytes: 0, failed: null },
}
