import { describe, expect, test } from 'vitest'
import { nothingShown } from '../../../ui/format.ts'
import { objectText } from '../../frame/acts.ts'
import { changesOf, changesText, inWords, ofDrivers, withNames } from './changes.ts'

test('a write shows its value, not its variable', () => {
  expect(changesOf({ signalId: 7, value: 1462 }, { signalId: 7, value: 1480 })).toEqual([
    { field: 'value', from: '1,462', to: '1,480' },
  ])
})

test('writing the same value is shown too', () => {
  expect(changesOf({ signalId: 7, value: 3.3 }, { signalId: 7, value: 3.3 })).toEqual([
    { field: 'value', from: '3.3', to: '3.3' },
  ])
})

test('other objects are shown by their translated names, a rename as it was written', () => {
  const shown = (name: string) => `«${name}»`
  const after = { name: 'B', report: 'Daily', template: 'Pump station' }
  const changes = changesOf({ name: 'A', report: null, template: null }, after).map(withNames(shown))
  expect(changes).toEqual([
    { field: 'name', from: 'A', to: 'B' },
    { field: 'report', from: nothingShown, to: '«Daily»' },
    { field: 'template', from: nothingShown, to: '«Pump station»' },
  ])
})

test('the default view of a device is shown in words', () => {
  const after = { ruleType: '00', dataRule: 'range' }
  expect(changesOf(null, after)).toEqual([
    { field: 'ruleType', from: nothingShown, to: 'lists' },
    { field: 'dataRule', from: nothingShown, to: 'by groups and departments' },
  ])
})

test('only fields that differ are shown', () => {
  expect(changesOf({ name: 'A', sort: 1 }, { name: 'B', sort: 1 })).toEqual([{ field: 'name', from: 'A', to: 'B' }])
})

test('an added object has no before, a deleted one no after', () => {
  expect(changesOf(null, { name: 'A' })).toEqual([{ field: 'name', from: '—', to: 'A' }])
  expect(changesOf({ name: 'A' }, null)).toEqual([{ field: 'name', from: 'A', to: '—' }])
})

test('no before and no after is no change', () => {
  expect(changesOf(null, null)).toEqual([])
})

test('plain values are one change without a name', () => {
  expect(changesOf('a', 'b')).toEqual([{ field: '', from: 'a', to: 'b' }])
})

test('values in words', () => {
  expect(inWords(true)).toBe('true')
  expect(inWords({ a: [1] })).toBe('{"a":[1]}')
  expect(inWords('')).toBe('—')
})

test('internal ids are omitted', () => {
  const after = { hash: 'd508a8', force: false, groupId: 2, bindingId: 1, sn: 'GH-1' }
  expect(changesOf(null, after).map(({ field }) => field)).toEqual(['force', 'sn'])
})

test('a value is shown by its text, with the number in brackets', () => {
  const [before, after] = [
    { signalId: 7, value: 0, text: 'manual' },
    { signalId: 7, value: true, text: 'open' },
  ]
  expect(changesOf(before, after)).toEqual([{ field: 'value', from: 'manual (0)', to: 'open (1)' }])
  expect(changesOf({ value: 7 }, before)).toEqual([{ field: 'value', from: '7', to: 'manual (0)' }])
})

describe('a driver in the log', () => {
  const told = (field: string, to: string) => ofDrivers('zh-cn')({ field, from: nothingShown, to }).to

  test.each([
    ['driver', 'modbus-tcp', 'Modbus TCP'],
    ['driver', 'of-a-newer-program', 'of-a-newer-program'],
    ['connection', 'tcp:10.0.0.5:502', '10.0.0.5:502'],
    ['connection', 'opc-ua:opc.tcp://10.0.0.5:4840 Sign', 'opc.tcp://10.0.0.5:4840 Sign'],
    ['name', 'tcp:10.0.0.5:502', 'tcp:10.0.0.5:502'],
  ])('%s %s is shown as %s', (field, value, words) => expect(told(field, value)).toBe(words))
})

test.each([
  [{ mayWrite: false }, { mayWrite: true }, 'right: view → view and write', '权限：查看 → 查看和写入'],
  [{ disabled: false }, { disabled: true }, 'disabled: no → yes', '停用：否 → 是'],
  [
    { auths: 'monitor:view' },
    { auths: 'monitor:view, signal:write' },
    'permissions: View → View, Write values',
    '功能权限：查看 → 查看、写入数据',
  ],
  [{ auths: '' }, { auths: ['history:export'] }, 'permissions: Export', '功能权限：导出'],
  [
    { dataRange: 'own', regions: 'a' },
    { dataRange: 'granted', regions: '*' },
    'devices: Devices made by the member → Authorised devices only; page regions: a → all',
    '数据范围：本人创建的设备 → 仅授权设备；页面区域：a → 全部',
  ],
  [
    { roleType: 'operation' },
    { roleType: 'admin' },
    'type: staff of the platform → administrator of the platform',
    '类型：平台人员 → 平台管理员',
  ],
  [
    { until: 0 },
    { until: 86_400_000 },
    'valid until: 1970-01-01 00:00 UTC → 1970-01-02 00:00 UTC',
    '有效期至：1970-01-01 00:00 UTC → 1970-01-02 00:00 UTC',
  ],
])('rights of people are shown in words: %j → %j', (before, after, en, zh) => {
  expect([changesText({ before, after }, 'en'), changesText({ before, after }, 'zh-cn')]).toEqual([en, zh])
})

test('an invitation without role and e-mail is shown in words, other names as entered', () => {
  expect(objectText('invitation', 'internal', 'en')).toBe('internal account')
  expect(objectText('invitation', 'external', 'zh-cn')).toBe('外部账号')
  expect(objectText('invitation', 'Operators', 'en')).toBe('Operators')
  expect(objectText('role', 'internal', 'en')).toBe('internal')
})

test('changes of a share and of a provider are shown in words in both languages, lists without brackets', () => {
  const change = [
    { isShared: false, menus: ['realTime'], ancestors: [] },
    { isShared: true, menus: ['realTime', 'page'], ancestors: ['https://intranet.example'] },
  ] as const
  expect(changesText({ before: change[0], after: change[1] }, 'en')).toBe(
    'shared: no → yes; visitors see: real-time data → real-time data, configuration page; sites that may frame it: https://intranet.example',
  )
  expect(changesText({ before: null, after: { slug: 'works', enabled: true } }, 'zh-cn')).toBe(
    '企业简称：works；启用：是',
  )
})
