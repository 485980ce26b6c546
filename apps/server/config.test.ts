import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '/nowhere', '/nowhere/data')

test.each([
  ['unset', {}, 1883],
  ['empty', { MQTT_PORT: ' ' }, 1883],
  ['a port', { MQTT_PORT: '11883' }, 11883],
  ['0', { MQTT_PORT: '0' }, null],
])('MQTT_PORT %s', (_, env, port) => expect(read(env).mqttPort).toBe(port))

test.each(['-1', '65536', '1883.5', 'none', '0x'])('MQTT_PORT %s is refused, named', (port) => {
  expect(() => read({ MQTT_PORT: port })).toThrow(`MQTT_PORT must be a port number from 0 to 65535, not "${port}"`)
})
