// Checks of parameters that concern several fields have their reason in both languages.
import { expect, test } from 'vitest'
import { firstFault } from '../contract/input-fault.ts'
import { aboutOf } from './abouts.ts'

test.each<[type: string, field: string, params: object]>([
  ['modbus-rtu', 'serialPath', { connection: 'serial', serialPort: 'other' }],
  ['modbus-rtu', 'dataBits', { connection: 'serial', dataBits: 7 }],
  ['opc-ua', 'userName', { securityMode: 'None', userName: 'ops' }],
  ['ethernet-ip', 'route', { route: '1' }],
  ['snmp', 'userName', { version: 'v3', authProtocol: 'none', privProtocol: 'none' }],
  ['snmp', 'privPassword', { version: 'v3', userName: 'ops', authProtocol: 'none' }],
  ['mitsubishi-mc', 'code', { series: 'panasonic', code: 'ascii' }],
  ['dlt645', 'serialPath', { connection: 'serial', serialPort: 'other' }],
  ['dlt645', 'password', { password: { text: '12' } }],
  ['cjt188', 'serialPath', { connection: 'serial', serialPort: 'other' }],
  ['siemens-s7', 'localTsap', { localTsap: 'x' }],
])('%s refuses a wrong %s in both languages', (type, field, more) => {
  const about = aboutOf(type)!
  const { error } = about.params.safeParse({ ...about.initial, ...more })
  const [en, zh] = (['en', 'zh-cn'] as const).map((language) => firstFault(error!, language))
  expect([en!.field, zh!.field]).toEqual([field, field])
  expect(en!.reason).toMatch(/^[ -~]{12,}$/)
  expect(zh!.reason).toMatch(/\p{Script=Han}/u)
  const own = (error!.issues[0] as { params?: object }).params
  expect(own).toEqual({ en: en!.reason, zh: zh!.reason })
})
