import { describe, expect, test } from 'vitest'
import { GatewaySignal } from '../../../contract/gateway-config.ts'
import { abouts } from '../../../drivers/abouts.ts'
import { fieldWords } from './field-words.ts'
import { syncChanges } from './rules.ts'

const languages = ['en', 'zh-cn'] as const

describe('a field of the plan', () => {
  test.each(abouts.map((about) => [about.type, about] as const))(
    'of driver %s has the name of its form',
    (_, about) => {
      for (const language of languages) {
        for (const { key, label } of about.fields)
          expect(fieldWords({ object: 'driver', driverType: about.type }, key, language).name).toBe(label[language])
        const keys = Object.keys(about.initial)
        for (const key of keys) expect(about.fields.map((field) => field.key)).toContain(key)
      }
    },
  )

  test('has a name in both languages for variables, reports and the device, whatever changed', () => {
    const point = { address: 'H:0', dataType: 'uint16', access: 'rw' } as const
    const more = { length: 4, scale: 2, offset: 1, byteOrder: 'ABCD', prefix: 's7', rawLow: 0, rawHigh: 9 } as const
    const others = { valueLow: 0, valueHigh: 9, clamp: true, periodMs: 100, rollover: 9, min: 0, max: 9 }
    const signal = GatewaySignal.parse({ id: 1, ...point, ...more, ...others })
    const columns = [{ id: 1, signalId: 1 }]
    const report = { id: 1, type: 'normal', mode: 'change', minIntervalMs: 500, fluctuation: 2, columns } as const
    const period = { every: 1, unit: 'minute' } as const
    const timed = { ...report, id: 2, mode: 'conditional', period, condition: '1', triggerSignalId: 1 } as const
    const rule = { id: 1, raise: '1 > 0', stay: '1', onMs: 1000, offMs: 1000, tell: [1] }
    const fall = { id: 2, rate: { signalId: 1, change: -1, overMs: 1000 } }
    const drivers = [{ id: 1, type: 'modbus-tcp', params: {}, signals: [signal] }]
    const changes = syncChanges(
      { zone: 'UTC', drivers: [] },
      { zone: 'Asia/Shanghai', drivers, reports: [report, timed], alarms: [rule, fall] },
      (kind, id) => `${kind} ${id}`,
    )
    const asked = changes
      .filter(({ object }) => object !== 'driver')
      .flatMap(({ object, fields }) => fields.map(({ field }) => [object, field] as const))
      .filter(([, field]) => field !== 'id')
    expect(new Set(asked.map(([, field]) => field))).toContain('rollover')
    for (const [object, field] of asked) {
      expect(fieldWords({ object }, field, 'zh-cn').name).toMatch(/\p{Script=Han}/u)
      expect(fieldWords({ object }, field, 'en').name).toMatch(/^[A-Z]/)
    }
  })
})

test.each([
  [{ object: 'driver', driverType: 'opc-ua' }, 'securityMode', 'SignAndEncrypt', 'Sign and encrypt', '签名并加密'],
  [{ object: 'driver', driverType: 'modbus-tcp' }, 'timeoutMs', '500', '500 ms', '500 ms'],
  [{ object: 'driver', driverType: 'modbus-tcp' }, 'blockCollection', 'false', 'off', '关闭'],
  [{ object: 'driver', driverType: 'modbus-tcp' }, 'host', '10.0.0.5', '10.0.0.5', '10.0.0.5'],
  [{ object: 'report' }, 'mode', 'change', 'On change', '变化存储'],
  [{ object: 'signal' }, 'clamp', 'true', 'on', '开启'],
  [{ object: 'signal' }, 'address', 'change', 'change', 'change'],
  [{ object: 'zone' }, 'zone', 'Asia/Shanghai', 'Asia/Shanghai', 'Asia/Shanghai'],
] as const)('the value of %o %s %s is shown as in the form', (of, key, value, english, chinese) => {
  expect(fieldWords(of, key, 'en').told(value)).toBe(english)
  expect(fieldWords(of, key, 'zh-cn').told(value)).toBe(chinese)
})

test.each([
  [{ object: 'driver', driverType: 'modbus-tcp' }, 'unheardOf'],
  [{ object: 'driver', driverType: 'of-a-newer-version' }, 'host'],
] as const)('a field of %o that this program does not know is shown by its key', (of, key) => {
  expect(fieldWords(of, key, 'en').name).toBe(key)
})
