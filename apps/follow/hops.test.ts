import { expect, test } from 'vitest'
import { type Followed, hopLines } from './hops.ts'

const now = Date.UTC(2026, 10, 29, 3, 0, 0)
const saved = { version: 7, savedAt: now - 86_400_000, savedBy: 'Li Wei', message: null }
const followed = {
  now,
  device: { id: 1, name: 'Intake station 1', heardAt: now - 1000 },
  signal: { address: '40001', dataType: 'float32', unit: 'm', value: 4.82, code: 200, time: now - 2000 },
  lineage: {
    device: { id: 1, name: 'Intake station 1', zone: 'UTC' },
    driver: {
      ...{ id: 3, name: 'PLC', protocol: { en: 'Modbus TCP', 'zh-cn': 'Modbus TCP' } },
      connection: [{ label: { en: 'Host', 'zh-cn': '地址' }, value: { en: '10.0.0.5', 'zh-cn': '10.0.0.5' } }],
    },
    gateway: {
      ...{ sn: 'LF1', state: 'online', mode: 'standard', vpn: false, signalStrength: null, lastSeenAt: now - 3000 },
      more: { id: 5, networkType: null, clockOffsetMs: 12, consistency: 'match' },
    },
    definition: { ...saved, changed: null, since: 1 },
    alarms: [{ id: 1, name: 'Well level high', level: 'severe', isEnabled: true }],
    reports: [],
    ...{ pages: null, scenes: null, mvars: null },
  },
} as unknown as Followed

test('each hop names what it knows', () => {
  expect(hopLines(followed)).toEqual([
    'PLC',
    '  40001, float32',
    '  PLC: Modbus TCP',
    '  Host 10.0.0.5',
    'Gateway',
    '  LF1, online',
    '  last message 3 s ago, 2026-11-29 02:59:57 (UTC)',
    '  configuration: match',
    '  clock 12 ms from that of the platform',
    'Platform',
    '  last data of the device 1 s ago',
    '  value 4.82 m',
    '  read 2 s ago, 2026-11-29 02:59:58 (UTC)',
    '  quality good, code 200',
    'Definition',
    '  version 7 of 2026-11-28 03:00:00 (UTC) by Li Wei',
    'Used by',
    '  alarm rules: Well level high',
  ])
})

test('each hop names what is missing or bad', () => {
  const lines = hopLines({
    ...followed,
    device: { ...followed.device, heardAt: null },
    signal: { ...followed.signal, value: null, code: 1711 },
    lineage: { ...followed.lineage, gateway: null, definition: null },
  })
  expect(lines).toEqual(
    expect.arrayContaining([
      '  none is bound to the device',
      '  no data of the device since the platform started',
      expect.stringMatching(/^ {2}quality bad, code 1711: \w/),
      '  not visible to this account',
    ]),
  )
})
