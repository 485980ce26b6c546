import { expect, it } from 'vitest'
import { whatToStart } from './start.mjs'

it('a fresh clone starts the demo', () => {
  expect(whatToStart({})).toBe('demo')
  expect(whatToStart({ PORT: '9000', DATA_DIR: '/data', DEMO: '', HOST: '' })).toBe('demo')
  expect(whatToStart({ DEMO: '1' })).toBe('demo')
})

it('settings of a real platform start no demo', () => {
  for (const name of ['HOST', 'DATABASE_URL', 'MQTT_URL']) expect(whatToStart({ [name]: 'x' })).toBe('server')
  expect(whatToStart({ DEMO: '0' })).toBe('server')
  expect(whatToStart({ DEMO: '0', HOST: '0.0.0.0' })).toBe('server')
})

it('a demo that others could reach is refused with the names of the settings', () => {
  expect(() => whatToStart({ DEMO: '1', HOST: '0.0.0.0' })).toThrow(/DEMO=1 .* does not go with HOST: unset it/)
  expect(() => whatToStart({ DEMO: '1', DATABASE_URL: 'x', MQTT_URL: 'y' })).toThrow(
    /DATABASE_URL, MQTT_URL: unset them/,
  )
  expect(() => whatToStart({ DEMO: 'yes' })).toThrow(/DEMO is "yes"/)
})
